package dev.tare.internal.timing;

import static dev.tare.internal.timing.estimate.TimeFigures.TIME_PER_CALL;
import static dev.tare.internal.timing.estimate.TimeFigures.TIME_RATIO;
import static java.util.Objects.requireNonNull;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.assertj.core.api.Assertions.within;

import dev.tare.Reasons;
import dev.tare.internal.timing.call.BenchmarkCase;
import dev.tare.internal.timing.call.SamplingPlan;
import dev.tare.internal.timing.call.SamplingPlanTests;
import dev.tare.internal.timing.stage.BenchmarkProgress;
import dev.tare.internal.timing.stage.TimeCaps;
import dev.tare.model.Budget;
import dev.tare.model.Measurement;
import dev.tare.model.Measurement.Doubtful;
import dev.tare.model.Measurement.Observed;
import dev.tare.model.Remark;
import dev.tare.model.RemarkFacts;
import dev.tare.model.Verdict.Outcome;
import dev.tare.testing.SameOnEveryJdk;
import dev.tare.unit.Elapsed;
import dev.tare.unit.Ratio;
import java.io.IOException;
import java.util.ArrayList;
import java.util.List;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Nested;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

@SameOnEveryJdk
class BenchmarkTests {

  private static final TimeCaps CAPS = new TimeCaps(Elapsed.parse("2.5 s"), Elapsed.parse("2.5 s"));

  private final SimulatedClock clock = new SimulatedClock();

  private SimulatedBody body(double nanos) {
    return new SimulatedBody(clock, nanos, (long) nanos);
  }

  private SimulatedBody noisy(double nanos, double deviation) {
    return new SimulatedBody(clock, nanos, (long) nanos)
        .with(
            (self, n, stub) ->
                clock.advance(
                    n * self.nanos * Math.exp(deviation * self.random.nextGaussian()), 1));
  }

  private static Budget max(String limit) {
    return Budget.atMost(TIME_PER_CALL, Elapsed.parse(limit));
  }

  private static Budget maxRatio(double limit) {
    return Budget.atMost(TIME_RATIO, new Ratio(limit));
  }

  private List<Measurement> measure(
      SimulatedBody tested, @Nullable SimulatedBody baseline, Budget... budgets) throws Throwable {
    BenchmarkCase other = baseline == null ? null : new BenchmarkCase("old()", baseline);
    return new Benchmark(clock, CAPS, SamplingPlan.STANDARD)
        .measure(new BenchmarkCase("get()", tested), other, List.of(budgets));
  }

  private Measurement measureOne(
      SimulatedBody tested, @Nullable SimulatedBody baseline, Budget budget) throws Throwable {
    List<Measurement> measurements = measure(tested, baseline, budget);
    assertThat(measurements).hasSize(1);
    return measurements.get(0);
  }

  private Outcome outcome(SimulatedBody tested, @Nullable SimulatedBody baseline, Budget budget)
      throws Throwable {
    return budget.judge(measureOne(tested, baseline, budget)).outcome();
  }

  @Nested
  class OfOneMethod {

    @Test
    void timeFarBelowTheLimitIsWithin() throws Throwable {
      Observed observed = (Observed) measureOne(body(100), null, max("150 ns"));

      assertThat(max("150 ns").judge(observed).outcome()).isEqualTo(Outcome.WITHIN);
      assertThat(observed.figure()).isEqualTo(TIME_PER_CALL);
      assertThat(observed.value().amount()).isCloseTo(100, within(1.0));
      assertThat(observed.lower().amount()).isBetween(80.0, 90.0);
      assertThat(observed.upper().amount()).isBetween(110.0, 120.0);
    }

    @Test
    void actionRunsAfterTheFirstCallAndBeforeTheWarmUp() throws Throwable {
      List<Long> calls = new ArrayList<>();
      SimulatedBody body = body(100);
      Runnable action = () -> calls.add(body.calls);

      new Benchmark(clock, CAPS, SamplingPlan.STANDARD, BenchmarkProgress.SILENT, action)
          .measure(new BenchmarkCase("get()", body), null, List.of(max("70 ns")));

      assertThat(calls).containsExactly(1L);
    }

    @Test
    void timeFarAboveTheLimitIsExceeded() throws Throwable {
      assertThat(outcome(body(100), null, max("70 ns"))).isEqualTo(Outcome.EXCEEDED);
    }

    @Test
    void figureOnTheLimitIsInconclusive() throws Throwable {
      assertThat(outcome(body(100), null, max("100 ns"))).isEqualTo(Outcome.INCONCLUSIVE);
    }

