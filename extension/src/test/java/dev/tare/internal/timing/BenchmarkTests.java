package dev.tare.internal.timing;

import static dev.tare.internal.timing.TimeFigures.TIME_PER_CALL;
import static dev.tare.internal.timing.TimeFigures.TIME_RATIO;
import static java.util.Objects.requireNonNull;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.assertj.core.api.Assertions.within;

import dev.tare.Reasons;
import dev.tare.internal.timing.sample.BenchmarkCase;
import dev.tare.internal.timing.sample.SamplingPlans;
import dev.tare.model.Budget;
import dev.tare.model.Measurement;
import dev.tare.model.Measurement.Observed;
import dev.tare.model.Remark;
import dev.tare.model.Verdict.Outcome;
import dev.tare.testing.SameOnEveryJdk;
import dev.tare.unit.Elapsed;
import dev.tare.unit.Ratio;
import java.io.IOException;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.Nested;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

@SameOnEveryJdk
class BenchmarkTests extends SimulatedBenchmarks {

  private SimulatedBody noisy(double nanos, double deviation) {
    return new SimulatedBody(clock, nanos, (long) nanos)
        .with(
            (self, n, stub) ->
                clock.advance(
                    n * self.nanos * Math.exp(deviation * self.random.nextGaussian()), 1));
  }

  @Nested
  class OfOneMethod {

    @Test
    void timeFarBelowTheLimitIsWithin() throws Throwable {
      Observed observed = observed(body(100), max("150 ns"));

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

      new Benchmark(clock, SamplingPlans.STANDARD, action)
          .measure(new BenchmarkCase("get()", body), null, List.of(max("70 ns")));

      assertThat(calls).containsExactly(1L);
    }

    @ParameterizedTest
    @CsvSource({
      "100, 70 ns, EXCEEDED",
      "100, 100 ns, INCONCLUSIVE",
      "0.13, 0.5 ns, INCONCLUSIVE",
      "300e6, 200 ms, EXCEEDED",
      "300e6, 50 ms, EXCEEDED"
    })
    void timeIsJudgedByItsInterval(double nanos, String limit, Outcome expected) throws Throwable {
      assertThat(outcome(body(nanos), null, max(limit))).isEqualTo(expected);
      assertThat(clock.seconds()).isLessThan(4);
    }

    @Test
    void timeWithoutALimitIsReported() throws Throwable {
      Observed observed = observed(body(100), NONE);

      assertThat(observed.value().amount()).isCloseTo(100, within(1.0));
      assertThat(observed.sampling().readings()).isEqualTo(32);
    }

    @Test
    void reportDescribesTheMeasurement() throws Throwable {
      Observed observed = observed(body(100), max("150 ns"));

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
      Observed observed = observed(slowAtFirst(5_000_000), max("150 ns"));

      assertThat(requireNonNull(observed.sampling().first()).amount())
          .isCloseTo(5_000_000, within(100.0));
      assertThat(observed.value().amount()).isCloseTo(100, within(0.01));
    }

    @Test
    void slowFirstCallDoesNotShortenSampling() throws Throwable {
      Budget none = NONE;

      Observed observed = observed(slowAtFirst(60e9), none);

      assertThat(observed.sampling().readings()).isEqualTo(32);
    }

    @Test
    void wideMarginIsDecidedEarly() throws Throwable {
      measure(body(100), null, max("200 ns"));

      assertThat(clock.seconds()).isLessThan(0.55);
    }

    @Test
    void baselineValueIsReleased() throws Throwable {
      SimulatedBody body = body(100);
      SimulatedBody baseline = body(100);

      measure(body, baseline, Budget.unlimited(TIME_RATIO));

      assertThat(baseline.forgotten).isTrue();
      // it may still be weighed
      assertThat(body.forgotten).isFalse();
    }
  }

  @Nested
  class AgainstABaseline {

    @Test
    void equalMethodsAreWithin() throws Throwable {
      Observed observed = (Observed) measure(body(100), body(100), maxRatio(1.10));

      assertThat(maxRatio(1.10).judge(observed).outcome()).isEqualTo(Outcome.WITHIN);
      assertThat(observed.value()).isInstanceOf(Ratio.class);
      assertThat(observed.value().amount()).isCloseTo(1, within(0.01));
      assertThat(observed.sampling().first()).isNull();
      assertThat(observed.counted())
          .anySatisfy(phrase -> assertThat(phrase).startsWith("get(): mean"))
          .anySatisfy(phrase -> assertThat(phrase).startsWith("old(): mean"))
          .anySatisfy(
              phrase ->
                  assertThat(phrase)
                      .matches(
                          "serial correlation of the readings -?0\\.[0-9]{2}; get\\(\\): [0-9]+"
                              + " outliers? of [0-9]+ samples; old\\(\\): [0-9]+ outliers? of [0-9]+"
                              + " samples"));
    }

