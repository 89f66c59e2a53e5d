package dev.tare.internal.stats;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatIllegalArgumentException;
import static org.assertj.core.api.Assertions.within;

import org.junit.jupiter.api.Test;

class QuantilesTests {

  // R 4.2.2: x <- c(12.1, 11.8, 12.4, 11.9, 12.0, 19.7, 12.2, 11.7, 12.3, 12.05, 11.95, 8.3)
  static final double[] X = {
    12.1, 11.8, 12.4, 11.9, 12.0, 19.7, 12.2, 11.7, 12.3, 12.05, 11.95, 8.3
  };

  @Test
  void quantilesAgreeWithR() {
    // R 4.2.2: median(x); quantile(x, c(.1, .25, .75, .9))
    assertThat(Quantiles.median(X)).isCloseTo(12.025, within(1e-12));
    assertThat(Quantiles.quantile(X, 0.1)).isCloseTo(11.71, within(1e-12));
    assertThat(Quantiles.quantile(X, 0.25)).isCloseTo(11.875, within(1e-12));
    assertThat(Quantiles.quantile(X, 0.75)).isCloseTo(12.225, within(1e-12));
    assertThat(Quantiles.quantile(X, 0.9)).isCloseTo(12.39, within(1e-12));
  }

  @Test
  void theEndsAreTheSmallestAndTheLargest() {
    assertThat(Quantiles.quantile(X, 0)).isEqualTo(8.3);
    assertThat(Quantiles.quantile(X, 1)).isEqualTo(19.7);
  }

  @Test
  void oneValueIsEveryQuantile() {
    assertThat(Quantiles.quantile(new double[] {7}, 0.3)).isEqualTo(7);
  }

  @Test
  void arrayStaysUnchanged() {
    double[] values = {3, 1, 2};

    assertThat(Quantiles.median(values)).isEqualTo(2);

    assertThat(values).containsExactly(3, 1, 2);
  }

  @Test
  void mirroringMirrorsTheQuantile() {
    assertThat(Quantiles.quantile(Series.scaled(X, -1), 0.1))
        .isCloseTo(-Quantiles.quantile(X, 0.9), within(1e-12));
  }

  @Test
  void noValuesAreRefused() {
    assertThatIllegalArgumentException().isThrownBy(Quantiles::median);
  }

  @Test
  void shareOutOfRangeIsRefused() {
    assertThatIllegalArgumentException().isThrownBy(() -> Quantiles.quantile(X, 1.01));
    assertThatIllegalArgumentException().isThrownBy(() -> Quantiles.quantile(X, Double.NaN));
  }

  @Test
  void numberAgreesWithR() {
    // R 4.2.2: q <- quantile(x, c(.25, .75)); i <- q[2] - q[1]; o <- pmax(q[1] - x, x - q[2])
    // sum(o > 1.5 * i)
    assertThat(Quantiles.outliers(QuantilesTests.X)).hasSize(2);
  }

  @Test
  void indexesAreOfValuesBeyondTheFences() {
    // quartiles 2 and 4, range 2: fences at -1 and 7
    assertThat(Quantiles.outliers(10.5, 1, 2, 2, 2, 3, 4, 4, 4, 8.5)).containsExactly(0, 9);
    assertThat(Quantiles.outliers(1, 2, 3)).isEmpty();
  }

  @Test
  void valueOnTheFenceIsNoOutlier() {
    assertThat(Quantiles.outliers(1, 2, 2, 2, 3, 4, 4, 4, 7)).isEmpty();
  }

  @Test
  void shiftScaleAndMirrorDoNotMatter() {
    assertThat(Quantiles.outliers(Series.shifted(Series.scaled(QuantilesTests.X, -3), 9)))
        .hasSize(2);
  }
}
