package dev.tare.internal.stats;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.within;

import org.junit.jupiter.api.Test;

class DistributionsTests {

  @Test
  void studentAgreesWithR() {
    // R 4.2.2: qt(p, df, lower.tail = FALSE)
    assertThat(Distributions.studentAbove(0.01 / 6, 5)).isCloseTo(5.24741686594609, within(1e-9));
    assertThat(Distributions.studentAbove(0.05 / 6, 5)).isCloseTo(3.53411070405837, within(1e-9));
    assertThat(Distributions.studentAbove(0.01 / 6, 153)).isCloseTo(2.9819917950139, within(1e-9));
    assertThat(Distributions.studentAbove(0.025, 1)).isCloseTo(12.7062047361747, within(1e-9));
  }

  @Test
  void normalAgreesWithR() {
    // R 4.2.2: qnorm(p, lower.tail = FALSE)
    assertThat(Distributions.normalAbove(0.01 / 6)).isCloseTo(2.93519946886671, within(1e-12));
    assertThat(Distributions.normalAbove(0.05 / 6)).isCloseTo(2.39397979981851, within(1e-12));
  }

  @Test
  void bothDistributionsAreSymmetric() {
    assertThat(Distributions.studentAbove(0.9, 7))
        .isCloseTo(-Distributions.studentAbove(0.1, 7), within(1e-12));
    assertThat(Distributions.normalAbove(0.9))
        .isCloseTo(-Distributions.normalAbove(0.1), within(1e-12));
  }
}
