package dev.tare.internal.timing;

import static dev.tare.internal.timing.estimate.TimeFigures.TIME_PER_CALL;
import static dev.tare.internal.timing.estimate.TimeFigures.TIME_RATIO;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.within;

import dev.tare.internal.timing.call.BenchmarkCase;
import dev.tare.internal.timing.call.SamplingPlan;
import dev.tare.internal.timing.call.Statistic;
import dev.tare.internal.timing.clock.CoreSpeedProbe;
import dev.tare.internal.timing.clock.JvmCounters;
import dev.tare.internal.timing.clock.SharedCoreSpeed;
import dev.tare.internal.timing.stage.TimeCaps;
import dev.tare.model.Budget;
import dev.tare.model.Measurement;
import dev.tare.model.Measurement.Doubtful;
import dev.tare.model.Measurement.Missing;
import dev.tare.model.Measurement.Observed;
import dev.tare.model.Remark;
import dev.tare.model.Verdict.Outcome;
import dev.tare.testing.SameOnEveryJdk;
import dev.tare.unit.Elapsed;
import dev.tare.unit.Ratio;
import java.util.List;
import java.util.stream.IntStream;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Nested;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;

/** Benchmarks on a core that another program shares. */
@SameOnEveryJdk
class SharedCoreTests {

  private static final TimeCaps CAPS = new TimeCaps(Elapsed.parse("2.5 s"), Elapsed.parse("2.5 s"));

  private final SimulatedClock clock = new SimulatedClock();

  /** Returns the slowdown of a core that is shared at the beginning of each half second. */
  private static double shared(double share, double seconds) {
    return seconds % 0.5 < share * 0.5 ? 1.25 : 1;
  }

  /** A method that takes {@code shared} times as long while the core is shared. */
  private SimulatedBody body(double nanos, double shared) {
    return new SimulatedBody(clock, nanos, (long) nanos)
        .with(
            (self, n, stub) -> {
              double slower = clock.slowness() > 1 ? shared : 1;
              clock.advance(
                  n * self.nanos * slower * Math.exp(0.005 * self.random.nextGaussian()), 1);
            });
  }

  private Measurement measure(
      SimulatedBody tested, @Nullable SimulatedBody baseline, Budget budget, SamplingPlan plan)
      throws Throwable {
    BenchmarkCase other = baseline == null ? null : new BenchmarkCase("old()", baseline);
    return new Benchmark(clock, CAPS, plan)
        .measure(new BenchmarkCase("get()", tested), other, List.of(budget))
        .get(0);
  }

  private static Budget max(String limit) {
    return Budget.atMost(TIME_PER_CALL, Elapsed.parse(limit));
  }

  private static double amount(Measurement measurement) {
    return ((Observed) measurement).value().amount();
  }

  @Nested
  class Now {

    @Test
    void samplesOnASharedCoreAreLeftOut() throws Throwable {
      clock.setSlowdown(seconds -> shared(0.6, seconds));

      Observed observed =
          (Observed)
              measure(body(100, 1.6), null, Budget.unlimited(TIME_PER_CALL), SamplingPlan.STANDARD);

      assertThat(amount(observed)).isCloseTo(100, within(1.0));
      assertThat(observed.counted())
          .anyMatch(
              one ->
                  one.matches(
                      "\\d+ of \\d+ samples left out: the core was slowed down during them"));
      assertThat(observed.distortions()).extracting(Remark::id).doesNotContain("slow-core");
      assertThat(observed.sampling().isSlowedDown()).isFalse();
    }

    @Test
    void sharedCoreCausesNoFailure() throws Throwable {
      clock.setSlowdown(seconds -> shared(0.6, seconds));
      Budget budget = max("130 ns");

      Measurement measurement = measure(body(100, 1.6), null, budget, SamplingPlan.STANDARD);

      assertThat(budget.judge(measurement).outcome()).isEqualTo(Outcome.WITHIN);
    }

