package dev.tare.internal.timing;

import dev.tare.internal.timing.call.BenchmarkCase;
import dev.tare.internal.timing.call.SamplingPlan;
import dev.tare.internal.timing.clock.GcPauses;
import dev.tare.internal.timing.clock.JvmActivity;
import dev.tare.internal.timing.clock.JvmCounters;
import dev.tare.internal.timing.stage.BenchmarkProgress;
import dev.tare.internal.timing.stage.BenchmarkSettings;
import dev.tare.internal.timing.stage.FirstCallTime;
import dev.tare.internal.timing.stage.FirstTwoCalls;
import dev.tare.internal.timing.stage.GcPauseTally;
import dev.tare.internal.timing.stage.PilotStage;
import dev.tare.internal.timing.stage.SampledCase;
import dev.tare.internal.timing.stage.TimeCaps;
import dev.tare.internal.timing.stage.WarmUpStage;
import java.util.ArrayList;
import java.util.List;

/**
 * Times one method with arguments of several sizes, in turn, so that all share the conditions of
 * the machine.
 */
public final class SizedBenchmark {

  /**
   * Number of samples of each size: eight blocks of five, as many as at the first checkpoint of a
   * benchmark.
   */
  private static final int ROUNDS = 40;

  private final BenchmarkSettings setting;

  /**
   * Creates a benchmark; the caps are for all sizes together, and the progress shows the time of a
   * call at the first size.
   */
  public SizedBenchmark(JvmCounters clock, TimeCaps caps, BenchmarkProgress progress) {
    this.setting = BenchmarkSettings.of(clock, caps, SamplingPlan.STANDARD, progress);
  }

  /**
   * Measures the times with freshly compiled code.
   *
   * @param arms the method at each size, named after the size
   * @throws Throwable exception of the method, unchanged
   */
  public SizedTimes measure(List<BenchmarkCase> arms) throws Throwable {
    JvmCounters clock = setting.clock();
    List<FirstTwoCalls> early = new ArrayList<>();
    for (BenchmarkCase arm : arms) {
      early.add(FirstTwoCalls.after(FirstCallTime.make(clock, arm), clock, arm));
    }
    List<SampledCase> lanes =
        arms.stream().map(arm -> new SampledCase(arm, clock, setting.procedure())).toList();
    try {
      GcPauses before = GcPauses.now(clock);
      double cap = setting.caps().warmup().nanos();
      WarmUpStage.Ended warmUp = new WarmUpStage(clock, cap, false, setting.progress()).warm(lanes);
      for (SampledCase lane : lanes) {
        PilotStage.choose(lane);
      }
      GcPauseTally warmed = GcPauseTally.ofWarmUp(clock, before, warmUp);
      JvmActivity from = JvmActivity.now(clock);
      GcPauseTally pauses = sample(lanes, warmed);
      JvmActivity activity = JvmActivity.now(clock).minus(from);
      return new SizedEstimate(setting, early, lanes, warmUp, activity, pauses).times();
    } finally {
      lanes.forEach(SampledCase::forget);
    }
  }

  /** Takes all rounds, or as many as time allows, and returns the pauses up to then. */
  private GcPauseTally sample(List<SampledCase> lanes, GcPauseTally warmed) throws Throwable {
    JvmCounters clock = setting.clock();
    GcPauseTally pauses = warmed;
    double end = clock.wallNanos() + setting.caps().sampling().nanos();
    for (int round = 0; round < ROUNDS; round++) {
      if (round >= SamplingStage.FEWEST_ROUNDS && clock.wallNanos() >= end) {
        return pauses;
      }
      GcPauses before = GcPauses.now(clock);
      takeRound(lanes, round, end);
      pauses = pauses.plus(GcPauses.now(clock).minus(before), lanes);
    }
    return pauses;
  }

  /** Takes one sample of each size. The order rotates, since the first size finds colder caches. */
  private void takeRound(List<SampledCase> lanes, int round, double end) throws Throwable {
    for (int i = 0; i < lanes.size(); i++) {
      lanes.get((round + i) % lanes.size()).sample();
      long samples = (long) round * lanes.size() + i + 1;
      double left = end - setting.clock().wallNanos();
      setting.progress().at("sampling", samples, lanes.get(0).nanosPerCall(), left);
    }
  }
}