    @Test
    void timeWithoutALimitIsReported() throws Throwable {
      Observed observed = (Observed) measureOne(body(100), null, Budget.unlimited(TIME_PER_CALL));

      assertThat(observed.value().amount()).isCloseTo(100, within(1.0));
      assertThat(observed.sampling().readings()).isEqualTo(32);
    }

    @Test
    void reportDescribesTheMeasurement() throws Throwable {
      Observed observed = (Observed) measureOne(body(100), null, max("150 ns"));

      assertThat(observed.distortions()).isEmpty();
      assertThat(observed.counted())
          .satisfiesExactly(
              phrase -> assertThat(phrase).startsWith("CPU time of the calling thread"),
              phrase ->
                  assertThat(phrase)
                      .matches(
                          "8 readings, the median of 5 samples each;"
                              + " (9,9|10,0)[0-9]{2} calls a sample"),
              phrase ->
                  assertThat(phrase)
                      .startsWith("get(): mean 100 ns (")
                      .contains("median 100 ns (", "standard deviation of a sample 0."),
              phrase -> assertThat(phrase).matches("warm-up 0.4[0-9] s, [0-9,]{9} calls"),
              phrase ->
                  assertThat(phrase)
                      .matches(
                          "serial correlation of the readings -?0\\.[0-4][0-9]; get\\(\\): [0-3]"
                              + " outliers? of 40 samples, 0 % of all samples interrupted"),
              phrase ->
                  assertThat(phrase)
                      .isEqualTo(
                          "during sampling: 0.0 % of the time without a processor, the JIT compiled for 0"
                              + " ms, 0 garbage collections took 0 ms, 0 classes loaded"));
    }

    private SimulatedBody slowAtFirst(double firstNanos) {
      return new SimulatedBody(clock, 100, 1)
          .with((self, n, stub) -> clock.advance(stub == 0 ? firstNanos : n * self.nanos, 1));
    }

    @Test
    void firstCallIsReportedSeparately() throws Throwable {
      Observed observed = (Observed) measureOne(slowAtFirst(5_000_000), null, max("150 ns"));

      assertThat(requireNonNull(observed.sampling().first()).amount())
          .isCloseTo(5_000_000, within(100.0));
      assertThat(observed.value().amount()).isCloseTo(100, within(0.01));
    }

    @Test
    void slowFirstCallDoesNotShortenSampling() throws Throwable {
      Budget none = Budget.unlimited(TIME_PER_CALL);

      Observed observed = (Observed) measureOne(slowAtFirst(60e9), null, none);

      assertThat(observed.sampling().readings()).isEqualTo(32);
    }

    @Test
    void wideMarginIsDecidedEarly() throws Throwable {
      measureOne(body(100), null, max("200 ns"));

      assertThat(clock.seconds()).isLessThan(0.55);
    }

    @Test
    void baselineValueIsReleased() throws Throwable {
      SimulatedBody body = body(100);
      SimulatedBody baseline = body(100);

      measureOne(body, baseline, Budget.unlimited(TIME_RATIO));

      assertThat(baseline.forgotten).isTrue();
      // it may still be weighed
      assertThat(body.forgotten).isFalse();
    }
  }

  @Nested
  class AgainstABaseline {

    @Test
    void equalMethodsAreWithin() throws Throwable {
      Observed observed = (Observed) measureOne(body(100), body(100), maxRatio(1.10));

      assertThat(maxRatio(1.10).judge(observed).outcome()).isEqualTo(Outcome.WITHIN);
      assertThat(observed.value()).isInstanceOf(Ratio.class);
      assertThat(observed.value().amount()).isCloseTo(1, within(0.01));
      assertThat(observed.sampling().first()).isNull();
      assertThat(observed.counted())
          .anySatisfy(phrase -> assertThat(phrase).startsWith("get(): mean"))
          .anySatisfy(phrase -> assertThat(phrase).startsWith("old(): mean"));
    }

    @Test
    void slowdownBeyondTheRatioIsExceeded() throws Throwable {
      assertThat(outcome(body(130), body(100), maxRatio(1.10))).isEqualTo(Outcome.EXCEEDED);
    }

    @Test
    void fasterMethodIsWithin() throws Throwable {
      assertThat(outcome(body(50), body(100), maxRatio(1.00))).isEqualTo(Outcome.WITHIN);
    }

    @Test
    void figureOnTheLimitIsInconclusive() throws Throwable {
      assertThat(outcome(body(110), body(100), maxRatio(1.10))).isEqualTo(Outcome.INCONCLUSIVE);
    }