    @Test
    void sharedCoreDoesNotHideThatTheJitRemovedTheWork() throws Throwable {
      clock.setSlowdown(seconds -> seconds % 0.05 < 0.035 ? 1.25 : 1);
      SimulatedBody hoisted =
          new SimulatedBody(clock, 0.8, 1)
              .with(
                  (self, n, stub) ->
                      clock.advance(
                          n == 1 ? 50 : n * self.nanos * (clock.slowness() > 1 ? 1.6 : 1), 1));

      assertThat(measure(hoisted, null, max("49 ns"), SamplingPlan.STANDARD))
          .isInstanceOf(Missing.class);
    }

    @Test
    void sharedCoreDoesNotHideASlowMethod() throws Throwable {
      clock.setSlowdown(seconds -> shared(0.6, seconds));
      Budget budget = max("80 ns");

      Measurement measurement = measure(body(100, 1.6), null, budget, SamplingPlan.STANDARD);

      assertThat(budget.judge(measurement).outcome()).isEqualTo(Outcome.EXCEEDED);
      assertThat(amount(measurement)).isCloseTo(100, within(1.0));
    }

    @Test
    void sharedCoreSlowsBothMethodsOfAComparisonDifferently() throws Throwable {
      clock.setSlowdown(seconds -> shared(0.3, seconds));
      Budget budget = Budget.atMost(TIME_RATIO, new Ratio(1.1));

      Measurement measurement =
          measure(body(101, 1.6), body(100, 1.1), budget, SamplingPlan.STANDARD);

      assertThat(budget.judge(measurement).outcome()).isEqualTo(Outcome.WITHIN);
      assertThat(amount(measurement)).isCloseTo(1.01, within(0.01));
    }

    @Test
    void sharedCoreHidesNoRatio() throws Throwable {
      clock.setSlowdown(seconds -> seconds < 0.2 ? 1 : 1.25);
      Budget budget = Budget.atMost(TIME_RATIO, new Ratio(1.1));

      Measurement measurement =
          measure(body(130, 1.6), body(100, 1.6), budget, SamplingPlan.STANDARD);

      assertThat(budget.judge(measurement).outcome()).isEqualTo(Outcome.EXCEEDED);
      assertThat(((Observed) measurement).distortions())
          .extracting(Remark::id)
          .contains("slow-core");
    }

    @ParameterizedTest
    @EnumSource(names = {"MEAN", "MEDIAN"})
    void sharedCoreCountsInStatisticsOfAllSamples(Statistic.StatisticKind kind) throws Throwable {
      clock.setSlowdown(seconds -> seconds % 0.02 < 0.018 ? 1.25 : 1);
      SamplingPlan plan = new SamplingPlan(new Statistic(kind, 0.5), 1, 1, true);

      Measurement measurement =
          measure(body(100, 1.6), null, Budget.unlimited(TIME_PER_CALL), plan);

      assertThat(amount(measurement)).isBetween(110.0, 165.0);
      assertThat(((Observed) measurement).counted()).noneMatch(one -> one.contains("left out"));
    }
  }

  /** Cores that are shared from the end of the warm-up on. */
  @Nested
  class AllTheTime {

    private void share() {
      clock.setSlowdown(seconds -> seconds < 0.2 ? 1 : 1.25);
    }

    @Test
    void sharedCoreMakesAnExceededLimitInconclusive() throws Throwable {
      share();
      Budget budget = max("130 ns");

      Doubtful doubtful = (Doubtful) measure(body(100, 1.6), null, budget, SamplingPlan.STANDARD);

      assertThat(doubtful.reason())
          .isEqualTo(
              "the core was shared or slowed down beside most samples, which can make calls seem"
                  + " this slow; try again, or allow more with measurementTime");
      assertThat(clock.seconds()).isBetween(2.0, 5.1);
    }

    @Test
    void sharedCoreExplainsNoMoreThanTwiceTheTime() throws Throwable {
      share();
      Budget budget = max("60 ns");

      Measurement measurement = measure(body(100, 1.6), null, budget, SamplingPlan.STANDARD);

      assertThat(budget.judge(measurement).outcome()).isEqualTo(Outcome.EXCEEDED);
      assertThat(((Observed) measurement).distortions())
          .extracting(Remark::id)
          .contains("slow-core");
    }

