package dev.tare.internal.timing;

import dev.tare.internal.stats.Interval;
import dev.tare.internal.stats.Moments;
import dev.tare.internal.stats.OutlierVariance;
import dev.tare.internal.stats.Quantiles;
import dev.tare.internal.timing.call.SamplingPlan;
import dev.tare.internal.timing.clock.CoreSpeedProbe;
import dev.tare.internal.timing.estimate.BenchmarkPhrases;
import dev.tare.internal.timing.estimate.Estimate;
import dev.tare.internal.timing.estimate.SamplingDistortions;
import dev.tare.internal.timing.estimate.TimeFigures;
import dev.tare.internal.timing.stage.FirstTwoCalls;
import dev.tare.internal.timing.stage.SampleSelection;
import dev.tare.internal.timing.stage.SampledCase;
import dev.tare.model.Budget;
import dev.tare.model.Verdict.Outcome;
import dev.tare.unit.Quantity;
import java.util.Arrays;
import java.util.List;
import org.jspecify.annotations.Nullable;

/** Collects remarks on what may have distorted a figure of a benchmark. */
final class Distortions {

  /**
   * Largest ratio of the upper to the lower end of a standard deviation's interval; beyond it the
   * deviation counts as unreliable. For 40 normal samples the ratio is 1.6.
   */
  private static final double MAX_DEVIATION_RANGE = 4;

  /** Share of the variance beyond which outliers determine the standard deviation (Boyer). */
  private static final double MAX_OUTLIER_SHARE = 0.5;

  /** Serial correlation beyond which the standard error is unreliable. */
  private static final double STRONG_CORRELATION = 0.5;

  private final SamplingDistortions found = new SamplingDistortions();

  private Distortions() {}

  /** Returns all distortions of an estimate. */
  static SamplingDistortions of(
      BenchmarkRun run, FirstTwoCalls firstCalls, Estimate estimate, Budget budget) {
    Distortions distortions = new Distortions();
    firstCalls
        .difference(run.sampledCases().get(0), estimate.basis())
        .ifPresent(distortions.found::add);
    distortions.addBelowFloor(estimate);
    distortions.addDifferenceFromAllCalls(estimate, budget);
    distortions.addSmallMargin(estimate, budget.limit());
    distortions.addNoisyBaseline(run, estimate, budget.limit());
    distortions.addJvmDistortions(run, estimate);
    distortions.addMachineDistortions(run, estimate);
    distortions.addPossibleDeadCode(run);
    int readings = estimate.readings().size();
    if (readings < SamplingPlan.MIN_ROUNDS) {
      distortions.found.addFarAboveLimit(readings);
    } else {
      distortions.found.addFewReadings(readings);
    }
    distortions.found.addCoarseClock(run.settings(), run.sampledCases());
    distortions.addSampleQuality(run.sampledCases(), estimate);
    distortions.addSerialCorrelation(estimate.correlation(), estimate.readings().size());
    return distortions.found;
  }

  private void addBelowFloor(Estimate estimate) {
    if (estimate.tooFast()) {
      found.add(
          "below-floor",
          "below the floor: less than 1 ns a call cannot be distinguished from an empty body");
    }
    if (estimate.baselineTooFast()) {
      found.add("baseline-below-floor", "the baseline is below the floor of 1 ns a call");
    }
  }

  /**
   * Adds the difference between samples and all calls, unless the verdict already names it as the
   * reason for a doubt.
   */
  private void addDifferenceFromAllCalls(Estimate estimate, Budget budget) {
    if (budget.limit() == null || estimate.judge(budget).outcome() != Outcome.INCONCLUSIVE) {
      estimate.differenceFromAllCalls().ifPresent(found::add);
    }
  }

  private void addSmallMargin(Estimate estimate, @Nullable Quantity limit) {
    if (limit == null || estimate.tooFast()) {
      return;
    }
    double resolution = 1 + estimate.resolution() / 100;
    double margin = limit.amount() / estimate.interval().estimate();
    if (margin < resolution && margin > 1 / resolution) {
      found.add(
          "small-margin",
          "margin small: less than the resolution of {percent:%.0f} %",
          estimate.resolution());
    } else if (TimeFigures.isRatio(estimate.figure())
        && limit.amount() < resolution
        && limit.amount() > 1 / resolution) {
      found.add(
          "limit-near-one",
          "limit {limit}: nearer to equal speed than the resolution of {percent:%.0f} %",
          limit,
          estimate.resolution());
    }
  }

