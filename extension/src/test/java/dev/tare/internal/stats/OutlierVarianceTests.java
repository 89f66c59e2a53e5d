package dev.tare.internal.stats;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.within;

import org.junit.jupiter.api.Test;

class OutlierVarianceTests {

  @Test
  void shareAgreesWithR() {
    // R 4.2.2: ov <- function(m, s, a) { mu <- m/a; mg <- mu/2; g <- min(mg/4, s/sqrt(a)); b <- s^2
    //   vo <- function(c) { ac <- a-c; (ac/a)*(b - ac*g^2) }
    //   cm <- function(x) { d <- (mu-x)^2; ad <- a*d; k0 <- -a*ad; k1 <- b - a*g^2 + ad
    //     floor(-2*k0/(k1+sqrt(k1^2-4*g^2*k0))) }
    //   min(vo(1), vo(min(cm(0), cm(mg))))/b }
    assertThat(OutlierVariance.share(1_000, 50, 10)).isCloseTo(0.09375, within(1e-12));
    assertThat(OutlierVariance.share(1_000, 20, 100)).isCloseTo(0.13234375, within(1e-12));
    assertThat(OutlierVariance.share(1e6, 5_000, 10_000)).isCloseTo(0.4770586975, within(1e-10));
    assertThat(OutlierVariance.share(100, 30, 4)).isCloseTo(0.7255859375, within(1e-12));
    assertThat(OutlierVariance.share(1e6, 2e5, 10_000)).isCloseTo(0.999360984360937, within(1e-12));
  }

  @Test
  void samplesOfOneActionHaveNoOutlierShare() {
    assertThat(OutlierVariance.share(1_000, 5, 1)).isZero();
  }

  @Test
  void shareDoesNotDependOnTheUnit() {
    assertThat(OutlierVariance.share(3_000, 60, 100))
        .isCloseTo(OutlierVariance.share(1_000, 20, 100), within(1e-12));
  }
}