    @Test
    void bothFiguresAreJudgedFromOneRun() throws Throwable {
      SimulatedBody baseline = body(100);
      Budget absolute = max("300 ns");
      Budget ratio = maxRatio(1.10);

      List<Measurement> measurements = measure(body(130), baseline, absolute, ratio);

      assertThat(measurements)
          .extracting(Measurement::figure)
          .containsExactly(TIME_PER_CALL, TIME_RATIO);
      assertThat(absolute.judge(measurements.get(0)).outcome()).isEqualTo(Outcome.WITHIN);
      assertThat(ratio.judge(measurements.get(1)).outcome()).isEqualTo(Outcome.EXCEEDED);
      // one stub for the run and one to confirm it
      assertThat(baseline.stubCount).isEqualTo(2);
    }

    @Test
    void overlapOfTheSamplesIsReported() throws Throwable {
      Observed apart = (Observed) measureOne(body(130), body(100), maxRatio(1.10));
      Observed equal = (Observed) measureOne(body(100), body(100), maxRatio(1.50));

      assertThat(apart.counted())
          .anySatisfy(
              phrase ->
                  assertThat(phrase)
                      .startsWith("the samples do not overlap: each of this test is slower than"));
      assertThat(equal.counted())
          .anySatisfy(
              phrase -> assertThat(phrase).startsWith("the samples overlap widely: a sample of"));
    }

    @Test
    void limitTooCloseToOneIsReported() throws Throwable {
      Observed observed = (Observed) measureOne(body(51), body(102), maxRatio(1.02));

      assertThat(observed.distortions()).extracting(Remark::id).containsExactly("limit-near-one");
    }

    @Test
    void smallMarginIsReported() throws Throwable {
      Observed observed = (Observed) measureOne(body(107), body(100), maxRatio(1.10));

      assertThat(observed.distortions()).extracting(Remark::id).containsExactly("small-margin");
    }

    @Test
    void wideMarginNeedsNoSelfComparison() throws Throwable {
      SimulatedBody baseline = body(100);

      Observed observed = (Observed) measureOne(body(50), baseline, maxRatio(1.10));

      // one stub for the run and one to confirm it
      assertThat(baseline.stubCount).isEqualTo(2);
      assertThat(observed.counted()).noneMatch(phrase -> phrase.startsWith("control"));
    }

    @ParameterizedTest
    @ValueSource(strings = {"robust", "mean", "median", "p90"})
    void smallMarginIsComparedWithTheBaselinesOwnNoise(String statistic) throws Throwable {
      SimulatedBody baseline = unequalToItself(1.04);
      SamplingPlan plan = SamplingPlanTests.of(statistic);

      Observed observed = compare(plan, body(108_000), baseline);

      assertThat(observed.counted())
          .anySatisfy(
              phrase ->
                  assertThat(phrase)
                      .matches(
                          "control: old\\(\\) against itself, in the same rounds,"
                              + " 1\\.0[34][0-9]x"));
      assertThat(observed.distortions()).extracting(Remark::id).contains("noisy-baseline");
    }

    @Test
    void baselineEqualToItselfCausesNoWarning() throws Throwable {
      Observed observed = compare(SamplingPlan.STANDARD, body(108_000), unequalToItself(1.0));

      assertThat(observed.counted())
          .anySatisfy(phrase -> assertThat(phrase).matches("control: .* (1.00|0.99)[0-9]x"));
      assertThat(observed.distortions()).extracting(Remark::id).doesNotContain("noisy-baseline");
    }

    private Observed compare(SamplingPlan plan, SimulatedBody tested, SimulatedBody baseline)
        throws Throwable {
      return (Observed)
          new Benchmark(clock, CAPS, plan)
              .measure(
                  new BenchmarkCase("get()", tested),
                  new BenchmarkCase("old()", baseline),
                  List.of(maxRatio(1.10)))
              .get(0);
    }

    /** Returns a body whose calls are so long that a reading of the clock does not matter. */
    private SimulatedBody unequalToItself(double factor) {
      return new SimulatedBody(clock, 100_000, 8)
          .with(
              (self, n, stub) -> {
                self.spend(n);
                clock.advance(stub == 2 ? (factor - 1) * n * self.nanos : 0, 1);
              });
    }
  }

  @Nested
  class WhereCompilersGetNoProcessor {

    /** Returns a body that is ten times as slow until it is compiled. */
    private SimulatedBody compiledAt(double seconds) {
      clock.queueCompilationUntil(seconds);
      return new SimulatedBody(clock, 10, 1)
          .with((self, n, stub) -> self.spend(clock.seconds() < seconds ? 10 * n : n));
    }

    @Test
    void warmUpWaitsForQueuedCompilations() throws Throwable {
      Observed observed = (Observed) measureOne(compiledAt(1.5), null, max("30 ns"));

      assertThat(observed.value().amount()).isCloseTo(10, within(0.5));
      assertThat(observed.distortions()).isEmpty();
    }

