package dev.tare.internal.timing;

import static dev.tare.internal.timing.TimeFigures.TIME_PER_CALL;
import static dev.tare.internal.timing.TimeFigures.TIME_RATIO;
import static org.assertj.core.api.Assertions.assertThat;

import dev.tare.Reasons;
import dev.tare.internal.render.ClosingTable;
import dev.tare.internal.timing.sample.BenchmarkCase;
import dev.tare.internal.timing.sample.SamplingPlans;
import dev.tare.model.Budget;
import dev.tare.model.Measurement;
import dev.tare.model.Measurement.Observed;
import dev.tare.model.Remark;
import dev.tare.model.Report;
import dev.tare.model.Verdict.Outcome;
import dev.tare.testing.SameOnEveryJdk;
import dev.tare.unit.Ratio;
import java.util.List;
import org.junit.jupiter.api.Nested;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

/** Methods whose calls differ by orders of magnitude, on a simulated clock. */
@SameOnEveryJdk
class UnevenCallsTests extends SimulatedBenchmarks {

  private static final double USUAL_NANOS = 16_000;

  /**
   * Returns a body of which one call in the given number is slow and uses the processor for a share
   * of its time.
   */
  private SimulatedBody rarelySlow(int callsPerSlowCall, double slowNanos, double cpuShare) {
    return new SimulatedBody(clock, USUAL_NANOS, callsPerSlowCall) {
      private long made;

      @Override
      public void simulateCalls(long n, int stub) throws Throwable {
        super.simulateCalls(n, stub);
        long slow = (made + n) / callsPerSlowCall - made / callsPerSlowCall;
        made += n;
        clock.advance(slow * slowNanos, cpuShare);
      }
    };
  }

  private static String closingTable(Budget budget, Measurement measurement) {
    Report.TestId test = new Report.TestId("CacheTests", "get", "");
    return ClosingTable.render(List.of(new Report(test, List.of(budget.judge(measurement)))), null);
  }

  @Nested
  class ThatWait {

    @ParameterizedTest
    @CsvSource({"2, 1e6", "10, 5e6", "50, 20e6", "300, 150e6", "1000, 400e6", "7, 1e6", "50, 5e6"})
    void rareWaitsAreNeverWithin(int each, double nanos) throws Throwable {
      for (String statistic : List.of("robust", "mean")) {
        Budget budget = max("60 us");

        Outcome outcome = outcome(of(statistic), rarelySlow(each, nanos, 0), budget);

        assertThat(outcome).as(statistic).isNotEqualTo(Outcome.WITHIN);
      }
    }

    @Test
    void reasonNamesBothFiguresAndWhatToDo() throws Throwable {
      Measurement measurement =
          measure(SamplingPlans.STANDARD, rarelySlow(300, 150e6, 1), null, max("60 us"));

      assertThat(Reasons.ofDoubt(measurement))
          .matches(
              "the samples judged give 16(\\.\\d)? us, all [\\d,]+ calls since the"
                  + " warm-up [45]\\d\\d us on average: some calls take much longer than"
                  + " others; judge slow calls, too, with statistic = \"mean\" and a"
                  + " longer measurementTime, or let each call do the same work");
    }

    @Test
    void realTimeIncludesRareWaits() throws Throwable {
      Observed observed =
          (Observed) measure(SamplingPlans.STANDARD, rarelySlow(50, 20e6, 0), null, max("2 ms"));

      assertThat(observed.counted().get(0)).startsWith("real time");
      assertThat(observed.counted().get(1)).contains("the mean of 5 samples each");
      // 16 us, and 20 ms in 50 calls
      assertThat(observed.value().amount()).isBetween(330_000.0, 500_000.0);
      assertThat(observed.distortions()).isEmpty();
    }

    @Test
    void listNamesTheMeanOfCallsThatAreRarelySlow() throws Throwable {
      Budget budget = max("2 ms");
      Measurement measurement =
          measure(SamplingPlans.STANDARD, rarelySlow(300, 150e6, 1), null, budget);

      assertThat(closingTable(budget, measurement))
          .contains("(2,000,000 ns): the samples judged give 16")
          .contains(" on average: some calls take much longer than others");
    }

    @ParameterizedTest
    @ValueSource(doubles = {0, 1e6})
    void listNamesNoMeanOfEqualCalls(double nanos) throws Throwable {
      Budget budget = max("10 ms");
      Measurement measurement =
          measure(SamplingPlans.STANDARD, rarelySlow(1, nanos, 0), null, budget);

      assertThat(closingTable(budget, measurement)).contains("within").doesNotContain("on average");
    }