    @Test
    void undisturbedTimeIsReported() throws Throwable {
      share();

      Observed observed =
          (Observed)
              measure(body(100, 1.6), null, Budget.unlimited(TIME_PER_CALL), SamplingPlan.STANDARD);

      assertThat(observed.sampling().undisturbed())
          .isEqualTo(new Elapsed(observed.lower().amount() / 2));
    }

    @Test
    void sharedCoreIsNotReportedForAComparison() throws Throwable {
      share();

      Observed observed =
          (Observed)
              measure(
                  body(101, 1.6),
                  body(100, 1.6),
                  Budget.unlimited(TIME_RATIO),
                  SamplingPlan.STANDARD);

      assertThat(observed.sampling().isSlowedDown()).isFalse();
    }

    @Test
    void sharedCoreLeavesAKeptLimitWithin() throws Throwable {
      share();
      Budget budget = max("200 ns");

      Measurement measurement = measure(body(100, 1.6), null, budget, SamplingPlan.STANDARD);

      assertThat(budget.judge(measurement).outcome()).isEqualTo(Outcome.WITHIN);
      assertThat(clock.seconds()).isLessThan(1.0);
    }

    @Test
    void sharedCoreConfirmsNoFailure() throws Throwable {
      clock.setSlowdown(seconds -> seconds < 0.48 ? 1 : 1.25);

      Measurement measurement = measure(body(100, 1.6), null, max("80 ns"), SamplingPlan.STANDARD);

      assertThat(((Doubtful) measurement).reason())
          .matches(
              "not confirmed: 100 ns exceeded the limit, 1\\d\\d ns with fresh code may not: the core"
                  + " was shared or slowed down beside most samples.*");
    }

    @Test
    void comparisonDoesNotWaitForAnUnsharedCore() throws Throwable {
      share();

      measure(body(101, 1.6), body(100, 1.6), Budget.unlimited(TIME_RATIO), SamplingPlan.STANDARD);

      assertThat(clock.seconds()).isLessThan(2);
    }

    @Test
    void figureWithoutALimitWaitsForAnUnsharedCore() throws Throwable {
      clock.setSlowdown(seconds -> seconds < 0.3 || seconds > 4 ? 1 : 1.25);

      Measurement measurement =
          measure(body(100, 1.6), null, Budget.unlimited(TIME_PER_CALL), SamplingPlan.STANDARD);

      assertThat(amount(measurement)).isCloseTo(100, within(1.0));
      assertThat(clock.seconds()).isBetween(4.0, 4.2);
    }
  }

  /** Cores that are shared from the beginning on. */
  @Nested
  class FromFirstToLast {

    private static final double SHARED = 1.6;

    private Measurement exceeding() throws Throwable {
      return measure(body(100, SHARED), null, max("130 ns"), SamplingPlan.STANDARD);
    }

    @Test
    void bestSpeedIsSharedBetweenBenchmarksOfARun() throws Throwable {
      SharedCoreSpeed known = new SharedCoreSpeed();
      SimulatedClock earlier = new SimulatedClock();
      earlier.share(known);
      new Benchmark(earlier, CAPS, SamplingPlan.STANDARD)
          .measure(
              new BenchmarkCase("other()", new SimulatedBody(earlier, 50, 50)),
              null,
              List.of(Budget.unlimited(TIME_PER_CALL)));
      clock.share(known);
      clock.setSlowdown(seconds -> SHARED);

      assertThat(((Doubtful) exceeding()).reason())
          .startsWith("the core was shared or slowed down beside most samples");
    }

    @Test
    void lowerClockRateIsNotTakenForASharedCore() throws Throwable {
      SharedCoreSpeed known = new SharedCoreSpeed();
      known.record(800 / 1.2);
      known.markReliable();
      clock.share(known);
      Budget budget = max("80 ns");

      Measurement measurement = measure(body(100, 1), null, budget, SamplingPlan.STANDARD);

      assertThat(budget.judge(measurement).outcome()).isEqualTo(Outcome.EXCEEDED);
      assertThat(((Observed) measurement).distortions())
          .extracting(Remark::id)
          .doesNotContain("slow-core");
    }