    @Test
    void warmUpWithQueuedCompilationsKeepsItsCap() throws Throwable {
      Observed observed = (Observed) measureOne(compiledAt(100), null, max("130 ns"));

      assertThat(clock.seconds()).isBetween(2.5, 2.7);
      assertThat(observed.distortions()).extracting(Remark::id).containsExactly("jit-not-quiet");
    }

    @Test
    void confirmationKeepsTheCaps() throws Throwable {
      Observed observed = (Observed) measureOne(compiledAt(100), null, max("80 ns"));

      assertThat(max("80 ns").judge(observed).outcome()).isEqualTo(Outcome.EXCEEDED);
      assertThat(observed.counted())
          .first()
          .asString()
          .startsWith("confirmed by a second run")
          .endsWith(", while the JIT still compiled");
      assertThat(clock.seconds()).isBetween(3.0, 5.01);
    }

    @Test
    void undecidedComparisonKeepsTheCaps() throws Throwable {
      SimulatedBody slower = compiledAt(100);

      Measurement measurement = measureOne(slower, noisy(91, 0.1), maxRatio(1.10));

      assertThat(maxRatio(1.10).judge(measurement).outcome()).isEqualTo(Outcome.INCONCLUSIVE);
      assertThat(clock.seconds()).isBetween(3.7, 5.01);
    }
  }

  @Nested
  class OnABusyMachine {

    /** Returns a body that loses the processor for 3 ms in every other sample. */
    private SimulatedBody preempted(double nanos, long seed) {
      return new SimulatedBody(clock, nanos, seed)
          .with(
              (self, n, stub) -> {
                self.spend(n);
                if (n > 1000 && self.random.nextInt(100) < 60) {
                  clock.starve(3_000_000);
                }
              });
    }

    @Test
    void timeWithoutAProcessorDoesNotCount() throws Throwable {
      Observed observed = (Observed) measureOne(preempted(100, 1), null, max("150 ns"));

      assertThat(observed.value().amount()).isCloseTo(100, within(1.0));
      assertThat(observed.distortions())
          .extracting(Remark::id)
          .containsExactly("busy-machine", "interrupted-samples");
      assertThat(RemarkFacts.number(observed.distortions().get(1), "percent"))
          .isBetween(50.0, 69.9);
    }

    @Test
    void interruptedCallsDoNotChangeTheCallsPerSample() throws Throwable {
      for (int seed = 0; seed < 40; seed++) {
        SimulatedBody interrupted =
            new SimulatedBody(clock, 12, seed)
                .with(
                    (self, n, stub) -> {
                      self.spend(n);
                      if (self.random.nextInt(4) == 0) {
                        clock.starve(5_000_000);
                      }
                    });

        Observed observed = (Observed) measureOne(interrupted, null, max("24 ns"));

        assertThat(observed.counted().get(0)).startsWith("CPU time");
        assertThat(observed.counted().get(1)).matches(".* [4-9][0-9],[0-9]{3} calls a sample");
      }
    }

    @Test
    void missingCpuClockLeadsToMinimaOfRealTime() throws Throwable {
      clock.setCpuStep(1e18);

      Observed observed = (Observed) measureOne(preempted(100, 2), null, max("150 ns"));

      assertThat(observed.counted().get(0)).startsWith("real time");
      assertThat(observed.value().amount()).isCloseTo(100, within(2.0));
    }

    @Test
    void coarseCpuClockLeadsToMinimaOfRealTime() throws Throwable {
      clock.setCpuStep(15_625_000);

      Observed observed = (Observed) measureOne(preempted(100, 3), null, max("150 ns"));

      assertThat(observed.counted().get(0)).startsWith("real time");
      assertThat(observed.value().amount()).isCloseTo(100, within(2.0));
    }
  }

  @Test
  void waitingMethodIsJudgedByRealTime() throws Throwable {
    SimulatedBody waiting =
        new SimulatedBody(clock, 1000, 1)
            .with(
                (self, n, stub) ->
                    clock.advance(n * self.nanos * (1 + 0.1 * self.random.nextDouble()), 0.2));

    Observed observed = (Observed) measureOne(waiting, null, max("600 ns"));

    assertThat(max("600 ns").judge(observed).outcome()).isEqualTo(Outcome.EXCEEDED);
    assertThat(observed.value().amount()).isBetween(1000.0, 1100.0);
    assertThat(observed.counted()).anyMatch(phrase -> phrase.startsWith("real time"));
  }

  @Nested
  class ConfirmsAFailure {

    /** Returns a body whose first fresh stubs are compiled to slow code. */
    private SimulatedBody slowlyCompiled(int slowStubs) {
      return new SimulatedBody(clock, 100, 4)
          .with(
              (self, n, stub) -> clock.advance(n * self.nanos * (stub <= slowStubs ? 1.5 : 1), 1));
    }

