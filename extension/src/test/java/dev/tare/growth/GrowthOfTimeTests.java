package dev.tare.growth;

import static java.util.Objects.requireNonNull;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.within;

import dev.tare.Reasons;
import dev.tare.body.TestBody;
import dev.tare.internal.timing.SimulatedGrowth;
import dev.tare.internal.timing.SizedTimes;
import dev.tare.internal.timing.clock.JvmCounters;
import dev.tare.internal.timing.stage.BenchmarkProgress;
import dev.tare.internal.timing.stage.TimeCaps;
import dev.tare.model.Budget;
import dev.tare.model.Measurement;
import dev.tare.model.Measurement.Doubtful;
import dev.tare.model.Measurement.Observed;
import dev.tare.model.Remark;
import dev.tare.model.Verdict.Outcome;
import dev.tare.testing.NeedsC2;
import dev.tare.unit.Elapsed;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.EnumSource;

@NeedsC2
class GrowthOfTimeTests {

  private static final List<Integer> SIZES = List.of(1000, 2000, 4000, 8000);
  private static final List<Double> NONE = List.of(0.0, 0.0, 0.0, 0.0);
  private static final List<Integer> SMALL_SIZES = List.of(10, 20, 40, 80);

  private static Measurement judged(GrowthOrder atMost, boolean tooFast, List<Double> nanos) {
    return judged(atMost, tooFast, nanos, NONE);
  }

  private static Measurement judged(
      GrowthOrder atMost, boolean tooFast, List<Double> nanos, List<Double> chargeErrors) {
    TimeCaps caps = new TimeCaps(new Elapsed(1e9), new Elapsed(1e9));
    return new GrowthOfTime(JvmCounters.ofThisJvm(), caps, SIZES, BenchmarkProgress.SILENT)
        .measurement(
            new SizedTimes(
                nanos, nanos, chargeErrors, 2, List.of("CPU time"), List.of(), tooFast, 1e6),
            budget(atMost));
  }

  private static Budget budget(GrowthOrder atMost) {
    return Budget.atMost(GrowthOfCosts.TIME, atMost.limit());
  }

  private static List<Double> power(double exponent) {
    return SIZES.stream().map(n -> 2 * Math.pow(n, exponent)).toList();
  }

  // the bounds result from the fit of a constant and a power law to times with an error of 5 %
  @ParameterizedTest
  @CsvSource({
    "0, SUBLINEAR, WITHIN",
    "0.5, SUBLINEAR, WITHIN",
    "0.84, SUBLINEAR, INCONCLUSIVE",
    "0.97, SUBLINEAR, INCONCLUSIVE",
    "0.98, SUBLINEAR, EXCEEDED",
    "1.1, LINEAR, WITHIN",
    "1.5, LINEAR, WITHIN",
    "1.79, LINEAR, INCONCLUSIVE",
    "1.85, LINEAR, INCONCLUSIVE",
    "1.93, LINEAR, EXCEEDED",
    "2, LINEAR, EXCEEDED",
    "2, QUADRATIC, WITHIN",
    "3, QUADRATIC, EXCEEDED",
    "3, CUBIC, WITHIN",
    "4, CUBIC, EXCEEDED"
  })
  void growthOrdersAreDistinguished(double exponent, GrowthOrder atMost, Outcome outcome) {
    assertThat(outcome(atMost, power(exponent))).isEqualTo(outcome);
  }

  private static Outcome outcome(GrowthOrder atMost, List<Double> nanos) {
    return budget(atMost).judge(judged(atMost, false, nanos)).outcome();
  }

  @Test
  void fewPausesWidenTheInterval() {
    List<Double> nanos = power(1.93);
    List<Double> errors = nanos.stream().map(time -> 0.05 * time).toList();
    Measurement unsure = judged(GrowthOrder.LINEAR, false, nanos, errors);

    assertThat(budget(GrowthOrder.LINEAR).judge(unsure).outcome()).isEqualTo(Outcome.INCONCLUSIVE);
  }

