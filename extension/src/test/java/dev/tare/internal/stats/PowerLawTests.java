package dev.tare.internal.stats;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatIllegalArgumentException;
import static org.assertj.core.api.Assertions.within;

import org.junit.jupiter.api.Test;

class PowerLawTests {

  private static final double[] SIZES = {1000, 2000, 4000, 8000};
  private static final double R_SLOPE = 0.9761840263;
  private static final double R_NORMAL = 0.12428768665;
  private static final double R_STUDENT_LOWER = 0.37208908208;
  private static final double R_STUDENT_UPPER = 0.156003432197;

  /** With this they scatter just as much as one time in a hundred by chance. */
  private static final double R_SYSTEMATIC = 0.0385870046609;

  @Test
  void findsAnExactPower() {
    PowerLaw law = PowerLaw.of(SIZES, new double[] {3e6, 12e6, 48e6, 192e6}, 0, 0.01, 0.05);

    assertThat(law.exponent().estimate()).isCloseTo(2, within(1e-12));
    assertThat(law.exponent().lower()).isCloseTo(2, within(1e-6));
    assertThat(law.factor()).isCloseTo(3, within(1e-9));
    assertThat(law.at(16000)).isCloseTo(768e6, within(1.0));
    assertThat(law.slopes())
        .allSatisfy(slope -> assertThat(slope).isCloseTo(2, within(1e-12)))
        .hasSize(3);
  }

  // R 4.2.2:
  // x <- log(c(1000, 2000, 4000, 8000)); y <- log(c(1100, 2300, 3900, 8800))
  // fit <- summary(lm(y ~ x)); S <- sqrt(sum((x - mean(x))^2)); fit$coefficients
  // fit$sigma * qt(0.99, 2) / S; fit$sigma * qt(0.95, 2) / S; fit$sigma * qnorm(0.99) / S
  // fit$sigma / sqrt(qchisq(0.99, 2) / 2)
  @Test
  void hasTheSlopeAndTheScatterOfLeastSquares() {
    Interval exponent = exponentOf(0);

    assertThat(exponent.estimate()).isCloseTo(R_SLOPE, within(1e-7));
    // exact costs: what lies beside the line is no error
    assertThat(exponent.estimate() - exponent.lower()).isCloseTo(R_NORMAL, within(1e-7));
  }

  @Test
  void isWideWhereThePointsScatterMoreThanIsExplained() {
    Interval unexplained = exponentOf(R_SYSTEMATIC * 0.999);
    Interval explained = exponentOf(R_SYSTEMATIC * 1.001);

    assertThat(unexplained.estimate() - unexplained.lower())
        .isCloseTo(R_STUDENT_LOWER, within(1e-7));
    assertThat(unexplained.upper() - unexplained.estimate())
        .isCloseTo(R_STUDENT_UPPER, within(1e-7));
    assertThat(explained.estimate() - explained.lower()).isCloseTo(R_NORMAL, within(1e-7));
    assertThat(explained.upper() - explained.estimate())
        .isCloseTo(R_NORMAL * 1.644853627 / 2.326347874, within(1e-7));
  }

  private static Interval exponentOf(double systematic) {
    double[] costs = {1100, 2300, 3900, 8800};
    return PowerLaw.of(SIZES, costs, systematic, 0.01, 0.05).exponent();
  }

  @Test
  void isNoNarrowerThanTheSystematicPart() {
    double[] costs = {3e6, 12e6, 48e6, 192e6};

    double near = reach(SIZES, costs, 0.05);
    double far = reach(new double[] {1000, 10_000, 100_000, 1_000_000}, costs, 0.05);

    // z * sigma / sqrt(Sxx), Sxx = 5 ln(2)^2 and 5 ln(10)^2
    assertThat(near).isCloseTo(2.3263479 * 0.05 / (Math.sqrt(5) * Math.log(2)), within(1e-6));
    assertThat(far).isLessThan(near);
  }

  private static double reach(double[] sizes, double[] costs, double systematic) {
    Interval interval = PowerLaw.of(sizes, costs, systematic, 0.01, 0.05).exponent();
    return interval.estimate() - interval.lower();
  }

  @Test
  void doesNotDependOnTheUnits() {
    double[] costs = {1100, 2300, 3900, 8800};
    double[] thousandfold = {1.1e6, 2.3e6, 3.9e6, 8.8e6};

    assertThat(PowerLaw.of(SIZES, thousandfold, 0, 0.01, 0.05).exponent().lower())
        .isCloseTo(PowerLaw.of(SIZES, costs, 0, 0.01, 0.05).exponent().lower(), within(1e-9));
  }

  @Test
  void needsThreePoints() {
    assertThatIllegalArgumentException()
        .isThrownBy(() -> PowerLaw.of(new double[] {1, 2}, new double[] {1, 2}, 0, 0.01, 0.05));
  }
}
