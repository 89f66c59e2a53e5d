package dev.tare.internal.timing;

import static dev.tare.internal.timing.TimeFigures.TIME_PER_CALL;
import static dev.tare.internal.timing.TimeFigures.TIME_RATIO;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.within;

import dev.tare.Reasons;
import dev.tare.internal.timing.sample.BenchmarkCase;
import dev.tare.internal.timing.sample.SamplingPlan;
import dev.tare.internal.timing.sample.SamplingPlans;
import dev.tare.internal.timing.sample.Statistic;
import dev.tare.model.Budget;
import dev.tare.model.Measurement;
import dev.tare.model.Measurement.Missing;
import dev.tare.model.Measurement.Observed;
import dev.tare.model.Remark;
import dev.tare.model.Verdict.Outcome;
import dev.tare.testing.SameOnEveryJdk;
import dev.tare.unit.Elapsed;
import java.util.List;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Nested;
import org.junit.jupiter.api.Test;

/** Effects of the attributes of a benchmark, on a simulated clock. */
@SameOnEveryJdk
class SamplingPlanBenchmarkTests extends SimulatedBenchmarks {

  /** Returns a body whose every tenth sample, or single call, takes five times as long. */
  private SimulatedBody jumping(double nanos) {
    return new SimulatedBody(clock, nanos, 7) {
      private int turn;

      @Override
      public void simulateCalls(long n, int stub) throws Throwable {
        turn++;
        super.simulateCalls(turn % 10 == 0 ? 5 * n : n, stub);
      }
    };
  }

  @Nested
  class OfTheStatistic {

    @Test
    void robustStatisticLeavesInterruptionsOut() throws Throwable {
      Observed observed = observed(SamplingPlans.STANDARD, jumping(100), max("130 ns"));

      assertThat(observed.value().amount()).isCloseTo(100, within(1.0));
      assertThat(observed.sampling().statistic()).isEqualTo("trimmed mean");
    }

    @Test
    void meanIncludesInterruptions() throws Throwable {
      SamplingPlan mean = of("mean");
      Observed observed = observed(mean, jumping(100), max("300 ns"));

      assertThat(observed.value().amount()).isCloseTo(140, within(2.0));
      assertThat(observed.sampling().statistic()).isEqualTo("mean");
      assertThat(max("300 ns").judge(observed).outcome()).isEqualTo(Outcome.WITHIN);
      assertThat(outcome(mean, jumping(100), max("110 ns"))).isEqualTo(Outcome.EXCEEDED);
      assertThat(outcome(mean, jumping(100), max("140 ns"))).isEqualTo(Outcome.INCONCLUSIVE);
    }

    @Test
    void medianLeavesInterruptionsOut() throws Throwable {
      SamplingPlan median = of("median");

      assertThat(outcome(median, jumping(100), max("130 ns"))).isEqualTo(Outcome.WITHIN);
      assertThat(outcome(median, jumping(100), max("80 ns"))).isEqualTo(Outcome.EXCEEDED);
    }

    @Test
    void meansAreComparedAsMeans() throws Throwable {
      Observed observed = (Observed) measure(of("mean"), jumping(100), body(100), maxRatio(1.10));

      assertThat(observed.value().amount()).isCloseTo(1.4, within(0.02));
      assertThat(maxRatio(1.10).judge(observed).outcome()).isEqualTo(Outcome.EXCEEDED);
    }

    @Test
    void percentileIsComputedFromSingleCalls() throws Throwable {
      SamplingPlan p85 = of("p85");
      SamplingPlan p95 = of("p95");

      Observed most = observed(p85, jumping(10_000), max("20 us"));
      Observed slow = observed(p95, jumping(10_000), max("90 us"));

      assertThat(most.value().amount()).isCloseTo(10_080, within(100.0));
      assertThat(slow.value().amount()).isCloseTo(50_080, within(500.0));
      assertThat(slow.counted().get(0)).startsWith("real time");
      assertThat(outcome(p95, jumping(10_000), max("20 us"))).isEqualTo(Outcome.EXCEEDED);
      assertThat(outcome(p95, jumping(10_000), max("50 us"))).isEqualTo(Outcome.INCONCLUSIVE);
    }