    @Test
    void slowCallsWithoutALimitAreADistortionAndWidenTheInterval() throws Throwable {
      Observed observed =
          (Observed)
              measure(
                  SamplingPlans.STANDARD,
                  rarelySlow(300, 150e6, 1),
                  null,
                  Budget.unlimited(TIME_PER_CALL));

      assertThat(observed.distortions())
          .extracting(Remark::id)
          .contains("samples-differ-from-calls");
      assertThat(observed.upper().amount()).isGreaterThan(300_000);
      assertThat(max("100 us").judge(observed).outcome()).isEqualTo(Outcome.INCONCLUSIVE);
    }

    @Test
    void meanOfWaitsIsExceeded() throws Throwable {
      assertThat(outcome(of("mean"), rarelySlow(50, 20e6, 0), max("60 us")))
          .isEqualTo(Outcome.EXCEEDED);
    }

    @Test
    void timeOfOtherProgramsIsNoWait() throws Throwable {
      SimulatedBody preempted =
          new SimulatedBody(clock, USUAL_NANOS, 5)
              .with(
                  (self, n, stub) -> {
                    self.spend(n);
                    clock.starve(self.random.nextInt(4) == 0 ? 4 * n * self.nanos : 0);
                  });

      assertThat(outcome(SamplingPlans.STANDARD, preempted, max("20 us")))
          .isEqualTo(Outcome.WITHIN);
    }

    @Test
    void interruptedPreparationsDoNotShortenTheCalls() throws Throwable {
      SimulatedBody preparation =
          new SimulatedBody(clock, 100_000, 5)
              .with(
                  (self, n, stub) -> {
                    self.spend(n);
                    clock.starve(self.random.nextInt(4) == 0 ? 4 * self.nanos : 0);
                  });
      BenchmarkCase benchmarkCase =
          new BenchmarkCase("get()", body(USUAL_NANOS), List.of(preparation));

      Measurement measurement =
          new Benchmark(clock, SamplingPlans.STANDARD)
              .measure(benchmarkCase, null, List.of(max("1 us")))
              .get(0);

      assertThat(max("1 us").judge(measurement).outcome()).isNotEqualTo(Outcome.WITHIN);
      assertThat(((Observed) measurement).value().amount()).isGreaterThan(0.9 * USUAL_NANOS);
    }

    @Test
    void unknownStarvationLeadsToRealTime() throws Throwable {
      clock.hideStarvation();
      SimulatedBody preempted =
          new SimulatedBody(clock, USUAL_NANOS, 5)
              .with(
                  (self, n, stub) -> {
                    self.spend(n);
                    clock.advance(self.random.nextInt(4) == 0 ? 2 * n * self.nanos : 0, 0);
                  });

      assertThat(outcome(SamplingPlans.STANDARD, preempted, max("30 us")))
          .isEqualTo(Outcome.WITHIN);
      assertThat(outcome(SamplingPlans.STANDARD, preempted, max("17.5 us")))
          .isEqualTo(Outcome.INCONCLUSIVE);
    }
  }

  @Nested
  class ThatCompute {

    @ParameterizedTest
    @CsvSource({"2, 1e6", "10, 5e6", "50, 20e6", "300, 150e6", "1000, 400e6", "50, 5e6"})
    void rareSlowCallsAreNeverWithin(int each, double nanos) throws Throwable {
      for (String statistic : List.of("robust", "mean")) {
        Budget budget = max("60 us");

        Outcome outcome = outcome(of(statistic), rarelySlow(each, nanos, 1), budget);

        assertThat(outcome).as(statistic).isNotEqualTo(Outcome.WITHIN);
      }
    }

    @Test
    void meanOfRareSlowCallsIsExceeded() throws Throwable {
      assertThat(outcome(of("mean"), rarelySlow(50, 5e6, 1), max("60 us")))
          .isEqualTo(Outcome.EXCEEDED);
    }

    @Test
    void medianMayLeaveSlowCallsOut() throws Throwable {
      assertThat(outcome(of("median"), rarelySlow(300, 15e6, 1), max("60 us")))
          .isEqualTo(Outcome.WITHIN);
    }

    @Test
    void slowCallsThatHardlyMatterAreWithin() throws Throwable {
      assertThat(outcome(SamplingPlans.STANDARD, rarelySlow(300, 1e6, 1), max("60 us")))
          .isEqualTo(Outcome.WITHIN);
    }
  }