    @Test
    void disagreeingSecondRunMakesAFailureInconclusive() throws Throwable {
      Measurement measurement = measureOne(slowlyCompiled(1), null, max("120 ns"));

      assertThat(measurement).isInstanceOf(Doubtful.class);
      assertThat(Reasons.ofInconclusive(max("120 ns").judge(measurement)))
          .isEqualTo(
              "two runs disagree: 150 ns exceeded the limit," + " 100 ns with fresh code did not");
    }

    @Test
    void undecidedSecondRunMakesAFailureInconclusive() throws Throwable {
      Measurement measurement = measureOne(slowlyCompiled(1), null, max("99 ns"));

      assertThat(Reasons.ofInconclusive(max("99 ns").judge(measurement)))
          .isEqualTo(
              "not confirmed: 150 ns exceeded the limit, 100 ns with fresh code is"
                  + " inconclusive in the time that was left; allow more with"
                  + " measurementTime");
    }

    @Test
    void agreeingSecondRunConfirmsAFailure() throws Throwable {
      SimulatedBody body = slowlyCompiled(2);

      Observed observed = (Observed) measureOne(body, null, max("120 ns"));

      assertThat(max("120 ns").judge(observed).outcome()).isEqualTo(Outcome.EXCEEDED);
      assertThat(observed.counted()).first().isEqualTo("confirmed by a second run: 150 ns");
      assertThat(body.stubCount).isEqualTo(2);
    }

    /** 6,200 calls of 20 us each take 0.25 s; the 20,000 of an earlier rule took 0.8 s. */
    @Test
    void warmUpOfAComparisonEndsWhenCallsAreEnoughForC2() throws Throwable {
      Observed observed =
          (Observed)
              measureOne(
                  new SimulatedBody(clock, 20_000, 2),
                  new SimulatedBody(clock, 20_000, 2),
                  maxRatio(1.10));

      assertThat(observed.counted()).anyMatch(phrase -> phrase.matches("warm-up 0\\.2\\d s, .*"));
    }

    /** In later runs the remaining time is used for the comparison. */
    @Test
    void selfComparisonIsMadeInTheFirstRunOnly() throws Throwable {
      SimulatedBody baseline = noisy(100, 0.5);

      Observed observed = (Observed) measureOne(noisy(140, 0.5), baseline, maxRatio(1.10));

      assertThat(maxRatio(1.10).judge(observed).outcome()).isEqualTo(Outcome.EXCEEDED);
      assertThat(observed.counted()).anyMatch(phrase -> phrase.startsWith("control: "));
      // two runs and one control
      assertThat(baseline.stubCount).isEqualTo(3);
    }

    @Test
    void timeWithinItsLimitNeedsNoSecondRun() throws Throwable {
      SimulatedBody body = slowlyCompiled(0);

      measureOne(body, null, max("150 ns"));

      assertThat(body.stubCount).isEqualTo(1);
    }
  }

  @Nested
  class ComparesFreshCompilations {

    /**
     * Returns a body whose fresh stubs are slower by the given factors, as if compiled differently.
     */
    private SimulatedBody compiled(double... slowness) {
      return new SimulatedBody(clock, 100, 4)
          .with(
              (self, n, stub) -> {
                double times = slowness[Math.max(0, Math.min(stub, slowness.length) - 1)];
                clock.advance(n * self.nanos * times, 1);
              });
    }

    @Test
    void oneSlowCompilationOfEqualMethodsIsStillWithin() throws Throwable {
      SimulatedBody body = compiled(1.4, 1, 1);

      Observed observed = (Observed) measureOne(body, body(100), maxRatio(1.10));

      assertThat(maxRatio(1.10).judge(observed).outcome()).isEqualTo(Outcome.WITHIN);
      assertThat(observed.counted())
          .first()
          .isEqualTo("measured again with fresh code: 1.40x, 1.00x");
      assertThat(body.stubCount).isEqualTo(3);
    }

    @Test
    void oneFastCompilationOfASlowMethodIsStillExceeded() throws Throwable {
      SimulatedBody body = compiled(1, 1.4, 1.4);

      Observed observed = (Observed) measureOne(body, body(100), maxRatio(1.10));

      assertThat(maxRatio(1.10).judge(observed).outcome()).isEqualTo(Outcome.EXCEEDED);
      assertThat(observed.value().rounded()).isEqualTo("1.40x");
    }

    @Test
    void twoAgreeingCompilationsDecide() throws Throwable {
      SimulatedBody body = compiled(1);

      measureOne(body, body(100), maxRatio(1.10));

      assertThat(body.stubCount).isEqualTo(2);
      assertThat(clock.discardRequests()).isEqualTo(1);
    }