  @Test
  void fewPausesOfOneSizeLeaveTheOthersAccurate() {
    List<Double> nanos = power(3);
    List<Double> errors = List.of(0.0, 0.0, 0.0, 0.8 * nanos.get(3));
    Measurement measured = judged(GrowthOrder.LINEAR, false, nanos, errors);

    assertThat(budget(GrowthOrder.LINEAR).judge(measured).outcome()).isEqualTo(Outcome.EXCEEDED);
  }

  @ParameterizedTest
  @EnumSource(names = "CONSTANT", mode = EnumSource.Mode.EXCLUDE)
  void shrinkingTimeIsWithinEveryOrder(GrowthOrder atMost) {
    assertThat(outcome(atMost, SIZES.stream().map(n -> 1e6 / n).toList()))
        .isEqualTo(Outcome.WITHIN);
  }

  @Test
  void constantPartDoesNotHideASquare() {
    List<Double> nanos = SIZES.stream().map(n -> 1e5 + 0.05 * n * n).toList();

    assertThat(outcome(GrowthOrder.SUBLINEAR, nanos)).isEqualTo(Outcome.EXCEEDED);
    assertThat(outcome(GrowthOrder.LINEAR, nanos)).isNotEqualTo(Outcome.WITHIN);
    assertThat(judged(GrowthOrder.QUADRATIC, false, nanos))
        .isInstanceOfSatisfying(
            Observed.class,
            observed -> {
              assertThat(observed.value().amount()).isCloseTo(2, within(0.001));
              assertThat(observed.counted())
                  .startsWith(
                      "150 us at n = 1,000, 3.3 ms at n = 8,000",
                      "fitted 100 us + 0.0500 ns x n^2.00");
            });
  }

  @Test
  void constantPartThatHidesTheRestIsInconclusive() {
    assertThat(
            Reasons.ofDoubt(
                judged(GrowthOrder.LINEAR, false, SIZES.stream().map(n -> 1e6 + 20 * n).toList())))
        .isEqualTo(
            "1 ms at n = 1,000, 1.2 ms at n = 8,000: a fixed part or scatter hides"
                + " how fast the rest grows; take larger sizes, more of them, or sizes"
                + " that lie further apart");
  }

  @Test
  void flatTimesDoNotProveLinearGrowth() {
    assertThat(outcome(GrowthOrder.SUBLINEAR, power(0))).isEqualTo(Outcome.WITHIN);
    assertThat(
            Reasons.ofDoubt(judged(GrowthOrder.LINEAR, false, List.of(200.0, 206.0, 197.0, 203.0))))
        .isEqualTo(
            "200 ns at n = 1,000, 203 ns at n = 8,000: growth is too small to be seen;"
                + " take larger sizes, or atMost = GrowthOrder.SUBLINEAR if it need not"
                + " grow");
  }

  // 0.00001 ns for each of 8,000^1.85 is 166 ns, for each of 8,000^2.5 it is 57 us
  @ParameterizedTest
  @CsvSource({
    "160, LINEAR, WITHIN",
    "172, LINEAR, INCONCLUSIVE",
    "172, QUADRATIC, WITHIN",
    "56_000, QUADRATIC, WITHIN",
    "59_000, QUADRATIC, INCONCLUSIVE"
  })
  void flatTimeIsWithinAnOrderThatTakesLonger(String nanos, GrowthOrder atMost, Outcome outcome) {
    double flat = Double.parseDouble(nanos.replace("_", ""));

    assertThat(outcome(atMost, List.of(flat, 1.02 * flat, 0.99 * flat, flat))).isEqualTo(outcome);
  }

  @Test
  void flatTimeNamesTheGrowthThatItExcludes() {
    assertThat(judged(GrowthOrder.LINEAR, false, List.of(20.0, 20.0, 20.0, 20.0)))
        .isInstanceOfSatisfying(
            Observed.class,
            observed -> {
              assertThat(observed.upper().exact()).isEqualTo("n^1.61");
              assertThat(observed.counted())
                  .contains(
                      "no growth seen; one faster than n^1.61 would take longer at n = 8,000");
            });
  }