    @Test
    void confirmationOfAFailureDetectsASharedCore() throws Throwable {
      clock.setSlowdown(seconds -> seconds < 2 ? SHARED : 1);

      Observed observed = (Observed) exceeding();

      assertThat(amount(observed)).isCloseTo(100, within(1.0));
      assertThat(observed.counted())
          .contains("a first run, on a core that was shared, found 160 ns");
      assertThat(clock.seconds()).isBetween(2.0, 2.3);
    }

    @Test
    void sharedCoreDoesNotExplainAFactorOfTenInTheFirstRun() throws Throwable {
      clock.setSlowdown(seconds -> seconds < 0.6 ? SHARED : 1);
      Budget budget = max("130 ns");

      Measurement measurement = measure(body(100, 10), null, budget, SamplingPlan.STANDARD);

      assertThat(((Doubtful) measurement).reason())
          .isEqualTo("two runs disagree: 1 us exceeded the limit, 100 ns with fresh code did not");
    }

    @Test
    void confirmedFailureReportsTheUndisturbedRun() throws Throwable {
      clock.setSlowdown(seconds -> seconds < 2 ? SHARED : 1);
      Budget budget = max("80 ns");

      Measurement measurement = measure(body(100, SHARED), null, budget, SamplingPlan.STANDARD);

      assertThat(budget.judge(measurement).outcome()).isEqualTo(Outcome.EXCEEDED);
      assertThat(amount(measurement)).isCloseTo(100, within(1.0));
      assertThat(((Observed) measurement).counted())
          .contains(
              "confirmed by a second run, whose figure this is: a first run, on a"
                  + " core that was shared, found 160 ns");
    }

    @Test
    void firstRunIsReportedIfTheSecondWasSharedToo() throws Throwable {
      SharedCoreSpeed known = new SharedCoreSpeed();
      known.record(800);
      known.markReliable();
      clock.share(known);
      clock.setSlowdown(seconds -> SHARED);
      Budget budget = max("10 ns");

      Measurement measurement = measure(body(100, SHARED), null, budget, SamplingPlan.STANDARD);

      assertThat(budget.judge(measurement).outcome()).isEqualTo(Outcome.EXCEEDED);
      assertThat(((Observed) measurement).counted())
          .anyMatch(one -> one.startsWith("confirmed by a second run: 16"));
    }

    @Test
    void interruptsDoNotCountAsAnotherCoreSpeed() throws Throwable {
      clock.setSlowdown(seconds -> seconds < 2 ? SHARED : 1);
      clock.interruptEveryNthProbe(50);

      assertThat(amount(exceeding())).isCloseTo(100, within(1.0));
    }

    @ParameterizedTest
    @EnumSource(names = {"MEAN", "MEDIAN"})
    void statisticsOfAllSamplesDoNotWatchTheCore(Statistic.StatisticKind kind) throws Throwable {
      SamplingPlan plan = new SamplingPlan(new Statistic(kind, 0.5), 1, 1, true);
      Budget budget = max("80 ns");

      Measurement measurement = measure(body(100, 1), null, budget, plan);

      assertThat(budget.judge(measurement).outcome()).isEqualTo(Outcome.EXCEEDED);
      assertThat(clock.seconds()).isLessThan(1.5);
    }

    @Test
    void decidedRatioIsNotAffectedByASharedCore() throws Throwable {
      Budget ratio = Budget.atMost(TIME_RATIO, new Ratio(1.1));
      List<Budget> budgets = List.of(max("80 ns"), ratio);

      List<Measurement> both =
          new Benchmark(clock, CAPS, SamplingPlan.STANDARD)
              .measure(
                  new BenchmarkCase("get()", body(100, 1)),
                  new BenchmarkCase("old()", body(50, 1)),
                  budgets);

      assertThat(both)
          .satisfiesExactly(
              time -> assertThat(amount(time)).isCloseTo(100, within(1.0)),
              other -> assertThat(amount(other)).isCloseTo(2, within(0.02)));
    }