    @Test
    void ratioCloseToTheLimitNeedsThreeAgreeingRuns() throws Throwable {
      SimulatedBody body = compiled(1.2);

      assertThat(outcome(body, body(100), maxRatio(1.10))).isEqualTo(Outcome.EXCEEDED);

      assertThat(body.stubCount).isEqualTo(3);
      assertThat(clock.discardRequests()).isEqualTo(2);
    }

    @Test
    void twoExceedingRunsOfFourCloseToTheLimitAreNoFailure() throws Throwable {
      Budget limit = maxRatio(1.10);

      Measurement measurement = measureOne(compiled(1.2, 1.2, 1.1), body(100), limit);

      assertThat(Reasons.ofInconclusive(limit.judge(measurement)))
          .startsWith("not confirmed: 1.20x exceeded");
    }

    @Test
    void oneRunWithinACloseLimitPreventsAFailure() throws Throwable {
      SimulatedBody body = compiled(1.2, 1, 1.2, 1.2);

      assertThat(outcome(body, body(100), maxRatio(1.10))).isEqualTo(Outcome.INCONCLUSIVE);
    }

    @Test
    void singleDecidedRunOfARatioIsInconclusive() throws Throwable {
      Budget limit = maxRatio(1.10);

      Measurement measurement = measureOne(compiled(1, 1.11), body(100), limit);

      assertThat(Reasons.ofInconclusive(limit.judge(measurement)))
          .isEqualTo("two runs disagree: 1.00x kept the limit, 1.11x with fresh code may" + " not");
    }

    @Test
    void exceededTimeIsConfirmedWithFreshCode() throws Throwable {
      measureOne(body(100), null, max("50 ns"));

      assertThat(clock.discardRequests()).isEqualTo(1);
    }

    @Test
    void timeWithinItsLimitIsMeasuredOnce() throws Throwable {
      measureOne(body(100), null, max("200 ns"));

      assertThat(clock.discardRequests()).isZero();
    }
  }

  @Nested
  class WhereCompiledCodeCannotBeDiscarded {

    @Test
    void ratioThatCompilationCanExplainIsNoFailure() throws Throwable {
      clock.keepCompiledCode();

      Measurement measurement = measureOne(body(140), body(100), maxRatio(1.10));

      assertThat(Reasons.ofInconclusive(maxRatio(1.10).judge(measurement)))
          .contains("could not be compiled again")
          .endsWith("or measure in fresh JVMs with forks = 3");
    }

    @Test
    void ratioOfMoreThanTwiceTheLimitIsAFailure() throws Throwable {
      clock.keepCompiledCode();

      assertThat(outcome(body(230), body(100), maxRatio(1.10))).isEqualTo(Outcome.EXCEEDED);
    }

    @Test
    void timePerCallIsConfirmedWithoutFreshCode() throws Throwable {
      clock.keepCompiledCode();

      assertThat(outcome(body(100), null, max("80 ns"))).isEqualTo(Outcome.EXCEEDED);
    }
  }

  @Nested
  class BelowTheFloor {

    @Test
    void limitAtTheFloorIsKeptWithAWarning() throws Throwable {
      Observed observed = (Observed) measureOne(body(0.13), null, max("1 ns"));

      assertThat(max("1 ns").judge(observed).outcome()).isEqualTo(Outcome.WITHIN);
      assertThat(observed.value()).isEqualTo(new Elapsed(1));
      assertThat(observed.distortions()).extracting(Remark::id).containsExactly("below-floor");
      assertThat(observed.counted()).contains("get(): below the floor of 1 ns a call");
    }

    @Test
    void limitBelowTheFloorIsInconclusive() throws Throwable {
      assertThat(outcome(body(0.13), null, max("0.5 ns"))).isEqualTo(Outcome.INCONCLUSIVE);
    }

    @Test
    void stoppedClockStillEndsTheBenchmark() throws Throwable {
      Observed observed = (Observed) measureOne(body(0), null, max("5 ns"));

      assertThat(max("5 ns").judge(observed).outcome()).isEqualTo(Outcome.WITHIN);
      assertThat(observed.value()).isEqualTo(new Elapsed(1));
    }

    @Test
    void twoMethodsBelowTheFloorHaveNoRatio() throws Throwable {
      Measurement measurement = measureOne(body(0.2), body(0.1), maxRatio(1.10));

      assertThat(Reasons.ofInconclusive(maxRatio(1.10).judge(measurement)))
          .contains("the floor of 1 ns", "100 times");
    }

    @Test
    void baselineBelowTheFloorCanBeExceeded() throws Throwable {
      assertThat(outcome(body(20), body(0.1), maxRatio(1.10))).isEqualTo(Outcome.EXCEEDED);
    }