  @Test
  void timesThatScatterAreInconclusive() {
    assertThat(outcome(GrowthOrder.SUBLINEAR, List.of(200.0, 600.0, 100.0, 800.0)))
        .isEqualTo(Outcome.INCONCLUSIVE);
  }

  @Test
  void timeAtTheLargestSizeOnlyIsInconclusive() {
    assertThat(outcome(GrowthOrder.LINEAR, List.of(2.0, 2.0, 2.0, 4000.0)))
        .isEqualTo(Outcome.INCONCLUSIVE);
  }

  private static Outcome outcomeOfThree(
      GrowthOrder atMost, double maxSlowdown, List<Integer> sizes, List<Double> nanos) {
    TimeCaps caps = new TimeCaps(new Elapsed(1e9), new Elapsed(1e9));
    SizedTimes times =
        new SizedTimes(nanos, nanos, NONE, maxSlowdown, List.of("CPU time"), List.of(), false, 1e6);
    return budget(atMost)
        .judge(
            new GrowthOfTime(JvmCounters.ofThisJvm(), caps, sizes, BenchmarkProgress.SILENT)
                .measurement(times, budget(atMost)))
        .outcome();
  }

  @ParameterizedTest
  @CsvSource({
    // exponent, slowdown of each time, limit, outcome
    "2, 1, 1, 1, CUBIC, WITHIN",
    "2, 2, 1, 1, CUBIC, WITHIN",
    "2, 1, 2, 1, CUBIC, WITHIN",
    "2, 1, 1, 2, CUBIC, WITHIN",
    "2, 1, 1.5, 1, CUBIC, WITHIN",
    "1, 1, 2, 1, LINEAR, WITHIN",
    "1, 1.6, 2, 1, LINEAR, WITHIN",
    "2, 1, 2, 1, SUBLINEAR, EXCEEDED",
    "3, 1, 2, 1, LINEAR, EXCEEDED",
    "4, 1, 2, 1, QUADRATIC, EXCEEDED",
    "2, 1, 2, 1, LINEAR, INCONCLUSIVE",
    "2, 1, 12, 1, CUBIC, INCONCLUSIVE"
  })
  void oneDisturbedTimeOfThreeLeavesClearGrowthDecided(
      double exponent,
      double first,
      double second,
      double third,
      GrowthOrder atMost,
      Outcome outcome) {
    List<Double> nanos =
        List.of(
            first * Math.pow(20, exponent),
            second * Math.pow(80, exponent),
            third * Math.pow(320, exponent));

    assertThat(outcomeOfThree(atMost, 2, List.of(20, 80, 320), nanos)).isEqualTo(outcome);
  }

  @Test
  void disturbedTimeOfThreeDecidesNothingIfItsSlowdownHasNoBound() {
    List<Double> nanos = List.of(400.0, 12_800.0, 102_400.0);

    assertThat(
            outcomeOfThree(
                GrowthOrder.CUBIC, Double.POSITIVE_INFINITY, List.of(20, 80, 320), nanos))
        .isEqualTo(Outcome.INCONCLUSIVE);
  }

  @ParameterizedTest
  @CsvSource({
    // a growth above the limit, its limit, three sizes
    "1, SUBLINEAR, 20, 80, 320",
    "2, LINEAR, 20, 80, 320",
    "2, LINEAR, 100, 400, 800",
    "2, LINEAR, 100, 200, 800",
    "3, QUADRATIC, 100, 400, 800",
    "4, CUBIC, 20, 80, 320",
    "4, CUBIC, 100, 400, 800"
  })
  void boundOfASharedCoreMakesNoExcessiveGrowthPass(
      double exponent, GrowthOrder atMost, int small, int middle, int large) {
    double[] slowdowns = {1, 1.1, 1.25, 1.5, 1.75, 2};
    List<Integer> sizes = List.of(small, middle, large);
    for (double first : slowdowns) {
      for (double second : slowdowns) {
        for (double third : slowdowns) {
          List<Double> nanos =
              List.of(
                  100 * first * Math.pow(small, exponent),
                  100 * second * Math.pow(middle, exponent),
                  100 * third * Math.pow(large, exponent));

          // three slow times may lie on the curve of another power, which no bound changes
          Outcome unbounded = outcomeOfThree(atMost, Double.POSITIVE_INFINITY, sizes, nanos);
          if (unbounded != Outcome.WITHIN) {
            assertThat(outcomeOfThree(atMost, 2, sizes, nanos))
                .as("slowdowns %s, %s and %s", first, second, third)
                .isNotEqualTo(Outcome.WITHIN);
          }
        }
      }
    }
  }

