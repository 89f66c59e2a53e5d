package dev.tare.internal.stats;

import static dev.tare.internal.stats.QuantilesTests.X;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatIllegalArgumentException;
import static org.assertj.core.api.Assertions.within;

import org.junit.jupiter.api.Test;

class MomentsTests {

  @Test
  void momentsAgreeWithR() {
    // R 4.2.2: mean(x); sd(x)
    assertThat(Moments.mean(X)).isCloseTo(12.3666666666667, within(1e-12));
    assertThat(Moments.standardDeviation(X)).isCloseTo(2.5550603384917, within(1e-12));
  }

  @Test
  void shiftingMovesTheMeanOnly() {
    double[] shifted = Series.shifted(X, 1_000);

    assertThat(Moments.mean(shifted)).isCloseTo(Moments.mean(X) + 1_000, within(1e-9));
    assertThat(Moments.standardDeviation(shifted))
        .isCloseTo(Moments.standardDeviation(X), within(1e-9));
  }

  @Test
  void oneValueDoesNotDeviate() {
    assertThat(Moments.standardDeviation(5)).isZero();
  }

  @Test
  void noValuesAreRefused() {
    assertThatIllegalArgumentException().isThrownBy(Moments::mean);
  }

  static final double[] RISING = {1, 2, 3, 2, 4, 5, 4, 6, 7, 6, 8, 9};

  @Test
  void correlationAgreesWithR() {
    // R 4.2.2: r <- acf(c(1,2,3,2,4,5,4,6,7,6,8,9), lag.max = 1, plot = FALSE)$acf[2]
    assertThat(Moments.correlation(RISING)).isCloseTo(0.629003558718861, within(1e-14));
    // R 4.2.2: acf(x, lag.max = 1, plot = FALSE)$acf[2]
    assertThat(Moments.correlation(QuantilesTests.X)).isCloseTo(-0.0225628766604004, within(1e-14));
  }

  @Test
  void inflationFollowsTheFormula() {
    // R 4.2.2: sqrt((1 + r) / (1 - r))
    assertThat(Moments.inflation(0.629003558718861)).isCloseTo(2.09544441352374, within(1e-13));
  }

  @Test
  void oscillationDoesNotDeflate() {
    assertThat(Moments.inflation(-0.9)).isEqualTo(1);
  }

  @Test
  void aTrendInflatesThreefoldAtMost() {
    assertThat(Moments.inflation(0.99)).isCloseTo(3, within(1e-12));
  }

  @Test
  void correlationOfAnAutoregressiveSeriesIsFound() {
    double[] series = Series.autoregressive(20_000, 0.6, 1);

    assertThat(Moments.correlation(series)).isCloseTo(0.6, within(0.03));
  }

  @Test
  void shiftScaleAndReversalDoNotMatter() {
    double[] changed = Series.reversed(Series.shifted(Series.scaled(RISING, -2.5), 40));

    assertThat(Moments.correlation(changed)).isCloseTo(0.629003558718861, within(1e-12));
  }

  @Test
  void aConstantSeriesIsNotCorrelated() {
    assertThat(Moments.correlation(3, 3, 3, 3)).isZero();
  }
}
