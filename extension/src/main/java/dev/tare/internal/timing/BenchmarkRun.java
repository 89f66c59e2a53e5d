package dev.tare.internal.timing;

import dev.tare.internal.timing.call.BenchmarkCase;
import dev.tare.internal.timing.call.RemovedWork;
import dev.tare.internal.timing.call.SamplingPlan;
import dev.tare.internal.timing.call.TimingFloors;
import dev.tare.internal.timing.clock.GcPauses;
import dev.tare.internal.timing.clock.JvmActivity;
import dev.tare.internal.timing.clock.JvmCounters;
import dev.tare.internal.timing.estimate.BenchmarkPhrases;
import dev.tare.internal.timing.estimate.Estimate;
import dev.tare.internal.timing.estimate.RemovedWorkBound;
import dev.tare.internal.timing.estimate.SampleSeries;
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
import dev.tare.model.Sampling;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Optional;

/**
 * One warm-up and one sampling of all methods, with fresh stubs.
 *
 * @param estimates one estimate for each budget
 * @param activity activity of the JVM while samples were taken
 * @param selfComparison the baseline compared with itself, if a comparison was not decided at once
 */
record BenchmarkRun(
    BenchmarkSettings settings,
    List<Budget> budgets,
    List<Estimate> estimates,
    List<SampledCase> sampledCases,
    WarmUpStage.WarmUpEnd warmUp,
    JvmActivity activity,
    Optional<BaselineSelfComparison> selfComparison) {

  static BenchmarkRun run(
      BenchmarkSettings settings,
      TimeAllowance allowance,
      List<BenchmarkCase> cases,
      List<Budget> budgets)
      throws Throwable {
    JvmCounters clock = settings.clock();
    List<SampledCase> sampledCases =
        cases.stream()
            .map(benchmarkCase -> new SampledCase(benchmarkCase, clock, settings.plan()))
            .toList();
    try {
      GcPauses before = GcPauses.now(clock);
      double cap = allowance.maxWarmup(sampledCases.size());
      WarmUpStage.WarmUpEnd warmUp =
          new WarmUpStage(clock, cap, sampledCases.size() > 1, settings.progress())
              .warmUp(sampledCases);
      for (SampledCase sampledCase : sampledCases) {
        PilotStage.chooseCallsPerSample(sampledCase);
      }
      GcPauseTally pauses = GcPauseTally.ofWarmUp(clock, before, warmUp);
      SamplingStage sampler = new SamplingStage(settings, allowance, sampledCases, budgets, pauses);
      List<Estimate> estimates = sampler.sample();
      sampledCases
          .get(0)
          .checkDeadCode(
              estimates.stream().anyMatch(Estimate::tooFast),
              estimates.stream().anyMatch(Estimate::mayBeTooFast));
      if (sampledCases.size() > 1) {
        boolean tooFast = estimates.stream().anyMatch(Estimate::baselineTooFast);
        sampledCases.get(1).checkDeadCode(tooFast, tooFast);
      }
      return new BenchmarkRun(
          settings,
          budgets,
          estimates,
          sampledCases,
          warmUp,
          sampler.activity(),
          sampler.selfComparison());
    } finally {
      sampledCases.forEach(SampledCase::forget);
    }
  }

  /** Returns the shortest time of another run of these methods, in nanoseconds. */
  double minNanosOfNextRun() {
    return WarmUpStage.minNanos(sampledCases, sampledCases.size() > 1)
        + SamplingPlan.FIRST_CHECKPOINT
            * sampledCases.stream()
                .mapToDouble(
                    sampledCase -> sampledCase.lastNanosPerCall() * sampledCase.callsPerSample())
                .sum();
  }

  /**
   * Returns the measurement for a budget.
   *
   * @param firstCalls the calls before the warm-up
   */
  Measurement measurement(int index, FirstTwoCalls firstCalls) {
    Estimate estimate = estimates.get(index);
    Budget budget = budgets.get(index);
    Optional<Measurement> bound = removedWorkBound(estimate, firstCalls);
    if (bound.isPresent()) {
      return budget.limit() == null ? bound.get() : RemovedWorkBound.decided(bound.get(), budget);
    }
    return estimate.measurement(
        budget,
        sampling(estimate, firstCalls),
        counted(estimate),
        Distortions.of(this, firstCalls, estimate, budget));
  }

  /** Returns whether the core was shared during the whole run and the figure depends on it. */
  boolean sharedThroughout(Figure figure) {
    return !TimeFigures.isRatio(figure) && sampledCases.get(0).isCoreSharedThroughout();
  }

  /**
   * Returns what is known of a figure if the JIT seems to have removed the work of a method; empty
   * if it did not. A removed baseline invalidates the ratio, but not the time of the method.
   */
  private Optional<Measurement> removedWorkBound(Estimate estimate, FirstTwoCalls firstCalls) {
    boolean ratio = TimeFigures.isRatio(estimate.figure());
    SampledCase tested = sampledCases.get(0);
    Optional<RemovedWork> removed = tested.removedWork();
    if (removed.isPresent()) {
      double most = maxNanos(tested, removed.get(), firstCalls, estimate);
      return Optional.of(
          RemovedWorkBound.atMost(
              estimate.figure(),
              removed.get().reason(),
              TimeFigures.quantity(
                  estimate.figure(),
                  ratio ? most / leastNanos(sampledCases.get(1), estimate) : most),
              sampling(estimate, firstCalls)));
    }
    return ratio
        ? sampledCases
            .get(1)
            .removedWork()
            .map(
                baseline ->
                    RemovedWorkBound.atLeast(
                        estimate.figure(),
                        baseline.reason(),
                        leastNanos(tested, estimate)
                            / (baseline.maxNanosAlone() / settings.plan().operations()),
                        sampling(estimate, firstCalls)))
        : Optional.empty();
  }

  /**
   * Returns an upper bound of the mean time of an operation: the time of a call that the JIT had
   * not optimized, or that of all calls if some of them take much longer.
   */
  private double maxNanos(
      SampledCase tested, RemovedWork removed, FirstTwoCalls firstCalls, Estimate estimate) {
    double unoptimized = Math.min(removed.maxNanosAlone(), firstCalls.shortestNanos());
    double nanosPerCall = Math.max(unoptimized, tested.meanNanosPerCall());
    double sampled = TimeFigures.isRatio(estimate.figure()) ? 0 : estimate.interval().upper();
    return Math.max(
        TimingFloors.CALL_NANOS, Math.max(nanosPerCall / settings.plan().operations(), sampled));
  }

  /** Returns the least time of an operation in the samples, at least the floor. */
  private double leastNanos(SampledCase sampledCase, Estimate estimate) {
    return Arrays.stream(sampledCase.recording().perCall(estimate.basis()))
        .map(nanos -> Math.max(TimingFloors.CALL_NANOS, nanos))
        .min()
        .orElseThrow();
  }

  private List<String> counted(Estimate estimate) {
    List<String> phrases = new ArrayList<>();
    phrases.add(BenchmarkPhrases.clock(estimate));
    BenchmarkPhrases.singleCalls(settings, sampledCases).ifPresent(phrases::add);
    phrases.add(BenchmarkPhrases.samples(estimate, sampledCases));
    BenchmarkPhrases.droppedSamples(estimate.selection()).ifPresent(phrases::add);
    selfComparison(estimate)
        .flatMap(comparison -> comparison.phrase(estimate))
        .ifPresent(phrases::add);
    BenchmarkPhrases.gcCharge(estimate, sampledCases).ifPresent(phrases::add);
    phrases.addAll(BenchmarkPhrases.distributions(estimate, sampledCases));
    BenchmarkPhrases.overlap(estimate, sampledCases).ifPresent(phrases::add);
    phrases.add(BenchmarkPhrases.warmUp(warmUp, sampledCases));
    phrases.add(BenchmarkPhrases.regularity(estimate, sampledCases));
    phrases.add(BenchmarkPhrases.jvmActivity(settings, activity));
    return phrases;
  }

  /** Returns the comparison of the baseline with itself, for an estimate of a ratio. */
  Optional<BaselineSelfComparison> selfComparison(Estimate estimate) {
    return TimeFigures.isRatio(estimate.figure()) ? selfComparison : Optional.empty();
  }

  private Sampling sampling(Estimate estimate, FirstTwoCalls firstCalls) {
    double[] sorted = estimate.readings().stream().mapToDouble(d -> d).sorted().toArray();
    Sampling sampling =
        new Sampling(
            settings.plan().statistic().noun(),
            sorted.length,
            sampledCases.get(0).unjudgedCalls() + firstCalls.calls(),
            TimeFigures.quantity(estimate.figure(), sorted[0]),
            TimeFigures.quantity(estimate.figure(), sorted[sorted.length - 1]),
            TimeFigures.isRatio(estimate.figure()) ? null : firstCalls.first().elapsed(),
            estimate.undisturbed(),
            sampledCases.stream()
                .map(sampledCase -> SampleSeries.of(sampledCase, estimate))
                .toList(),
            null);
    return settings.clock().reportsAllocation()
        ? sampling.withBytesPerCall(sampledCases.get(0).recording().bytesPerOperation())
        : sampling;
  }
}