  private static Measurement measured(GrowthOrder atMost, double... exponents) throws Throwable {
    SimulatedGrowth growth = new SimulatedGrowth();
    TimeCaps caps = new TimeCaps(new Elapsed(2e9), new Elapsed(2e9));
    List<TestBody> bodies = SMALL_SIZES.stream().map(n -> growth.body(n, exponents)).toList();
    return new GrowthOfTime(growth.clock(), caps, SMALL_SIZES, BenchmarkProgress.SILENT)
        .measure(bodies, Budget.atMost(GrowthOfCosts.TIME, atMost.limit()));
  }

  @Test
  void growthWithinTheLimitIsMeasuredOnce() throws Throwable {
    assertThat(measured(GrowthOrder.LINEAR, 1, 2))
        .isInstanceOfSatisfying(
            Observed.class,
            observed -> {
              assertThat(observed.value().amount()).isCloseTo(1, within(0.01));
              assertThat(observed.counted()).noneMatch(phrase -> phrase.contains("second run"));
            });
  }

  @Test
  void excessiveGrowthIsConfirmed() throws Throwable {
    assertThat(measured(GrowthOrder.LINEAR, 2, 2.3, 1))
        .isInstanceOfSatisfying(
            Observed.class,
            observed -> {
              assertThat(observed.value().amount()).isCloseTo(2, within(0.01));
              assertThat(observed.counted().get(0))
                  .matches("confirmed by a second run: n\\^2\\.(29|30|31)");
            });
  }

