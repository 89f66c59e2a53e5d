package dev.tare.internal.timing.estimate;

import dev.tare.internal.stats.BlockBootstrap;
import dev.tare.internal.stats.Interval;
import dev.tare.internal.stats.Moments;
import dev.tare.internal.stats.Outliers;
import dev.tare.internal.stats.Quantiles;
import dev.tare.internal.timing.call.SamplingPlan;
import dev.tare.internal.timing.call.TimeBasis;
import dev.tare.internal.timing.stage.BenchmarkSettings;
import dev.tare.internal.timing.stage.SampledCase;
import dev.tare.unit.Count;
import dev.tare.unit.Elapsed;
import java.util.List;
import java.util.Locale;
import java.util.Optional;
import java.util.function.ToDoubleFunction;
import java.util.stream.Collectors;

/** Phrases for a report about how a time was measured. */
public final class BenchmarkPhrases {

  // Mean and standard deviation have 95 % bootstrap intervals, as Boyer recommends. 500 resamples
  // of at most 1,280 samples take about 20 ms; a fixed seed makes reports comparable.
  private static final double LEVEL = 0.95;
  private static final int RESAMPLES = 500;
  private static final long SEED = 2008;

  /** Smallest charge for garbage collection that is reported, as a share of the time. */
  public static final double MIN_REPORTED_CHARGE = 0.005;

  private BenchmarkPhrases() {}

  public static String clock(Estimate estimate) {
    SamplingPlan plan = estimate.plan();
    if (plan.threads() > 1) {
      return "real time of each of %s threads that call it at the same time"
          .formatted(plan.threads());
    }
    if (plan.statistic().ofSingleCalls()) {
      return "real time, waiting and interruptions included";
    }
    return estimate.basis() == TimeBasis.CPU
        ? "CPU time of the calling thread, without waiting"
        : "real time; it waits, lets other threads work, or found the processor busy";
  }

  /** Returns the cost of timing calls one by one; empty if calls are timed in loops. */
  public static Optional<String> singleCalls(
      BenchmarkSettings settings, List<SampledCase> sampledCases) {
    SampledCase sampledCase = sampledCases.get(0);
    return sampledCase.timesSingleCalls()
        ? Optional.of(
            "each call timed by itself%s: about %s of it is a reading of the clock"
                .formatted(
                    sampledCase.benchmarkCase().isPrepared() ? ", what prepares it left out" : "",
                    new Elapsed(settings.clockCost().uncertainty()).rounded()))
        : Optional.empty();
  }

  /** Returns the charge of each call for garbage collection; empty if negligible. */
  public static Optional<String> gcCharge(Estimate estimate, List<SampledCase> sampledCases) {
    double charge = estimate.gc().charge(sampledCases.get(0).recording());
    double typical = Quantiles.median(sampledCases.get(0).recording().perCall(estimate.basis()));
    return charge > MIN_REPORTED_CHARGE * typical
        ? Optional.of(
            "%s a %s charged for garbage collection, by the bytes allocated"
                .formatted(new Elapsed(charge).rounded(), estimate.plan().unit()))
        : Optional.empty();
  }

  /** Returns the number of readings, samples and calls. */
  public static String samples(
      BenchmarkSettings settings, Estimate estimate, List<SampledCase> sampledCases) {
    String calls =
        sampledCases.stream()
            .map(sampledCase -> Count.withNoun(sampledCase.callsPerSample(), "call", "calls"))
            .collect(Collectors.joining(" and "));
    String block =
        estimate.samplesPerBlock() == 1
            ? "one sample each"
            : "the %s of %s samples each"
                .formatted(
                    Estimator.BlockStatistic.of(estimate.basis(), settings.clock()).noun(),
                    estimate.samplesPerBlock());
    return "%s readings, %s; %s a sample%s"
        .formatted(
            estimate.readings().size(),
            block,
            calls,
            sampledCases.size() > 1 ? ", interleaved" : "");
  }

  /** Returns the serial correlation of the readings, and the outliers of each method. */
  public static String regularity(Estimate estimate, List<SampledCase> sampledCases) {
    String correlation =
        String.format(
            Locale.ROOT, "serial correlation of the readings %.2f; ", estimate.correlation());
    return sampledCases.stream()
        .map(sampledCase -> outliers(estimate, sampledCase))
        .collect(Collectors.joining("; ", correlation, ""));
  }

  private static String outliers(Estimate estimate, SampledCase sampledCase) {
    double[] samples = sampledCase.recording().perCall(estimate.basis());
    return String.format(
        Locale.ROOT,
        "%s: %s of %,d samples",
        sampledCase.benchmarkCase().name(),
        Count.withNoun(Outliers.indexes(samples).size(), "outlier", "outliers"),
        samples.length);
  }

  /** Returns the mean, median and standard deviation of all samples of each method. */
  public static List<String> distributions(Estimate estimate, List<SampledCase> sampledCases) {
    return sampledCases.stream().map(sampledCase -> distribution(estimate, sampledCase)).toList();
  }

  private static String distribution(Estimate estimate, SampledCase sampledCase) {
    double[] samples = sampledCase.recording().perCall(estimate.basis());
    if (Quantiles.median(samples) < estimate.plan().floorNanos()) {
      return sampledCase.benchmarkCase().name() + ": below the floor of 1 ns a call";
    }
    BlockBootstrap bootstrap = new BlockBootstrap(estimate.samplesPerBlock(), RESAMPLES, SEED);
    return "%s: mean %s, median %s, standard deviation of a sample %s (95 %% intervals)"
        .formatted(
            sampledCase.benchmarkCase().name(),
            interval(bootstrap, samples, Moments::mean),
            interval(bootstrap, samples, Quantiles::median),
            interval(bootstrap, samples, Moments::standardDeviation));
  }

  private static String interval(
      BlockBootstrap bootstrap, double[] samples, ToDoubleFunction<double[]> statistic) {
    Interval interval = bootstrap.interval(samples, statistic, LEVEL);
    return "%s (%s to %s)"
        .formatted(
            new Elapsed(interval.estimate()).rounded(),
            new Elapsed(interval.lower()).rounded(),
            new Elapsed(interval.upper()).rounded());
  }
}