    @Test
    void percentilesAreCompared() throws Throwable {
      Budget budget = maxRatio(2);
      Observed observed = (Observed) measure(of("p95"), jumping(10_000), body(10_000), budget);

      assertThat(observed.value().amount()).isCloseTo(4.95, within(0.1));
      assertThat(budget.judge(observed).outcome()).isEqualTo(Outcome.EXCEEDED);
    }

    @Test
    void tooFewCallsDoNotBoundAPercentile() throws Throwable {
      Measurement measurement = measure(of("p99"), body(30e6), null, max("100 ms"));

      assertThat(Reasons.ofDoubt(measurement))
          .matches(
              "8[0-9] calls cannot bound the p99 from above, which takes 477 that"
                  + " are independent; allow more with measurementTime");
    }

    @Test
    void tooFewCallsWithoutALimitHaveNoUpperEnd() throws Throwable {
      Observed observed =
          (Observed) measure(of("p99"), body(30e6), null, Budget.unlimited(TIME_PER_CALL));

      assertThat(observed.isAtLeast()).isTrue();
    }

    @Test
    void tooFewCallsStillExceedALimit() throws Throwable {
      assertThat(outcome(of("p99"), body(30e6), max("10 ms"))).isEqualTo(Outcome.EXCEEDED);
    }

    @Test
    void costOfTheClockCountsInFavourOfTheLimit() throws Throwable {
      Observed observed = measuredBriefly(max("50 ns"));

      // one reading of 40 ns is in each call
      assertThat(observed.value().amount()).isCloseTo(60, within(2.0));
      assertThat(observed.lower().amount()).isLessThan(20);
      assertThat(max("50 ns").judge(observed).outcome()).isEqualTo(Outcome.INCONCLUSIVE);
      assertThat(max("100 ns").judge(measuredBriefly(max("100 ns"))).outcome())
          .isEqualTo(Outcome.WITHIN);
      assertThat(max("10 ns").judge(measuredBriefly(max("10 ns"))).outcome())
          .isEqualTo(Outcome.EXCEEDED);
    }

    private Observed measuredBriefly(Budget budget) throws Throwable {
      Elapsed brief = Elapsed.parse("100 ms");
      SamplingPlan plan = new SamplingPlan(Statistic.parse("p50"), 1, true, brief, brief);
      return (Observed)
          new Benchmark(clock, plan)
              .measure(new BenchmarkCase("get()", body(20)), null, List.of(budget))
              .get(0);
    }
  }

  @Nested
  class OfTheOperations {

    private final SamplingPlan hundred = SamplingPlans.of(Statistic.ROBUST, 100, true);

    @Test
    void timesAreOfOneOperation() throws Throwable {
      Observed observed = observed(hundred, body(250), max("3 ns"));

      assertThat(observed.value().amount()).isCloseTo(2.5, within(0.05));
      assertThat(max("3 ns").judge(observed).outcome()).isEqualTo(Outcome.WITHIN);
      assertThat(outcome(hundred, body(250), max("2 ns"))).isEqualTo(Outcome.EXCEEDED);
    }

    @Test
    void floorAppliesToCalls() throws Throwable {
      Observed observed = observed(hundred, body(20), max("1 ns"));

      assertThat(observed.value().amount()).isCloseTo(0.2, within(0.01));
      assertThat(observed.distortions()).isEmpty();
      assertThat(observed.counted()).anyMatch(phrase -> phrase.startsWith("get(): mean 0.2 ns"));
    }
  }

  @Test
  void ratioBelowTheFloorIsBoundedFromOneSideWithoutALimit() throws Throwable {
    Measurement fast = measure(body(0.3), body(1.6), Budget.unlimited(TIME_RATIO));
    Measurement slow = measure(body(1.6), body(0.3), Budget.unlimited(TIME_RATIO));

    assertThat(maxRatio(0.5).judge(fast).outcome()).isEqualTo(Outcome.INCONCLUSIVE);
    assertThat(maxRatio(0.8).judge(fast).outcome()).isEqualTo(Outcome.WITHIN);
    assertThat(maxRatio(2).judge(slow).outcome()).isEqualTo(Outcome.INCONCLUSIVE);
    assertThat(maxRatio(1.2).judge(slow).outcome()).isEqualTo(Outcome.EXCEEDED);
  }

  @Nested
  class OfTheFirstCall {