    @Test
    void methodBelowTheFloorIsFasterThanItsBaseline() throws Throwable {
      assertThat(outcome(body(0.1), body(20), maxRatio(1.10))).isEqualTo(Outcome.WITHIN);
    }
  }

  @Nested
  class OfASlowMethod {

    @Test
    void slowMethodPassesWithinTheCaps() throws Throwable {
      SimulatedBody slow = body(300e6);

      Observed observed = (Observed) measureOne(slow, null, max("400 ms"));

      assertThat(max("400 ms").judge(observed).outcome()).isEqualTo(Outcome.WITHIN);
      assertThat(observed.value().amount()).isCloseTo(300e6, within(9e6));
      assertThat(clock.seconds()).isLessThan(4);
    }

    @Test
    void slowMethodFailsCloseToTheCaps() throws Throwable {
      assertThat(outcome(body(300e6), null, max("200 ms"))).isEqualTo(Outcome.EXCEEDED);
      // two runs of five calls take 3 s and the warm-ups 1.2 s; a third of the time is reserved for
      // the second run
      assertThat(clock.seconds()).isLessThan(5.8);
    }

    @Test
    void slowMethodFarAboveItsLimitFailsAfterThreeSamplesPerRun() throws Throwable {
      SimulatedBody slow = body(300e6);

      Observed observed = (Observed) measureOne(slow, null, max("50 ms"));

      assertThat(max("50 ms").judge(observed).outcome()).isEqualTo(Outcome.EXCEEDED);
      assertThat(observed.value().amount()).isCloseTo(300e6, within(9e6));
      assertThat(observed.counted())
          .anyMatch(phrase -> phrase.endsWith("since slow calls are far above their limit"));
      // two calls before the first warm-up, two in each of them, and three samples of each run
      assertThat(slow.calls).isEqualTo(12);
    }

    @Test
    void callNearTheLimitExtendsTheSamplingOfASlowMethod() throws Throwable {
      SimulatedBody uneven =
          new SimulatedBody(clock, 300e6, 1)
              .with(
                  (self, n, stub) ->
                      clock.advance(n * self.nanos * (self.calls % 3 == 0 ? 0.1 : 1), 1));

      assertThat(outcome(uneven, null, max("50 ms"))).isEqualTo(Outcome.INCONCLUSIVE);
    }

    @Test
    void slowMethodIsComparedWithItsBaseline() throws Throwable {
      assertThat(outcome(body(300e6), body(200e6), maxRatio(1.10))).isEqualTo(Outcome.EXCEEDED);
    }

    /**
     * Returns a body that is starved for most of the time and uses a processor for a share of the
     * rest.
     */
    private SimulatedBody starved(double cpuShare) {
      return new SimulatedBody(clock, 300e6, 5)
          .with(
              (self, n, stub) -> {
                clock.advance(n * self.nanos, cpuShare);
                clock.starve(n * self.nanos * (2.5 + self.random.nextDouble()));
              });
    }

    @Test
    void slowMethodIsJudgedWithoutStarvation() throws Throwable {
      Observed computing = (Observed) measureOne(starved(1), null, max("400 ms"));
      Observed waiting = (Observed) measureOne(starved(0.4), null, max("400 ms"));

      assertThat(computing.value().amount()).isCloseTo(300e6, within(1e3));
      assertThat(computing.counted().get(0)).startsWith("CPU time");
      assertThat(computing.distortions())
          .extracting(Remark::id)
          .containsExactly("busy-machine", "few-readings", "interrupted-samples");
      assertThat(waiting.value().amount()).isCloseTo(300e6, within(1e3));
      assertThat(waiting.counted().get(0)).startsWith("real time");
    }

    @Test
    void pausesOfSlowWaitingMethodCountOnce() throws Throwable {
      SimulatedBody pausing =
          new SimulatedBody(clock, 300e6, 5)
              .with(
                  (self, n, stub) -> {
                    clock.advance(n * self.nanos, 0.4);
                    clock.allocate(1_000_000);
                    clock.collectGarbage(200e6);
                  });

      Observed observed = (Observed) measureOne(pausing, null, max("400 ms"));

      assertThat(observed.value().amount()).isCloseTo(500e6, within(1e6));
      assertThat(observed.counted().get(0)).startsWith("real time");
    }

    @Test
    void slowestMethodIsCalledSevenTimes() throws Throwable {
      SimulatedBody slow = body(20e9);

      assertThat(outcome(slow, null, max("30 s"))).isEqualTo(Outcome.WITHIN);
      // the first call, one to warm up, five samples
      assertThat(slow.calls).isEqualTo(7);
    }
  }

