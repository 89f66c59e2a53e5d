package dev.tare.internal.timing;

import dev.tare.internal.timing.call.BenchmarkCase;
import dev.tare.internal.timing.call.DeadCodeCheck;
import dev.tare.internal.timing.call.SamplingPlan;
import dev.tare.internal.timing.clock.GcPauses;
import dev.tare.internal.timing.clock.JvmActivity;
import dev.tare.internal.timing.clock.JvmCounters;
import dev.tare.internal.timing.estimate.BenchmarkPhrases;
import dev.tare.internal.timing.estimate.Estimate;
import dev.tare.internal.timing.estimate.TimeFigures;
import dev.tare.internal.timing.stage.BenchmarkSettings;
import dev.tare.internal.timing.stage.FirstTwoCalls;
import dev.tare.internal.timing.stage.GcPauseTally;
import dev.tare.internal.timing.stage.PilotStage;
import dev.tare.internal.timing.stage.SampledCase;
import dev.tare.internal.timing.stage.TimeAllowance;
import dev.tare.internal.timing.stage.WarmUpStage;
import dev.tare.model.Budget;
import dev.tare.model.Figure;
import dev.tare.model.Measurement;
import dev.tare.model.Measurement.Missing;
import dev.tare.model.Sampling;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;

/**
 * One warm-up and sampling of all methods, with fresh stubs.
 *
 * @param setting settings of the benchmark
 * @param budgets budgets to decide
 * @param estimates one estimate for each budget
 * @param lanes the methods with their samples
 * @param warmUp how the warm-up ended
 * @param activity activity of the JVM while samples were taken
 * @param control the baseline compared with itself, if a comparison was not decided at once
 */
record BenchmarkRun(
    BenchmarkSettings setting,
    List<Budget> budgets,
    List<Estimate> estimates,
    List<SampledCase> lanes,
    WarmUpStage.Ended warmUp,
    JvmActivity activity,
    Optional<BaselineSelfComparison> control) {

  static BenchmarkRun run(
      BenchmarkSettings setting,
      TimeAllowance allowance,
      List<BenchmarkCase> arms,
      List<Budget> budgets)
      throws Throwable {
    JvmCounters clock = setting.clock();
    List<SampledCase> lanes =
        arms.stream().map(arm -> new SampledCase(arm, clock, setting.procedure())).toList();
    try {
      GcPauses before = GcPauses.now(clock);
      double cap = allowance.warmup(lanes.size());
      WarmUpStage.Ended warmUp =
          new WarmUpStage(clock, cap, lanes.size() > 1, setting.progress()).warm(lanes);
      for (SampledCase lane : lanes) {
        PilotStage.choose(lane);
      }
      GcPauseTally pauses = GcPauseTally.ofWarmUp(clock, before, warmUp);
      SamplingStage sampler = new SamplingStage(setting, allowance, lanes, budgets, pauses);
      List<Estimate> estimates = sampler.sample();
      for (SampledCase lane : lanes) {
        lane.examine();
      }
      return new BenchmarkRun(
          setting, budgets, estimates, lanes, warmUp, sampler.activity(), sampler.control());
    } finally {
      lanes.forEach(SampledCase::forget);
    }
  }

  /** Returns the least nanoseconds of another run of these methods. */
  double leastNanos() {
    return WarmUpStage.least(lanes, lanes.size() > 1)
        + SamplingPlan.LOOKS.get(0)
            * lanes.stream().mapToDouble(lane -> lane.nanosPerCall() * lane.callsPerSample()).sum();
  }

  /**
   * Returns the measurement for a budget.
   *
   * @param index index of the budget
   * @param early the calls before the warm-up
   */
  Measurement measurement(int index, FirstTwoCalls early) {
    Estimate estimate = estimates.get(index);
    Budget budget = budgets.get(index);
    Optional<String> eliminated = eliminated(estimate);
    if (eliminated.isPresent()) {
      return new Missing(budget.figure(), eliminated.get(), DeadCodeCheck.REMEDY);
    }
    return estimate.measurement(
        budget,
        sampling(estimate, early),
        counted(estimate),
        Distortions.of(this, early, estimate, budget));
  }

  /** Returns whether the core was shared all the time, which affects the figure. */
  boolean sharedThroughout(Figure figure) {
    return !TimeFigures.isRatio(figure) && lanes.get(0).sharedThroughout();
  }

  /**
   * Returns why the work of a method seems to be removed. A removed baseline invalidates the ratio,
   * but not the time of the method.
   */
  private Optional<String> eliminated(Estimate estimate) {
    Optional<String> own = lanes.get(0).eliminated();
    return own.isEmpty() && TimeFigures.isRatio(estimate.figure())
        ? lanes.get(1).eliminated()
        : own;
  }

  private List<String> counted(Estimate estimate) {
    List<String> phrases = new ArrayList<>();
    phrases.add(BenchmarkPhrases.clock(estimate));
    BenchmarkPhrases.singleCalls(setting, lanes).ifPresent(phrases::add);
    phrases.add(BenchmarkPhrases.samples(estimate, lanes));
    BenchmarkPhrases.leftOut(estimate.selection()).ifPresent(phrases::add);
    phrases.add(BenchmarkPhrases.warmUp(warmUp, lanes));
    control(estimate).flatMap(one -> one.phrase(estimate)).ifPresent(phrases::add);
    BenchmarkPhrases.gc(estimate, lanes).ifPresent(phrases::add);
    phrases.addAll(BenchmarkPhrases.distributions(estimate, lanes));
    phrases.add(BenchmarkPhrases.regularity(estimate, lanes));
    phrases.add(BenchmarkPhrases.beside(setting, activity));
    return phrases;
  }

  /** Returns the comparison of the baseline with itself, for an estimate of a ratio. */
  Optional<BaselineSelfComparison> control(Estimate estimate) {
    return TimeFigures.isRatio(estimate.figure()) ? control : Optional.empty();
  }

  private Sampling sampling(Estimate estimate, FirstTwoCalls early) {
    double[] sorted = estimate.readings().stream().mapToDouble(d -> d).sorted().toArray();
    return new Sampling(
        setting.procedure().statistic().noun(),
        sorted.length,
        lanes.get(0).unjudgedCalls() + early.calls(),
        TimeFigures.quantity(estimate.figure(), sorted[0]),
        TimeFigures.quantity(estimate.figure(), sorted[sorted.length - 1]),
        TimeFigures.isRatio(estimate.figure()) ? null : early.first().elapsed(),
        estimate.undisturbed());
  }
}
