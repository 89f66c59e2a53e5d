package dev.tare.internal.stats;

import static dev.tare.internal.stats.QuantilesTests.X;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatIllegalArgumentException;
import static org.assertj.core.api.Assertions.within;

import dev.tare.internal.stats.Interval.TrimmedMean;
import org.junit.jupiter.api.Test;

class TrimmedMeanTests {

  @Test
  void meanAgreesWithScipy() {
    // scipy 1.17.1: m = trim_mean(x, .2)
    // t = ttest_ind(x, [0.] * 12, equal_var=False, trim=.2); m, m / t.statistic, t.df
    TrimmedMean mean = TrimmedMean.of(X);

    assertThat(mean.value()).isCloseTo(12.0375, within(1e-12));
    assertThat(mean.standardError()).isCloseTo(0.08805098631177387, within(1e-14));
    assertThat(mean.degreesOfFreedom()).isEqualTo(7);
  }

  @Test
  void scaleAndShiftCarryOver() {
    TrimmedMean plain = TrimmedMean.of(X);
    TrimmedMean changed = TrimmedMean.of(Series.shifted(Series.scaled(X, 3), -5));

    assertThat(changed.value()).isCloseTo(3 * plain.value() - 5, within(1e-12));
    assertThat(changed.standardError()).isCloseTo(3 * plain.standardError(), within(1e-12));
  }

  @Test
  void orderDoesNotMatter() {
    assertThat(TrimmedMean.of(Series.reversed(X))).isEqualTo(TrimmedMean.of(X));
  }

  @Test
  void mirroringTheValuesMirrorsTheMean() {
    TrimmedMean mirrored = TrimmedMean.of(Series.scaled(X, -1));

    assertThat(mirrored.value()).isCloseTo(-12.0375, within(1e-12));
    assertThat(mirrored.standardError()).isCloseTo(0.08805098631177387, within(1e-14));
  }

  @Test
  void outlierAtAnyDistanceChangesNothing() {
    double[] far = X.clone();
    far[5] = 1e9;

    assertThat(TrimmedMean.of(far)).isEqualTo(TrimmedMean.of(X));
  }

  @Test
  void fewValuesAreNotTrimmed() {
    // R 4.2.2: y <- c(1, 2, 4, 8); mean(y); sd(y) / sqrt(4)
    TrimmedMean mean = TrimmedMean.of(8, 1, 4, 2);

    assertThat(mean.value()).isEqualTo(3.75);
    assertThat(mean.standardError()).isCloseTo(1.54784796841723, within(1e-13));
    assertThat(mean.degreesOfFreedom()).isEqualTo(3);
  }

  @Test
  void singleValueIsRefused() {
    assertThatIllegalArgumentException().isThrownBy(() -> TrimmedMean.of(1));
  }
}