    @ParameterizedTest
    @CsvSource({
      "130, 100, 1.10, EXCEEDED",
      "110, 100, 1.10, INCONCLUSIVE",
      "50, 100, 1.00, WITHIN",
      "300e6, 200e6, 1.10, EXCEEDED",
      "20, 0.1, 1.10, EXCEEDED",
      "0.1, 20, 1.10, WITHIN"
    })
    void ratioIsJudgedByItsInterval(double tested, double baseline, double limit, Outcome expected)
        throws Throwable {
      assertThat(outcome(body(tested), body(baseline), maxRatio(limit))).isEqualTo(expected);
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
    void bothFiguresAreJudgedFromOneRun() throws Throwable {
      SimulatedBody baseline = body(100);
      Budget absolute = max("300 ns");
      Budget ratio = maxRatio(1.10);

      List<Measurement> measurements =
          measureAll(
              SamplingPlans.STANDARD,
              new BenchmarkCase("get()", body(130)),
              new BenchmarkCase("old()", baseline),
              absolute,
              ratio);

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
      Observed observed = observed(compiledAt(1.5), max("30 ns"));

      assertThat(observed.value().amount()).isCloseTo(10, within(0.5));
      assertThat(observed.distortions()).isEmpty();
    }

    @Test
    void warmUpWithQueuedCompilationsKeepsItsCap() throws Throwable {
      Observed observed = observed(compiledAt(100), max("130 ns"));

      assertThat(clock.seconds()).isBetween(2.5, 2.7);
      assertThat(observed.distortions()).extracting(Remark::id).containsExactly("jit-not-quiet");
    }

    @Test
    void undecidedComparisonKeepsTheCaps() throws Throwable {
      SimulatedBody slower = compiledAt(100);

      Measurement measurement = measure(slower, noisy(91, 0.1), maxRatio(1.10));

      assertThat(maxRatio(1.10).judge(measurement).outcome()).isEqualTo(Outcome.INCONCLUSIVE);
      assertThat(clock.seconds()).isBetween(2.5, 5.1);
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
      Observed observed = observed(preempted(100, 1), max("150 ns"));

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

        Observed observed = observed(interrupted, max("24 ns"));

        assertThat(observed.counted().get(0)).startsWith("CPU time");
        assertThat(observed.counted().get(1)).matches(".* [4-9][0-9],[0-9]{3} calls a sample");
      }
    }

    @Test
    void missingCpuClockLeadsToMinimaOfRealTime() throws Throwable {
      clock.hideStarvation();
      clock.setCpuStep(1e18);

      Observed observed = observed(preempted(100, 2), max("150 ns"));

      assertThat(observed.counted().get(0)).startsWith("real time");
      assertThat(observed.value().amount()).isCloseTo(100, within(2.0));
    }

    @Test
    void coarseCpuClockLeadsToMinimaOfRealTime() throws Throwable {
      clock.hideStarvation();
      clock.setCpuStep(15_625_000);

      Observed observed = observed(preempted(100, 3), max("150 ns"));

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

    Observed observed = observed(waiting, max("600 ns"));

    assertThat(max("600 ns").judge(observed).outcome()).isEqualTo(Outcome.EXCEEDED);
    assertThat(observed.value().amount()).isBetween(1000.0, 1100.0);
    assertThat(observed.counted()).anyMatch(phrase -> phrase.startsWith("real time"));
  }

  @Nested
  class BelowTheFloor {

    @Test
    void limitAtTheFloorIsKeptWithAWarning() throws Throwable {
      Observed observed = observed(body(0.13), max("1 ns"));

      assertThat(max("1 ns").judge(observed).outcome()).isEqualTo(Outcome.WITHIN);
      assertThat(observed.value()).isEqualTo(new Elapsed(1));
      assertThat(observed.distortions()).extracting(Remark::id).containsExactly("below-floor");
      assertThat(observed.counted()).contains("get(): below the floor of 1 ns a call");
    }

    @Test
    void stoppedClockStillEndsTheBenchmark() throws Throwable {
      Observed observed = observed(body(0), max("5 ns"));

      assertThat(max("5 ns").judge(observed).outcome()).isEqualTo(Outcome.WITHIN);
      assertThat(observed.value()).isEqualTo(new Elapsed(1));
    }

    @Test
    void twoMethodsBelowTheFloorHaveNoRatio() throws Throwable {
      Measurement measurement = measure(body(0.2), body(0.1), maxRatio(1.10));

      assertThat(Reasons.ofInconclusive(maxRatio(1.10).judge(measurement)))
          .contains("the floor of 1 ns", "100 times");
    }
  }

  @Nested
  class OfASlowMethod {

    @Test
    void slowMethodPassesWithinTheCaps() throws Throwable {
      SimulatedBody slow = body(300e6);

      Observed observed = observed(slow, max("400 ms"));

      assertThat(max("400 ms").judge(observed).outcome()).isEqualTo(Outcome.WITHIN);
      assertThat(observed.value().amount()).isCloseTo(300e6, within(9e6));
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
      Observed computing = observed(starved(1), max("400 ms"));
      Observed waiting = observed(starved(0.4), max("400 ms"));

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

      Observed observed = observed(pausing, max("400 ms"));

      assertThat(observed.value().amount()).isCloseTo(500e6, within(1e6));
      assertThat(observed.counted().get(0)).startsWith("real time");
    }

    @Test
    void slowestMethodIsCalledSevenTimes() throws Throwable {
      SimulatedBody slow = body(20e9);

      Observed observed = observed(slow, max("30 s"));

      assertThat(max("30 s").judge(observed).outcome()).isEqualTo(Outcome.WITHIN);
      assertThat(texts(observed))
          .containsExactly(
              "5 readings only, which makes the interval wide; allow more with measurementTime");
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

    assertThatThrownBy(() -> measure(body, baseline, Budget.unlimited(TIME_RATIO)))
        .isSameAs(thrown);
    assertThat(baseline.forgotten).isTrue();
  }

  @Nested
  class ReportsDistortions {

    @Test
    void bytesOfACallAreCounted() throws Throwable {
      SimulatedBody allocating =
          new SimulatedBody(clock, 100, 9)
              .with(
                  (self, n, stub) -> {
                    self.spend(n);
                    clock.allocate(48.0 * n);
                  });

      Observed observed = observed(allocating, NONE);

      assertThat(observed.sampling().bytesPerCall()).isCloseTo(48.0, within(0.01));
    }
  }
}
