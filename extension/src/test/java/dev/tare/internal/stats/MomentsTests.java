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
}
