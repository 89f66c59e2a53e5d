package dev.tare.internal.timing;

import dev.tare.internal.timing.clock.CounterReading;
import dev.tare.internal.timing.clock.JvmCounters;
import dev.tare.internal.timing.sample.BenchmarkCase;
import dev.tare.internal.timing.sample.DeadCodeCheck.RemovedWork;
import dev.tare.internal.timing.sample.PilotStage;
import dev.tare.internal.timing.sample.SampledCase;
import dev.tare.internal.timing.sample.SamplingPlan;
import dev.tare.internal.timing.sample.WarmUp;
import dev.tare.model.Budget;
import dev.tare.model.Measurement;
import dev.tare.model.Measurement.Observed;
import dev.tare.model.Sampling;
import java.util.Arrays;
import java.util.List;
import java.util.Optional;

/**
 * One warm-up and one sampling of all methods, with fresh stubs.
 *
 * @param estimates one estimate for each budget
 * @param spent counters while samples were taken
 */
record BenchmarkRun(
    Benchmark benchmark,
    List<Budget> budgets,
    List<Estimate> estimates,
    List<SampledCase> sampledCases,
    WarmUp warmUp,
    CounterReading spent) {

  /** Time of a call whose time has no upper bound, in nanoseconds. */
  private static final double NO_BOUND = Long.MAX_VALUE;

  static BenchmarkRun run(Benchmark benchmark, List<BenchmarkCase> cases, List<Budget> budgets)
      throws Throwable {
    JvmCounters clock = benchmark.clock();
    List<SampledCase> sampledCases =
        cases.stream()
            .map(benchmarkCase -> new SampledCase(benchmarkCase, clock, benchmark.plan()))
            .toList();
    SampledCase tested = sampledCases.get(0);
    try {
      double cap = benchmark.plan().warmupTime().nanos();
      WarmUp warmUp = WarmUp.of(sampledCases, clock, cap);
      for (SampledCase sampledCase : sampledCases) {
        PilotStage.chooseCallsPerSample(sampledCase);
      }
      SamplingStage sampler =
          new SamplingStage(benchmark, sampledCases, budgets, warmUp.steadyFrom());
      List<Estimate> estimates = sampler.sample();
      tested.checkDeadCode(
          estimates.stream().anyMatch(Estimate::tooFast),
          estimates.stream().anyMatch(Estimate::mayBeTooFast));
      if (sampledCases.size() > 1) {
        boolean tooFast = estimates.stream().anyMatch(Estimate::baselineTooFast);
        sampledCases.get(1).checkDeadCode(tooFast, tooFast);
      }
      return new BenchmarkRun(benchmark, budgets, estimates, sampledCases, warmUp, sampler.spent());
    } finally {
      sampledCases.forEach(SampledCase::forget);
    }
  }

  /**
   * Returns the measurement for a budget.
   *
   * @param first the call before the warm-up
   */
  Measurement measurement(int index, FirstCallTime first) {
    Estimate estimate = estimates.get(index);
    Budget budget = budgets.get(index);
    Optional<Observed> bound = removedWorkBound(estimate, first);
    if (bound.isPresent()) {
      return budget.limit() == null ? bound.get() : RemovedWorkBound.decided(bound.get(), budget);
    }
    BenchmarkPhrases phrases = new BenchmarkPhrases(this, estimate);
    Measurement measured =
        estimate.measurement(
            budget, sampling(estimate, first), phrases.counted(), phrases.distortions(budget));
    boolean hidesPauses =
        estimate.gc().hidesPauses(sampledCases.get(0).recording())
            && spent.gcShare() > GcCost.MAX_HIDDEN_SHARE;
    return hidesPauses && measured instanceof Observed observed
        ? observed.inDoubt(GcCost.HIDDEN)
        : measured;
  }

  /**
   * Returns what is known of a figure if the JIT seems to have removed the work of a method; empty
   * if it did not. A removed baseline invalidates the ratio, but not the time of the method.
   */
  private Optional<Observed> removedWorkBound(Estimate estimate, FirstCallTime first) {
    boolean ratio = TimeFigures.isRatio(estimate.figure());
    SampledCase tested = sampledCases.get(0);
    Optional<RemovedWork> removed = tested.removedWork();
    if (removed.isPresent()) {
      double most = maxNanos(tested, removed.get(), first, estimate);
      return Optional.of(
          RemovedWorkBound.atMost(
              estimate.figure(),
              removed.get().reason(),
              TimeFigures.quantity(
                  estimate.figure(),
                  ratio ? most / leastNanos(sampledCases.get(1), estimate) : most),
              sampling(estimate, first)));
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
                            / (baseline.maxNanosAlone() / benchmark.plan().operations()),
                        sampling(estimate, first)))
        : Optional.empty();
  }

  /**
   * Returns an upper bound of the mean time of an operation: the time of a call that the JIT had
   * not optimized, or that of all calls if some of them take much longer. The first call here is
   * such a call only if the method has not been timed before in this JVM.
   */
  private double maxNanos(
      SampledCase tested, RemovedWork removed, FirstCallTime first, Estimate estimate) {
    double firstNanos = benchmark.isFirst() ? first.elapsed().nanos() : NO_BOUND;
    double unoptimized = Math.min(removed.maxNanosAlone(), firstNanos);
    double nanosPerCall = Math.max(unoptimized, tested.meanNanosPerCall());
    double sampled = TimeFigures.isRatio(estimate.figure()) ? 0 : estimate.interval().upper();
    return Math.max(
        SamplingPlan.MIN_CALL_NANOS,
        Math.max(nanosPerCall / benchmark.plan().operations(), sampled));
  }

  /** Returns the least time of an operation in the samples, at least the floor. */
  private double leastNanos(SampledCase sampledCase, Estimate estimate) {
    return Arrays.stream(sampledCase.recording().perCall(estimate.basis()))
        .map(nanos -> Math.max(SamplingPlan.MIN_CALL_NANOS, nanos))
        .min()
        .orElseThrow();
  }

  private Sampling sampling(Estimate estimate, FirstCallTime first) {
    double[] sorted = estimate.readings().stream().mapToDouble(d -> d).sorted().toArray();
    Sampling sampling =
        new Sampling(
            benchmark.plan().statistic().noun(),
            sorted.length,
            sampledCases.get(0).unjudgedCalls() + 1,
            TimeFigures.quantity(estimate.figure(), sorted[0]),
            TimeFigures.quantity(estimate.figure(), sorted[sorted.length - 1]),
            TimeFigures.isRatio(estimate.figure()) ? null : first.elapsed(),
            sampledCases.stream()
                .map(
                    sampledCase ->
                        sampledCase
                            .recording()
                            .series(sampledCase.benchmarkCase().name(), estimate.basis()))
                .toList(),
            null);
    return benchmark.clock().reportsAllocation()
        ? sampling.withBytesPerCall(sampledCases.get(0).recording().bytesPerOperation())
        : sampling;
  }
}