    @Test
    void onlyTheFirstFailureOfARunWatchesTheCore() throws Throwable {
      SharedCoreSpeed known = new SharedCoreSpeed();
      clock.share(known);
      Budget budget = max("80 ns");

      Measurement first = measure(body(100, 1), null, budget, SamplingPlan.STANDARD);

      assertThat(budget.judge(first).outcome()).isEqualTo(Outcome.EXCEEDED);
      assertThat(clock.seconds()).isBetween(3.0, 5.0);

      double before = clock.seconds();
      Measurement second = measure(body(100, 1), null, budget, SamplingPlan.STANDARD);

      assertThat(budget.judge(second).outcome()).isEqualTo(Outcome.EXCEEDED);
      assertThat(clock.seconds() - before).isLessThan(1.5);
    }

    @Test
    void firstRunWithTwoCoreSpeedsMakesWatchingUnnecessary() throws Throwable {
      clock.setSlowdown(seconds -> seconds > 0.42 && seconds < 0.5 ? SHARED : 1);
      Budget budget = max("80 ns");

      Measurement measurement = measure(body(100, SHARED), null, budget, SamplingPlan.STANDARD);

      assertThat(budget.judge(measurement).outcome()).isEqualTo(Outcome.EXCEEDED);
      assertThat(clock.seconds()).isLessThan(1.5);
    }

    @Test
    void timeBeyondSharingMakesWatchingUnnecessary() throws Throwable {
      Budget budget = max("40 ns");

      Measurement measurement = measure(body(100, 1), null, budget, SamplingPlan.STANDARD);

      assertThat(budget.judge(measurement).outcome()).isEqualTo(Outcome.EXCEEDED);
      assertThat(clock.seconds()).isLessThan(1.5);
    }
  }

  @Nested
  class Probe {

    @Test
    void probeTimeRevealsTheSpeedOfTheCore() {
      CoreSpeedProbe probe = CoreSpeedProbe.ofThisJvm();
      probe.compile(JvmCounters.ofThisJvm());
      double[] times =
          IntStream.range(0, 2_000)
              .mapToDouble(i -> probe.recordSlower(probe.measure(), probe.measure()))
              .sorted()
              .toArray();
      double best = times[4];

      // 1,000 dependent iterations: no processor executes ten in a nanosecond
      assertThat(best).isBetween(100.0, 1e6);
      assertThat(probe.isBest(1.04 * best)).isTrue();
      assertThat(probe.isBest(1.06 * best)).isFalse();
      assertThat(probe.speed(2 * best)).isCloseTo(0.5, within(1e-9));
    }

    @Test
    void bestTimeIsTheFifthBestOfTheSlowerReadings() {
      double[] times = {10, 2, 2, 10, 10, 10, 9, 10, 3, 3};
      int[] next = {0};
      CoreSpeedProbe probe = new CoreSpeedProbe(() -> times[next[0]++]);

      for (int i = 0; i < times.length / 2; i++) {
        assertThat(probe.isBest(100)).isTrue();
        probe.probe();
      }

      assertThat(probe.isBest(10.4)).isTrue();
      assertThat(probe.isBest(10.6)).isFalse();
    }

    @Test
    void probeIsCompiledBeforeItsTimesCount() throws Throwable {
      clock.interpretProbes(249);

      Observed observed =
          (Observed)
              measure(body(100, 1.6), null, Budget.unlimited(TIME_PER_CALL), SamplingPlan.STANDARD);

      assertThat(observed.counted()).noneMatch(one -> one.contains("left out"));
    }

    @Test
    void unknownSpeedCountsAsBest() {
      CoreSpeedProbe probe = CoreSpeedProbe.none();

      assertThat(probe.isBest(probe.recordSlower(probe.measure(), probe.measure()))).isTrue();
    }
  }
}