  @Nested
  class InAComparison {

    private Outcome ratio(SimulatedBody tested, SimulatedBody baseline, double limit)
        throws Throwable {
      Budget budget = Budget.atMost(TIME_RATIO, new Ratio(limit));
      return budget.judge(measure(SamplingPlans.STANDARD, tested, baseline, budget)).outcome();
    }

    @Test
    void rareSlowCallsOfTheTestedMethodAreNotWithin() throws Throwable {
      assertThat(ratio(rarelySlow(50, 20e6, 0), body(USUAL_NANOS), 2)).isNotEqualTo(Outcome.WITHIN);
      assertThat(ratio(rarelySlow(300, 150e6, 1), body(USUAL_NANOS), 2))
          .isNotEqualTo(Outcome.WITHIN);
    }

    @Test
    void rareSlowCallsOfTheBaselineDoNotFail() throws Throwable {
      assertThat(ratio(body(USUAL_NANOS), rarelySlow(50, 20e6, 0), 0.5))
          .isNotEqualTo(Outcome.EXCEEDED);
    }
  }

  @Nested
  class OfPhases {

    /**
     * Returns a body that is slower in every other period, starting with the first or the second.
     */
    private SimulatedBody alternating(double periodSeconds, double slower, boolean slowFirst) {
      return new SimulatedBody(clock, 2_000, 6)
          .with(
              (self, n, stub) -> {
                boolean odd = (long) (clock.seconds() / periodSeconds) % 2 == 1;
                self.spend(odd == slowFirst ? n : slower * n);
              });
    }

    @ParameterizedTest
    @ValueSource(doubles = {0.01, 0.05, 0.1, 0.2})
    void slowPhasesAreNotWithin(double period) throws Throwable {
      // the mean call takes 2 us / ((1 + 1 / 4) / 2) = 3.2 us
      assertThat(outcome(SamplingPlans.STANDARD, alternating(period, 4, true), max("2.4 us")))
          .isNotEqualTo(Outcome.WITHIN);
    }

    @ParameterizedTest
    @ValueSource(doubles = {0.01, 0.05, 0.1, 0.2})
    void fastPhasesAreNotExceeded(double period) throws Throwable {
      assertThat(outcome(SamplingPlans.STANDARD, alternating(period, 4, false), max("4.5 us")))
          .isNotEqualTo(Outcome.EXCEEDED);
    }

    @Test
    void fastPhaseBeforeTheLastCompilationCounts() throws Throwable {
      int phase = 435;
      SimulatedBody compiledAtEachPhase =
          new SimulatedBody(clock, 400_000, 6) {
            private long made;

            @Override
            public void simulateCalls(long n, int stub) throws Throwable {
              for (int i = 0; i < n; i++) {
                boolean slow = made / phase % 2 == 1;
                clock.advance(slow ? 15 * nanos : nanos, 1);
                clock.compile(made % phase == 0 ? 1e6 : 0);
                made++;
              }
            }
          };

      assertThat(outcome(SamplingPlans.STANDARD, compiledAtEachPhase, max("5 ms")))
          .isNotEqualTo(Outcome.EXCEEDED);
    }
  }

  @Nested
  class AtTheEndOfTheWarmUp {

    @Test
    void oneSlowCallDoesNotMakeSamplesOfOneCall() throws Throwable {
      SimulatedBody slowOnce =
          new SimulatedBody(clock, USUAL_NANOS, 8) {
            private boolean slow;

            @Override
            public void simulateCalls(long n, int stub) throws Throwable {
              super.simulateCalls(n, stub);
              if (!slow && clock.seconds() > 0.39) {
                slow = true;
                clock.advance(150e6, 1);
              }
            }
          };

      Measurement measurement = measure(SamplingPlans.STANDARD, slowOnce, null, max("1 ms"));

      assertThat(((Observed) measurement).counted())
          .anyMatch(one -> one.matches(".*; [3-9]\\d calls a sample"));
    }

    @Test
    void samplesThatTurnOutShortGetMoreCalls() throws Throwable {
      SimulatedBody faster =
          new SimulatedBody(clock, USUAL_NANOS, 8)
              .with(
                  (self, n, stub) ->
                      clock.advance(
                          n * (clock.seconds() < 0.42 ? 20 * self.nanos : self.nanos), 1));

      Measurement measurement = measure(of("mean"), faster, null, max("10 ms"));

      assertThat(((Observed) measurement).counted())
          .anyMatch(one -> one.matches(".*; [3-9]\\d calls a sample"));
    }
  }
}