    private static final Budget FIRST =
        Budget.atMost(TimeFigures.FIRST_CALL, Elapsed.parse("10 ms"));

    private SimulatedBody slowFirst(double own, double starved) {
      return new SimulatedBody(clock, 100, 1)
          .with(
              (self, n, stub) -> {
                if (self.calls == 1) {
                  clock.advance(own, 1);
                  clock.starve(starved);
                  clock.loadClasses(12);
                } else {
                  self.spend(n);
                }
              });
    }

    private Outcome first(SimulatedBody body) throws Throwable {
      return outcome(SamplingPlans.STANDARD, body, FIRST);
    }

    @Test
    void firstCallIsJudged() throws Throwable {
      assertThat(first(slowFirst(9e6, 0))).isEqualTo(Outcome.WITHIN);
      assertThat(first(slowFirst(11e6, 0))).isEqualTo(Outcome.EXCEEDED);
    }

    @Test
    void firstCallExceedingByStarvationIsInconclusive() throws Throwable {
      assertThat(first(slowFirst(9e6, 3e6))).isEqualTo(Outcome.INCONCLUSIVE);
      assertThat(first(slowFirst(11e6, 3e6))).isEqualTo(Outcome.EXCEEDED);
    }

    @Test
    void starvationBeforeTheFirstCallDoesNotCount() throws Throwable {
      SimulatedClock interrupted =
          new SimulatedClock() {
            private int readings;

            @Override
            public long starvedNanos() {
              long before = super.starvedNanos();
              readings++;
              starve(readings <= 5 ? 20e6 : 0);
              return before;
            }
          };
      SimulatedBody body =
          new SimulatedBody(interrupted, 100, 1) {
            @Override
            public void simulateCalls(long n, int stub) {
              interrupted.advance(11e6, 1);
            }
          };

      Measurement measurement =
          new Benchmark(interrupted, SamplingPlans.STANDARD)
              .measure(new BenchmarkCase("get()", body), null, List.of(FIRST))
              .get(0);

      assertThat(FIRST.judge(measurement).outcome()).isEqualTo(Outcome.EXCEEDED);
    }

    @Test
    void firstCallIsTheOnlyCallIfNothingElseIsJudged() throws Throwable {
      SimulatedBody body = slowFirst(5e6, 3e6);

      Observed observed = observed(SamplingPlans.STANDARD, body, FIRST);

      assertThat(body.calls).isEqualTo(1);
      assertThat(observed.counted()).anyMatch(phrase -> phrase.startsWith("12 classes loaded"));
      assertThat(observed.distortions())
          .extracting(Remark::text)
          .containsExactly(
              "one reading, which cannot be repeated in this JVM",
              "machine busy: up to 3 ms of it without a processor");
    }

    @Test
    void firstCallIsJudgedBesideLaterCalls() throws Throwable {
      Budget later = max("150 ns");

      List<Measurement> measurements =
          new Benchmark(clock, SamplingPlans.STANDARD)
              .measure(new BenchmarkCase("get()", slowFirst(11e6, 0)), null, List.of(later, FIRST));

      assertThat(later.judge(measurements.get(0)).outcome()).isEqualTo(Outcome.WITHIN);
      assertThat(FIRST.judge(measurements.get(1)).outcome()).isEqualTo(Outcome.EXCEEDED);
    }
  }

  @Nested
  class OfEqualResults {

    private SimulatedBody returning(@Nullable Object value) {
      return new SimulatedBody(clock, 100, 1) {
        @Override
        public @Nullable Object call() {
          return value;
        }
      };
    }

    @Test
    void differentResultsAreUnmeasured() throws Throwable {
      assertThat(measure(returning(new int[] {1, 2}), returning(new int[] {1, 3}), maxRatio(1.10)))
          .isEqualTo(
              new Missing(
                  TIME_RATIO,
                  "the methods compared do not return the same: get() returned int[] [1, 2], old()"
                      + " returned int[] [1, 3]",
                  "let both methods return the same, or say that they need not with equalResults ="
                      + " false"));
    }

    @Test
    void equalResultsCanBeSwitchedOff() throws Throwable {
      SamplingPlan any = SamplingPlans.of(Statistic.ROBUST, 1, false);

      assertThat(measure(any, returning(1), returning(2), maxRatio(1.10)))
          .matches(Reasons::hasNoDoubt);
    }
  }
}