  @Test
  void exceptionOfTheMethodPassesUnchanged() {
    IOException thrown = new IOException("disk");
    SimulatedBody body =
        new SimulatedBody(clock, 100, 1)
            .with(
                (self, n, stub) -> {
                  self.spend(n);
                  if (self.calls > 10_000) {
                    throw thrown;
                  }
                });

    SimulatedBody baseline = body(100);

    assertThatThrownBy(() -> measureOne(body, baseline, Budget.unlimited(TIME_RATIO)))
        .isSameAs(thrown);
    assertThat(baseline.forgotten).isTrue();
  }

  @Nested
  class ReportsDistortions {

    private List<Remark> distortions(SimulatedBody body) throws Throwable {
      return ((Observed) measureOne(body, null, Budget.unlimited(TIME_PER_CALL))).distortions();
    }

    private SimulatedBody withEachSample(Runnable action) {
      return new SimulatedBody(clock, 100, 9)
          .with(
              (self, n, stub) -> {
                self.spend(n);
                if (n > 5_000) {
                  action.run();
                }
              });
    }

    @Test
    void garbageCollectionIsReported() throws Throwable {
      assertThat(distortions(withEachSample(() -> clock.collectGarbage(200_000))))
          .filteredOn(Remark::id, "garbage-collection")
          .singleElement()
          .satisfies(
              remark -> assertThat(RemarkFacts.number(remark, "percent")).isBetween(10.0, 19.9))
          .extracting(remark -> remark.facts().get("charge"))
          .isEqualTo("not counted in CPU time");
    }

    @Test
    void compilationIsReported() throws Throwable {
      assertThat(distortions(withEachSample(() -> clock.compile(100_000))))
          .containsExactly(
              Remark.of(
                  "compilation", "the JIT compiled for {millis} ms while samples were taken", 16));
    }

    @Test
    void loadedClassesAreReported() throws Throwable {
      assertThat(distortions(withEachSample(() -> clock.loadClasses(1))))
          .extracting(Remark::text)
          .containsExactly("160 classes loaded while samples were taken");
    }

    @Test
    void unloadedClassesAreReported() throws Throwable {
      assertThat(distortions(withEachSample(() -> clock.unloadClasses(1))))
          .extracting(Remark::text)
          .containsExactly("160 classes unloaded while samples were taken");
    }

    @Test
    void finalizersAndCleanersAreReportedBeyondOnePercent() throws Throwable {
      assertThat(distortions(withEachSample(() -> clock.runCleanup(200_000))))
          .extracting(Remark::id)
          .containsExactly("cleanup");
      assertThat(distortions(withEachSample(() -> clock.runCleanup(2_000)))).isEmpty();
    }

    @Test
    void bytesOfACallAreCounted() throws Throwable {
      SimulatedBody allocating =
          new SimulatedBody(clock, 100, 9)
              .with(
                  (self, n, stub) -> {
                    self.spend(n);
                    clock.allocate(48.0 * n);
                  });

      Observed observed = (Observed) measureOne(allocating, null, Budget.unlimited(TIME_PER_CALL));

      assertThat(observed.sampling().bytesPerCall()).isCloseTo(48.0, within(0.01));
    }

    @Test
    void driftIsReported() throws Throwable {
      SimulatedBody drifting =
          new SimulatedBody(clock, 100, 1)
              .with(
                  (self, n, stub) -> {
                    double slower = n > 5_000 ? Math.exp(self.calls / 1e7) : 1;
                    clock.advance(n * self.nanos * slower, 1);
                  });

      assertThat(distortions(drifting))
          .filteredOn(Remark::id, "serial-correlation")
          .singleElement()
          .satisfies(
              remark -> assertThat(RemarkFacts.number(remark, "correlation")).isBetween(0.5, 1.0))
          .extracting(remark -> remark.facts().get("how"))
          .isEqualTo("drift");
    }

    @Test
    void outliersAreReported() throws Throwable {
      SimulatedBody jumping =
          new SimulatedBody(clock, 100, 1)
              .with(
                  (self, n, stub) -> {
                    self.spend(n);
                    if (self.random.nextInt(10) == 0) {
                      self.spend(n);
                    }
                  });

      assertThat(distortions(jumping))
          .singleElement()
          .satisfies(
              remark -> {
                assertThat(remark.id()).isEqualTo("outliers");
                assertThat(RemarkFacts.number(remark, "samples")).isEqualTo(160);
                assertThat(RemarkFacts.number(remark, "outliers")).isBetween(1.0, 19.0);
              });
    }

    @Test
    void reflectiveCallsAreReported() throws Throwable {
      SimulatedBody reflective =
          new SimulatedBody(clock, 100, 1) {
            @Override
            public SimulatedBody fresh() {
              return this;
            }

            @Override
            public boolean reflective() {
              return true;
            }
          };

      assertThat(distortions(reflective)).extracting(Remark::id).containsExactly("reflective-mode");
    }
  }
}
