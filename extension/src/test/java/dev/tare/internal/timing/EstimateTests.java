package dev.tare.internal.timing;

import static org.assertj.core.api.Assertions.assertThat;

import dev.tare.Reasons;
import dev.tare.internal.stats.Interval;
import dev.tare.internal.timing.clock.CounterReading;
import dev.tare.internal.timing.sample.Samples.TimeBasis;
import dev.tare.internal.timing.sample.SamplingPlan;
import dev.tare.internal.timing.sample.SamplingPlans;
import dev.tare.internal.timing.sample.Statistic;
import dev.tare.internal.timing.sample.TotalCallTime;
import dev.tare.model.Budget;
import dev.tare.model.Measurement;
import dev.tare.model.Sampling;
import dev.tare.model.Verdict.Outcome;
import dev.tare.unit.Elapsed;
import java.util.Collections;
import java.util.List;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Test;

/** Agreement of samples with all calls. */
class EstimateTests {

  private static Estimate estimate(
      SamplingPlan plan,
      TotalCallTime.@Nullable Mean meanOfAllCalls,
      List<Double> readings,
      Interval interval) {
    return new Estimate(
        TimeFigures.TIME_PER_CALL,
        plan,
        TimeBasis.CPU,
        5,
        readings,
        interval,
        new GcCost(new CounterReading(0, 0, 0, 0, 0, 0, 0, 0, 0), true),
        false,
        false,
        meanOfAllCalls);
  }

  @Test
  void callsThatAreSlowInRunsAreTooFewForAPercentile() {
    Elapsed second = Elapsed.parse("1 s");
    Estimate estimate =
        estimate(
            new SamplingPlan(Statistic.parse("p99"), 1, true, second, second),
            null,
            Collections.nCopies(1_000, 100.0),
            new Interval(90, 100, Double.POSITIVE_INFINITY));

    Budget budget = Budget.atMost(TimeFigures.TIME_PER_CALL, second);
    Measurement measured =
        estimate.measurement(budget, Sampling.single(second), List.of(), List.of());
    assertThat(Reasons.ofDoubt(measured)).startsWith("1,000 calls cannot bound the p99");
  }

  private static Outcome outcome(double nanosOfAllCalls, String limit) {
    return estimate(
            SamplingPlans.STANDARD,
            new TotalCallTime.Mean(nanosOfAllCalls, 1_000),
            List.of(100.0),
            new Interval(90, 100, 110))
        .outcome(Budget.atMost(TimeFigures.TIME_PER_CALL, Elapsed.parse(limit)));
  }

  @Test
  void allCallsMayDifferFromSamplesByTheTolerance() {
    assertThat(outcome(120, "112 ns")).isEqualTo(Outcome.WITHIN);
    assertThat(outcome(150, "125 ns")).isEqualTo(Outcome.WITHIN);
    assertThat(outcome(150, "115 ns")).isEqualTo(Outcome.INCONCLUSIVE);
  }

  @Test
  void limitBelowTheMeanOfAllCallsIsNotKeptIfSamplesMissMostOfTheirTime() {
    assertThat(outcome(210, "180 ns")).isEqualTo(Outcome.INCONCLUSIVE);
    assertThat(outcome(210, "215 ns")).isEqualTo(Outcome.WITHIN);
  }

  @Test
  void timeMayBeTooFastOnlyIfItsIntervalAndAReadingAreNearTheFloor() {
    assertThat(mayBeTooFast(0.9, 1.1, 1.3)).isTrue();
    assertThat(mayBeTooFast(0.9, 1.9, 4)).isTrue();
    assertThat(mayBeTooFast(1.01, 1.1, 1.3)).isFalse();
    // as of two blocks before and after the JIT has optimized the method
    assertThat(mayBeTooFast(0.1, 58, 590)).isFalse();
  }

  private static boolean mayBeTooFast(double lower, double smaller, double larger) {
    double middle = Math.sqrt(smaller * larger);
    return estimate(
            SamplingPlans.STANDARD,
            null,
            List.of(larger, smaller),
            new Interval(lower, middle, 1_000))
        .mayBeTooFast();
  }
}