  private void addNoisyBaseline(BenchmarkRun run, Estimate estimate, @Nullable Quantity limit) {
    if (limit != null) {
      double margin = Math.log(limit.amount() / estimate.interval().estimate());
      run.selfComparison(estimate)
          .flatMap(selfComparison -> selfComparison.warning(estimate, margin))
          .ifPresent(found::add);
    }
  }

  private void addJvmDistortions(BenchmarkRun run, Estimate estimate) {
    found.addReflection(run.sampledCases());
    found.addWarmUp(run.warmUp());
    found.addJvmActivity(run.activity(), estimate.gc(), run.sampledCases());
  }

  private void addPossibleDeadCode(BenchmarkRun run) {
    for (SampledCase sampledCase : run.sampledCases()) {
      if (sampledCase.mayHideDeadCode(run.settings().clockCost())) {
        found.add(
            "dead-code-possible",
            "{method} takes hardly longer than a reading of the clock and returns nothing, so"
                + " the JIT may have removed its work; return something, or let each"
                + " call do more",
            sampledCase.benchmarkCase().name());
      }
    }
  }

  private void addMachineDistortions(BenchmarkRun run, Estimate estimate) {
    found.addBusyMachine(run.activity());
    SampleSelection selection = estimate.selection();
    if (!selection.isUndisturbed() && selection.isSlowedMostlyByNewMemory()) {
      found.addInflating(
          "new-memory",
          "the heap took new memory in {percent:%.0f} % of the samples, which is slow at first",
          100.0 * selection.inNewMemory() / selection.samples().size());
    } else if (!selection.isUndisturbed()) {
      found.addInflating(
          "slow-core",
          "core shared or slowed down: it worked at {percent:%.0f} % of its best speed",
          100 * disturbedCoreSpeed(run.sampledCases()));
    }
    found.addJvmOptions(run.settings().clock());
    int processors = Runtime.getRuntime().availableProcessors();
    if (estimate.plan().threads() > processors) {
      found.add(
          "too-many-threads",
          "{threads} threads on {processors|processor|processors}: they wait for each other",
          estimate.plan().threads(),
          processors);
    }
  }

  /**
   * Returns the median speed of the core during disturbed samples, as a share of its best speed.
   */
  private static double disturbedCoreSpeed(List<SampledCase> sampledCases) {
    CoreSpeedProbe core = sampledCases.get(0).core();
    return core.speed(
        Quantiles.median(
            sampledCases.stream()
                .flatMapToDouble(sampledCase -> Arrays.stream(sampledCase.recording().probes()))
                .filter(nanos -> !core.isBest(nanos))
                .toArray()));
  }

  private void addSampleQuality(List<SampledCase> sampledCases, Estimate estimate) {
    for (SampledCase sampledCase : sampledCases) {
      double[] samples =
          estimate.selection().select(sampledCase.recording().perCall(estimate.basis()));
      found.addSampleQuality(sampledCase, estimate.basis(), samples);
      if (sampledCase.recording().size() >= SamplingDistortions.MIN_SAMPLES_FOR_QUARTILES) {
        addUnreliableDeviation(sampledCase, samples, estimate);
      }
    }
  }

  private void addUnreliableDeviation(
      SampledCase sampledCase, double[] samples, Estimate estimate) {
    double deviation = Moments.standardDeviation(samples);
    if (deviation == 0 || Quantiles.median(samples) < estimate.plan().floorNanos()) {
      return;
    }
    Interval interval = BenchmarkPhrases.deviationInterval(estimate, samples);
    double actions = sampledCase.recording().operationsPerSample();
    double share =
        OutlierVariance.share(Moments.mean(samples) * actions, deviation * actions, actions);
    if (interval.upper() > MAX_DEVIATION_RANGE * interval.lower() && share > MAX_OUTLIER_SHARE) {
      found.add(
          "unreliable-deviation",
          "{method}: standard deviation unreliable, at least {percent:%.0f} % of its variance comes"
              + " from outliers",
          sampledCase.benchmarkCase().name(),
          100 * share);
    }
  }

  private void addSerialCorrelation(double correlation, int readings) {
    // with few readings, a correlation of up to two standard errors, 2 / sqrt(n), occurs by chance
    if (Math.abs(correlation) > Math.max(STRONG_CORRELATION, 2 / Math.sqrt(readings))) {
      found.add(
          "serial-correlation",
          "the readings {how} (serial correlation {correlation:%.2f})",
          correlation > 0 ? "drift" : "oscillate",
          correlation);
    }
  }
}
