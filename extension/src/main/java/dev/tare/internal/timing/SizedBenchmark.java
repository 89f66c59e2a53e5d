package dev.tare.internal.timing;

import dev.tare.internal.timing.call.BenchmarkCase;
import dev.tare.internal.timing.call.SamplingPlan;
import dev.tare.internal.timing.clock.GcPauses;
import dev.tare.internal.timing.clock.JvmActivity;
import dev.tare.internal.timing.clock.JvmCounters;
import dev.tare.internal.timing.stage.BenchmarkProgress;
import dev.tare.internal.timing.stage.BenchmarkSettings;
import dev.tare.internal.timing.stage.FirstCallTime;
import dev.tare.internal.timing.stage.PilotStage;
import dev.tare.internal.timing.stage.SampledCase;
import dev.tare.internal.timing.stage.TimeCaps;
import dev.tare.internal.timing.stage.WarmUpStage;
import java.util.ArrayList;
import java.util.List;

/**
 * Times one method with arguments of several sizes. The sizes take turns, so that all are measured
 * under the same conditions of the machine.
 */
public final class SizedBenchmark {

  /**
   * Number of samples of each size: eight blocks of five, as many as at the first checkpoint of a
   * benchmark.
   */
  private static final int ROUNDS = 40;

  private final BenchmarkSettings settings;

  /**
   * Creates a benchmark. The caps apply to all sizes together. The progress shows the time of a
   * call at the first size.
   */
  public SizedBenchmark(JvmCounters clock, TimeCaps caps, BenchmarkProgress progress) {
    this.settings = BenchmarkSettings.of(clock, caps, SamplingPlan.STANDARD, progress);
  }

  /**
   * Measures the times with freshly compiled code.
   *
   * @param cases the method at each size, named after the size
   * @throws Throwable exception of the method, unchanged
   */
  public SizedTimes measure(List<BenchmarkCase> cases) throws Throwable {
    JvmCounters clock = settings.clock();
    List<FirstCallTime> firstCalls = new ArrayList<>();
    for (BenchmarkCase benchmarkCase : cases) {
      firstCalls.add(FirstCallTime.measure(clock, benchmarkCase));
    }
    List<SampledCase> sampledCases =
        cases.stream()
            .map(benchmarkCase -> new SampledCase(benchmarkCase, clock, settings.plan()))
            .toList();
    try {
      double cap = settings.caps().warmup().nanos();
      WarmUpStage.WarmUpEnd warmUp =
          new WarmUpStage(clock, cap, settings.progress()).warmUp(sampledCases);
      for (SampledCase sampledCase : sampledCases) {
        PilotStage.chooseCallsPerSample(sampledCase);
      }
      JvmActivity from = JvmActivity.now(clock);
      sample(sampledCases);
      GcPauses pauses = GcPauses.now(clock).minus(warmUp.steadyFrom());
      JvmActivity activity = JvmActivity.now(clock).minus(from);
      return new SizedEstimate(settings, firstCalls, sampledCases, warmUp, activity, pauses)
          .times();
    } finally {
      sampledCases.forEach(SampledCase::forget);
    }
  }

  /** Takes all rounds, or as many as time allows. */
  private void sample(List<SampledCase> sampledCases) throws Throwable {
    JvmCounters clock = settings.clock();
    double end = clock.wallNanos() + settings.caps().sampling().nanos();
    for (int round = 0; round < ROUNDS; round++) {
      if (round >= SamplingPlan.MIN_ROUNDS && clock.wallNanos() >= end) {
        return;
      }
      takeRound(sampledCases, round, end);
    }
  }

  /** Takes one sample of each size. The order rotates, since the first size finds colder caches. */
  private void takeRound(List<SampledCase> sampledCases, int round, double end) throws Throwable {
    for (int i = 0; i < sampledCases.size(); i++) {
      sampledCases.get((round + i) % sampledCases.size()).sample();
      long samples = (long) round * sampledCases.size() + i + 1;
      double left = end - settings.clock().wallNanos();
      settings.progress().report("sampling", samples, sampledCases.get(0).lastNanosPerCall(), left);
    }
  }
}
