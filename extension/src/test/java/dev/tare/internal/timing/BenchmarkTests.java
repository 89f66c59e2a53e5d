package dev.tare.internal.timing;

import static dev.tare.internal.timing.TimeFigures.TIME_PER_CALL;
import static dev.tare.internal.timing.TimeFigures.TIME_RATIO;
import static java.util.Objects.requireNonNull;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.assertj.core.api.Assertions.within;

import dev.tare.Reasons;
import dev.tare.internal.timing.sample.BenchmarkCase;
import dev.tare.internal.timing.sample.SamplingPlanTests;
import dev.tare.model.Budget;
import dev.tare.model.Measurement;
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
import org.junit.jupiter.params.provider.CsvSource;

@SameOnEveryJdk
class BenchmarkTests {

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
    return new Benchmark(clock, SamplingPlanTests.STANDARD)
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

      new Benchmark(clock, SamplingPlanTests.STANDARD, Benchmark.Progress.SILENT, action)
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
              phrase ->
                  assertThat(phrase)
                      .matches(
                          "serial correlation of the readings -?0\\.[0-4][0-9]; get\\(\\): [0-3]"
                              + " outliers? of 40 samples"));
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

    private double allocated;

    /** Both are charged for the same pauses: 48 ns a call. */
    @ParameterizedTest
    @CsvSource({"100, 100, WITHIN", "1000, 100, EXCEEDED", "100, 1000, WITHIN"})
    void ratioOfMethodsThatAllocateIsDecided(double tested, double baseline, Outcome expected)
        throws Throwable {
      assertThat(outcome(allocating(tested), allocating(baseline), maxRatio(3)))
          .isEqualTo(expected);
    }

    private SimulatedBody allocating(double nanos) {
      return new SimulatedBody(clock, nanos, (long) nanos)
          .with(
              (self, n, stub) -> {
                self.spend(n);
                clock.allocate(160.0 * n);
                // a pause of 3 ms for every 10 MB
                for (allocated += 160.0 * n; allocated > 10e6; allocated -= 10e6) {
                  clock.collectGarbage(3e6);
                }
              });
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
      assertThat(baseline.stubCount).isEqualTo(1);
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
    void undecidedComparisonKeepsTheCaps() throws Throwable {
      SimulatedBody slower = compiledAt(100);

      Measurement measurement = measureOne(slower, noisy(91, 0.1), maxRatio(1.10));

      assertThat(maxRatio(1.10).judge(measurement).outcome()).isEqualTo(Outcome.INCONCLUSIVE);
      assertThat(clock.seconds()).isBetween(2.5, 5.01);
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
      assertThat(observed.distortions()).isEmpty();
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
      clock.hideStarvation();
      clock.setCpuStep(1e18);

      Observed observed = (Observed) measureOne(preempted(100, 2), null, max("150 ns"));

      assertThat(observed.counted().get(0)).startsWith("real time");
      assertThat(observed.value().amount()).isCloseTo(100, within(2.0));
    }

    @Test
    void coarseCpuClockLeadsToMinimaOfRealTime() throws Throwable {
      clock.hideStarvation();
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
      assertThat(clock.seconds()).isLessThan(4);
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
      assertThat(computing.distortions()).extracting(Remark::id).containsExactly("few-readings");
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
              remark -> assertThat(RemarkFacts.number(remark, "percent")).isBetween(10.0, 19.9));
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
