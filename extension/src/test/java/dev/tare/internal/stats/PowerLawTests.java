package dev.tare.internal.stats;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatIllegalArgumentException;
import static org.assertj.core.api.Assertions.within;

import dev.tare.internal.stats.PowerLaw.Errors;
import dev.tare.internal.stats.PowerLaw.Trend;
import java.util.Arrays;
import java.util.Collections;
import java.util.List;
import java.util.Random;
import org.junit.jupiter.api.Test;

class PowerLawTests {

  private static final double[] SIZES = {1000, 2000, 4000, 8000};
  private static final List<Double> NONE = Collections.nCopies(5, 0.0);
  private static final double[] OFFSET = {1100, 1300, 1900, 4400};

  private static Errors relative(double share) {
    return new Errors(share, 0, NONE, Double.POSITIVE_INFINITY);
  }

  private static PowerLaw law(double[] costs, Errors errors) {
    return PowerLaw.of(SIZES, costs, errors, 0.01, 0.05);
  }

  private static double[] costs(double fixed, double factor, double exponent) {
    return Arrays.stream(SIZES).map(n -> fixed + factor * Math.pow(n, exponent)).toArray();
  }

  @Test
  void exactPowerIsFound() {
    PowerLaw law = law(costs(0, 3, 2), relative(0.05));

    assertThat(law.exponent().estimate()).isCloseTo(2, within(1e-6));
    assertThat(law.fixed() / law.at(1000)).isCloseTo(0, within(1e-6));
    assertThat(law.factor()).isCloseTo(3, within(1e-4));
    assertThat(law.at(16000)).isCloseTo(768e6, within(1e3));
    assertThat(law.trend()).isEqualTo(Trend.GROWS);
  }

  @Test
  void fixedPartIsSubtracted() {
    PowerLaw law =
        law(
            costs(1e6, 0.1, 2),
            new Errors(0, 0.12, Collections.nCopies(4, 4.0), Double.POSITIVE_INFINITY));

    assertThat(law.exponent().estimate()).isCloseTo(2, within(1e-5));
    assertThat(law.exponent().lower()).isCloseTo(2, within(1e-4));
    assertThat(law.exponent().upper()).isCloseTo(2, within(1e-4));
    assertThat(law.fixed()).isCloseTo(1e6, within(10.0));
    assertThat(law.factor()).isCloseTo(0.1, within(1e-5));
  }

  // scipy 1.17.1, with n and c the sizes and costs, s the errors and P the probability:
  // q = lambda p: lsq_linear(np.c_[np.ones(4), (n/8000)**p]/s[:,None], c/s, bounds=(0, np.inf))
  // m = minimize_scalar(lambda p: 2*q(p).cost, bounds=(.3, 4), options=dict(xatol=1e-12))
  // brentq(lambda p: 2*q(p).cost - m.fun - norm.isf(P)**2, .001, m.x), and from m.x to 30
  @Test
  void intervalIsThatOfTheProfileLikelihood() {
    PowerLaw offset = law(OFFSET, relative(0.05));

    assertThat(offset.exponent().estimate()).isCloseTo(1.9449622, within(1e-5));
    assertThat(offset.fixed()).isCloseTo(1052.25, within(0.01));
    assertThat(offset.exponent().lower()).isCloseTo(1.4609673, within(1e-6));
    assertThat(offset.exponent().upper()).isCloseTo(2.3495425, within(1e-6));

    PowerLaw pure = law(new double[] {1100, 2300, 3900, 8800}, relative(0.05));

    assertThat(pure.exponent().estimate()).isCloseTo(1.0463852, within(1e-5));
    assertThat(pure.exponent().lower()).isCloseTo(0.8988032, within(1e-6));
    assertThat(pure.exponent().upper()).isCloseTo(1.2557531, within(1e-6));
  }

  // the same with t.isf(P, 1)**2 * m.fun in place of norm.isf(P)**2
  @Test
  void intervalIsWideWherePointsScatterMoreThanErrorsExplain() {
    Interval exponent = law(OFFSET, relative(0.001)).exponent();

    assertThat(exponent.estimate()).isCloseTo(1.9449622, within(1e-5));
    assertThat(exponent.lower()).isCloseTo(0.0797465, within(1e-6));
    assertThat(exponent.upper()).isCloseTo(2.7057656, within(1e-6));
  }

  @Test
  void intervalIsNarrowerWhereSizesLieFurtherApart() {
    double[] far = {1000, 10_000, 100_000, 1_000_000};
    double[] costs = Arrays.stream(far).map(n -> 3 * n * n).toArray();
    Interval exponent = PowerLaw.of(far, costs, relative(0.05), 0.01, 0.05).exponent();
    Interval near = law(costs(0, 3, 2), relative(0.05)).exponent();

    assertThat(exponent.upper() - exponent.lower()).isLessThan((near.upper() - near.lower()) / 3);
  }

