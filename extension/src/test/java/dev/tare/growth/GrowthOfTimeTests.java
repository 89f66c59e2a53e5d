package dev.tare.growth;

import static java.util.Objects.requireNonNull;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.within;

import dev.tare.internal.call.TestBody;
import dev.tare.internal.timing.Caps;
import dev.tare.internal.timing.Clock;
import dev.tare.internal.timing.Progress;
import dev.tare.internal.timing.SimulatedGrowth;
import dev.tare.internal.timing.SizedTimes;
import dev.tare.model.Budget;
import dev.tare.model.Measurement;
import dev.tare.model.Measurement.Doubtful;
import dev.tare.model.Measurement.Observed;
import dev.tare.model.Verdict.Outcome;
import dev.tare.unit.Elapsed;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class GrowthOfTimeTests {

  private static final List<Integer> SIZES = List.of(1000, 2000, 4000, 8000);
  private static final List<Integer> SMALL_SIZES = List.of(10, 20, 40, 80);

  private static Measurement judged(boolean tooFast, List<Double> nanos) {
    return judged(tooFast, nanos, 0);
  }

  private static Measurement judged(boolean tooFast, List<Double> nanos, double chargeError) {
    Caps caps = new Caps(new Elapsed(1e9), new Elapsed(1e9));
    return new GrowthOfTime(Clock.ofThisJvm(), caps, SIZES, Progress.SILENT)
        .judged(new SizedTimes(nanos, chargeError, List.of("CPU time"), List.of(), tooFast));
  }

  private static List<Double> power(double exponent) {
    return SIZES.stream().map(n -> 2 * Math.pow(n, exponent)).toList();
  }

  // the systematic part is 0.032 of an exponent here, which is 0.075 to fail and 0.053 to pass
  @ParameterizedTest
  @CsvSource({
    "0, SUBLINEAR, WITHIN",
    "0.84, SUBLINEAR, WITHIN",
    "0.86, SUBLINEAR, INCONCLUSIVE",
    "0.97, SUBLINEAR, INCONCLUSIVE",
    "0.98, SUBLINEAR, EXCEEDED",
    "1.1, LINEAR, WITHIN",
    "1.79, LINEAR, WITHIN",
    "1.85, LINEAR, INCONCLUSIVE",
    "1.93, LINEAR, EXCEEDED",
    "2, LINEAR, EXCEEDED",
    "2, QUADRATIC, WITHIN",
    "3, QUADRATIC, EXCEEDED"
  })
  void tellsTheClassesApart(double exponent, Order atMost, Outcome outcome) {
    Budget budget = Budget.atMost(GrowthOfCosts.TIME, atMost.most());

    assertThat(budget.judge(judged(false, power(exponent))).outcome()).isEqualTo(outcome);
  }

  @Test
  void isLessSureWherePausesWereFew() {
    Budget budget = Budget.atMost(GrowthOfCosts.TIME, Order.LINEAR.most());

    assertThat(budget.judge(judged(false, power(1.93), 0.05)).outcome())
        .isEqualTo(Outcome.INCONCLUSIVE);
  }

  @Test
  void whatShrinksIsWithinEverything() {
    Budget budget = Budget.atMost(GrowthOfCosts.TIME, Order.SUBLINEAR.most());

    assertThat(budget.judge(judged(false, power(-1))).outcome()).isEqualTo(Outcome.WITHIN);
  }

  private static Measurement measured(Order atMost, double... exponents) throws Throwable {
    SimulatedGrowth growth = new SimulatedGrowth();
    Caps caps = new Caps(new Elapsed(2e9), new Elapsed(2e9));
    List<TestBody> bodies = SMALL_SIZES.stream().map(n -> growth.body(n, exponents)).toList();
    return new GrowthOfTime(growth.clock(), caps, SMALL_SIZES, Progress.SILENT)
        .measure(bodies, Budget.atMost(GrowthOfCosts.TIME, atMost.most()));
  }

  @Test
  void isMeasuredOnceIfItIsWithin() throws Throwable {
    assertThat(measured(Order.LINEAR, 1, 2))
        .isInstanceOfSatisfying(
            Observed.class,
            observed -> {
              assertThat(observed.value().amount()).isCloseTo(1, within(0.01));
              assertThat(observed.counted()).noneMatch(phrase -> phrase.contains("second run"));
            });
  }

  @Test
  void isConfirmedIfItGrowsTooFast() throws Throwable {
    assertThat(measured(Order.LINEAR, 2, 2.3, 1))
        .isInstanceOfSatisfying(
            Observed.class,
            observed -> {
              assertThat(observed.value().amount()).isCloseTo(2, within(0.01));
              assertThat(observed.counted().get(observed.counted().size() - 1))
                  .matches("confirmed by a second run with fresh code: n\\^2\\.(29|30|31)");
            });
  }

  @Test
  void isInDoubtIfTwoRunsDisagree() throws Throwable {
    assertThat(measured(Order.LINEAR, 2, 1))
        .isInstanceOfSatisfying(
            Doubtful.class,
            doubtful -> {
              assertThat(doubtful.reason())
                  .matches(
                      "two runs disagree: n\\^(1\\.99|2\\.0[01]) exceeded the limit,"
                          + " n\\^(0\\.99|1\\.0[01]) with fresh code did not");
              assertThat(requireNonNull(doubtful.observed()).value().amount())
                  .isCloseTo(2, within(0.01));
            });
  }

  @Test
  void isNotConfirmedByARunThatIsTooNear() throws Throwable {
    assertThat(measured(Order.LINEAR, 2, 1.86))
        .isInstanceOfSatisfying(
            Doubtful.class,
            doubtful ->
                assertThat(doubtful.reason())
                    .matches(
                        "not confirmed: n\\^(1\\.99|2\\.0[01]) exceeded the limit,"
                            + " n\\^1\\.8[567] with fresh code is too near to tell; take sizes.*"));
  }

  @Test
  void isInDoubtIfTheSecondRunCannotTell() throws Throwable {
    assertThat(measured(Order.LINEAR, 2, -2))
        .isInstanceOfSatisfying(
            Doubtful.class,
            doubtful -> assertThat(doubtful.reason()).contains("less than the floor of 1 ns"));
  }

  @Test
  void saysOfAnEmptyBodyThatItCannotTell() {
    assertThat(judged(true, power(0)))
        .isInstanceOfSatisfying(
            Doubtful.class,
            doubtful -> assertThat(doubtful.reason()).contains("take larger sizes"));
  }
}