  @Test
  void disagreeingRunsAreInconclusive() throws Throwable {
    assertThat(measured(GrowthOrder.LINEAR, 2, 1))
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
  void secondRunNearTheLimitConfirmsNothing() throws Throwable {
    assertThat(Reasons.ofDoubt(measured(GrowthOrder.LINEAR, 2, 1.86)))
        .matches(
            "not confirmed: n\\^(1\\.99|2\\.0[01]) exceeded the limit,"
                + " n\\^1\\.8[567] with fresh code is inconclusive; use sizes.*");
  }

  @ParameterizedTest
  @CsvSource({
    // nanoseconds of a call that was not optimized at n = 8,000, limit, outcome
    "1, SUBLINEAR, INCONCLUSIVE",
    "1, LINEAR, WITHIN",
    "160, LINEAR, WITHIN",
    "170, LINEAR, INCONCLUSIVE",
    "50_000, QUADRATIC, WITHIN",
    "60_000, QUADRATIC, INCONCLUSIVE"
  })
  void removedWorkIsWithinALimitThatItsBoundKeeps(
      String nanos, GrowthOrder limit, Outcome outcome) {
    double maxNanos = Double.parseDouble(nanos.replace("_", ""));
    TimeCaps caps = new TimeCaps(new Elapsed(1e9), new Elapsed(1e9));
    SizedTimes times =
        new SizedTimes(power(0), power(0), NONE, 2, List.of("CPU time"), List.of(), true, maxNanos);

    Measurement measurement =
        new GrowthOfTime(JvmCounters.ofThisJvm(), caps, SIZES, BenchmarkProgress.SILENT)
            .measurement(times, budget(limit));

    assertThat(budget(limit).judge(measurement).outcome()).isEqualTo(outcome);
    assertThat(measurement instanceof Observed observed && observed.otherWork().isPresent())
        .isEqualTo(outcome == Outcome.WITHIN);
  }

  @Test
  void boundOfCallsThatDoOtherWorkDecidesNothing() {
    Remark remembered = Remark.of(Remark.OTHER_WORK, "later calls may do other work");
    TimeCaps caps = new TimeCaps(new Elapsed(1e9), new Elapsed(1e9));
    SizedTimes times =
        new SizedTimes(
            power(0), power(0), NONE, 2, List.of("CPU time"), List.of(remembered), true, 1);

    Measurement measurement =
        new GrowthOfTime(JvmCounters.ofThisJvm(), caps, SIZES, BenchmarkProgress.SILENT)
            .measurement(times, budget(GrowthOrder.LINEAR));

    assertThat(measurement).isInstanceOf(Doubtful.class);
  }

  @Test
  void inconclusiveSecondRunConfirmsNothing() throws Throwable {
    assertThat(Reasons.ofDoubt(measured(GrowthOrder.LINEAR, 2, -2)))
        .contains("less than the floor of 1 ns");
  }

  private static Measurement judged(
      GrowthOrder atMost, List<Double> samples, List<Double> allCalls) {
    TimeCaps caps = new TimeCaps(new Elapsed(1e9), new Elapsed(1e9));
    SizedTimes times =
        new SizedTimes(samples, allCalls, NONE, 2, List.of("CPU time"), List.of(), false, 1e6);
    return new GrowthOfTime(JvmCounters.ofThisJvm(), caps, SIZES, BenchmarkProgress.SILENT)
        .measurement(times, budget(atMost));
  }

  @Test
  void rareSlowCallsThatGrowFasterPutAGrowthInDoubt() {
    List<Double> allCalls = SIZES.stream().map(n -> 2.0 * n + n * n).toList();

    assertThat(Reasons.ofDoubt(judged(GrowthOrder.LINEAR, power(1), allCalls)))
        .isEqualTo(
            "the samples judged give 16 us at n = 8,000, all calls since the warm-up"
                + " 64 ms on average: some calls take much longer than others, and may"
                + " grow differently; let each call do the same work");
  }

  @Test
  void rareSlowCallsWithALargeFixedPartPutAGrowthInDoubt() {
    List<Double> allCalls = SIZES.stream().map(n -> 1e6 + 0.02 * n * n).toList();

    assertThat(judged(GrowthOrder.LINEAR, power(1), allCalls)).isInstanceOf(Doubtful.class);
  }

  @ParameterizedTest
  @CsvSource({
    // factors of the means at the four sizes, whether the limit is kept
    "8, 1, 1, 1, true",
    "1, 8, 1, 1, true",
    "1, 1, 8, 1, true",
    "1, 1, 1, 1.7, true",
    "1, 1, 1, 1.9, false",
    "1, 2, 4, 8, false"
  })
  void meansThatAreDisturbedBelowTheLargestSizeChangeNothing(
      double first, double second, double third, double last, boolean isWithin) {
    List<Double> linear = power(1);
    List<Double> allCalls =
        List.of(
            first * linear.get(0),
            second * linear.get(1),
            third * linear.get(2),
            last * linear.get(3));

    assertThat(judged(GrowthOrder.LINEAR, linear, allCalls) instanceof Observed)
        .isEqualTo(isWithin);
  }

  @Test
  void rareSlowCallsThatGrowSlowerPutAnExceededLimitInDoubt() {
    List<Double> allCalls = SIZES.stream().map(n -> 1e8 * n).toList();

    assertThat(judged(GrowthOrder.LINEAR, power(2), allCalls)).isInstanceOf(Doubtful.class);
  }

  @Test
  void rareSlowCallsThatGrowLikeTheSamplesChangeNothing() {
    List<Double> allCalls = SIZES.stream().map(n -> 20.0 * n).toList();

    assertThat(judged(GrowthOrder.LINEAR, power(1), allCalls)).isInstanceOf(Observed.class);
  }

  @Test
  void emptyBodyIsInconclusive() {
    assertThat(Reasons.ofDoubt(judged(GrowthOrder.LINEAR, true, power(0))))
        .contains("take larger sizes");
  }
}