  @Test
  void exponentDoesNotDependOnTheUnits() {
    double[] thousandfold = Arrays.stream(OFFSET).map(cost -> cost * 1000).toArray();
    Interval exponent = law(OFFSET, relative(0.05)).exponent();
    Interval scaled = law(thousandfold, relative(0.05)).exponent();

    assertThat(scaled.lower()).isCloseTo(exponent.lower(), within(1e-6));
    assertThat(scaled.upper()).isCloseTo(exponent.upper(), within(1e-6));
  }

  @Test
  void exponentDoesNotDependOnAFixedPartWithoutErrors() {
    double[] bumpy = {1100, 2300, 3900, 8800};
    double[] above = Arrays.stream(bumpy).map(cost -> cost + 1e7).toArray();
    Interval exponent = law(bumpy, new Errors(0, 0.12, NONE, Double.POSITIVE_INFINITY)).exponent();

    assertThat(law(above, new Errors(0, 0.12, NONE, Double.POSITIVE_INFINITY)).exponent().upper())
        .isCloseTo(exponent.upper(), within(1e-3));
  }

  @Test
  void intervalHasNoUpperEndWhereErrorsExplainAllDifferences() {
    PowerLaw law = law(new double[] {1000, 1030, 980, 1010}, relative(0.05));

    assertThat(law.trend()).isEqualTo(Trend.FLAT);
    assertThat(law.exponent()).isEqualTo(new Interval(0, 0, Double.POSITIVE_INFINITY));
    assertThat(law.fixed()).isCloseTo(1005, within(5.0));
  }

  @Test
  void intervalHasNoUpperEndWhereAFixedPartHidesThePower() {
    PowerLaw law = law(new double[] {1000, 1020, 1060, 1150}, relative(0.05));

    assertThat(law.trend()).isEqualTo(Trend.GROWS);
    assertThat(law.exponent().upper()).isInfinite();
  }

  @Test
  void exponentIsUnclearWhereCostsScatterWithoutATrend() {
    PowerLaw law = law(new double[] {1000, 3000, 500, 4000}, relative(0.05));

    assertThat(law.trend()).isEqualTo(Trend.UNCLEAR);
    assertThat(law.exponent().upper()).isInfinite();
  }

  @Test
  void shrinkingCostsHaveTheExponentZero() {
    PowerLaw law = law(new double[] {8000, 4000, 2000, 1000}, relative(0.05));

    assertThat(law.trend()).isEqualTo(Trend.SHRINKS);
    assertThat(law.exponent()).isEqualTo(new Interval(0, 0, 0));
  }

  // costs of 200 to 400, 4,800 to 9,600 and 51,200 to 102,400: the exponent is at most that through
  // 400, 4,800 and 102,400, so 4^p = 102,000 / 4,400 - 1, and at least log4(4,800 / 400)
  @Test
  void largestExcessBoundsTheExponentOfThreeDisturbedCosts() {
    double[] sizes = {20, 80, 320};
    double[] costs = {400, 9_600, 102_400};
    Interval unbounded = PowerLaw.of(sizes, costs, relative(1e-4), 0.01, 0.05).exponent();
    Interval bounded =
        PowerLaw.of(sizes, costs, new Errors(1e-4, 0, NONE, 2), 0.01, 0.05).exponent();

    assertThat(unbounded.upper()).isInfinite();
    assertThat(bounded.upper()).isCloseTo(2.236, within(0.001));
    assertThat(bounded.lower()).isCloseTo(1.792, within(0.001));
  }

  @Test
  void endThatTheLargestExcessBoundsIsNotPassedByTheTruth() {
    Random random = new Random(33);
    int bounded = 0;
    for (int i = 0; i < 1_000; i++) {
      double[] sizes = new double[3 + random.nextInt(3)];
      double[] costs = new double[sizes.length];
      double exponent = 4 * random.nextDouble();
      double fixed = random.nextBoolean() ? 0 : 1e4 * random.nextDouble();
      for (int k = 0; k < sizes.length; k++) {
        sizes[k] = k == 0 ? 10 : sizes[k - 1] * (1.5 + 6 * random.nextDouble());
        costs[k] = (fixed + Math.pow(sizes[k], exponent)) * (1 + random.nextDouble());
      }
      Interval wide = PowerLaw.of(sizes, costs, relative(0.01), 0.01, 0.05).exponent();
      Interval near =
          PowerLaw.of(sizes, costs, new Errors(0.01, 0, NONE, 2), 0.01, 0.05).exponent();
      bounded += near.equals(wide) ? 0 : 1;

      assertThat(near.upper() < wide.upper() && near.upper() < exponent).as("upper").isFalse();
      assertThat(near.lower() > wide.lower() && near.lower() > exponent).as("lower").isFalse();
    }
    assertThat(bounded).isGreaterThan(100);
  }

  @Test
  void fewerThanThreePointsAreRefused() {
    assertThatIllegalArgumentException()
        .isThrownBy(
            () ->
                PowerLaw.of(new double[] {1, 2}, new double[] {1, 2}, relative(0.05), 0.01, 0.05));
  }
}
