package dev.tare.internal.timing;

import dev.tare.internal.stats.BlockBootstrap;
import dev.tare.internal.stats.Interval;
import dev.tare.internal.stats.Moments;
import dev.tare.internal.stats.Quantiles;
import dev.tare.internal.timing.sample.SampledCase;
import dev.tare.internal.timing.sample.Samples.TimeBasis;
import dev.tare.internal.timing.sample.SamplingPlan;
import dev.tare.internal.timing.sample.Statistic;
import dev.tare.model.Budget;
import dev.tare.model.Remark;
import dev.tare.model.Verdict.Outcome;
import dev.tare.unit.Count;
import dev.tare.unit.Elapsed;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.function.ToDoubleFunction;
import java.util.stream.Collectors;

/**
 * Phrases for a report about how a time was measured, and remarks on what may have distorted it.
 * None changes a verdict.
 */
record BenchmarkPhrases(BenchmarkRun run, Estimate estimate) {

  // Mean and standard deviation have 95 % bootstrap intervals, as Boyer recommends. 500 resamples
  // of at most 1,280 samples take about 20 ms; a fixed seed makes reports comparable.
  private static final double LEVEL = 0.95;
  private static final int RESAMPLES = 500;
  private static final long SEED = 2008;

  /** Smallest charge for garbage collection that is reported, as a share of the time. */
  private static final double MIN_REPORTED_CHARGE = 0.005;

  /** Share of the time beyond which garbage collection is reported. */
  private static final double MAX_GC_SHARE = 0.05;

  /** Returns how the figure was measured. */
  List<String> counted() {
    List<String> phrases = new ArrayList<>();
    phrases.add(clock());
    if (tested().timesSingleCalls()) {
      phrases.add(
          "each call timed by itself%s: about %s of it is a reading of the clock"
              .formatted(
                  tested().benchmarkCase().isPrepared() ? ", what prepares it left out" : "",
                  new Elapsed(tested().clockNanosPerCall()).rounded()));
    }
    phrases.add(samples());
    double charge = estimate.gc().charge(tested().recording());
    if (charge > MIN_REPORTED_CHARGE * Quantiles.median(samplesOf(tested()))) {
      phrases.add(
          "%s a %s charged for garbage collection, by the bytes allocated"
              .formatted(new Elapsed(charge).rounded(), estimate.plan().unit()));
    }
    run.sampledCases().forEach(sampledCase -> phrases.add(distribution(sampledCase)));
    phrases.add(regularity());
    return phrases;
  }

  private SampledCase tested() {
    return run.sampledCases().get(0);
  }

  private double[] samplesOf(SampledCase sampledCase) {
    return sampledCase.recording().perCall(estimate.basis());
  }

  private String clock() {
    if (estimate.plan().statistic().ofSingleCalls()) {
      return "real time, waiting and interruptions included";
    }
    if (tested().benchmarkCase().isPrepared() && estimate.basis() == TimeBasis.WALL) {
      return "real time";
    }
    return estimate.basis() == TimeBasis.CPU
        ? "CPU time of the calling thread, without waiting"
        : "real time; it waits, lets other threads work, or found the processor busy";
  }

  /** Returns the number of readings, samples and calls. */
  private String samples() {
    String calls =
        run.sampledCases().stream()
            .map(sampledCase -> Count.withNoun(sampledCase.callsPerSample(), "call", "calls"))
            .collect(Collectors.joining(" and "));
    Statistic statistic = estimate.plan().statistic();
    String block =
        estimate.samplesPerBlock() == 1 || statistic.kind() != Statistic.StatisticKind.ROBUST
            ? "one %s each".formatted(statistic.ofSingleCalls() ? "call" : "sample")
            : "the %s of %s samples each"
                .formatted(
                    Estimator.BlockStatistic.of(estimate.basis(), run.benchmark().clock()).noun(),
                    estimate.samplesPerBlock());
    return "%s readings, %s; %s a sample%s"
        .formatted(
            estimate.readings().size(),
            block,
            calls,
            run.sampledCases().size() > 1 ? ", interleaved" : "");
  }

  /** Returns the serial correlation of the readings, and the outliers of each method. */
  private String regularity() {
    double[] logarithms = estimate.readings().stream().mapToDouble(Math::log).toArray();
    String correlation =
        String.format(
            Locale.ROOT,
            "serial correlation of the readings %.2f; ",
            Moments.correlation(logarithms));
    return run.sampledCases().stream()
        .map(this::outliers)
        .collect(Collectors.joining("; ", correlation, ""));
  }

  private String outliers(SampledCase sampledCase) {
    double[] samples = samplesOf(sampledCase);
    return String.format(
        Locale.ROOT,
        "%s: %s of %,d samples",
        sampledCase.benchmarkCase().name(),
        Count.withNoun(Quantiles.outliers(samples).size(), "outlier", "outliers"),
        samples.length);
  }

  /** Returns the mean, median and standard deviation of all samples of a method. */
  private String distribution(SampledCase sampledCase) {
    double[] samples = samplesOf(sampledCase);
    String name = sampledCase.benchmarkCase().name();
    if (Quantiles.median(samples) < estimate.plan().floorNanos()) {
      return name + ": below the floor of 1 ns a call";
    }
    return "%s: mean %s, median %s, standard deviation of a sample %s (95 %% intervals)"
        .formatted(
            name,
            interval(samples, Moments::mean),
            interval(samples, Quantiles::median),
            interval(samples, Moments::standardDeviation));
  }

  private String interval(double[] samples, ToDoubleFunction<double[]> statistic) {
    Interval interval =
        new BlockBootstrap(estimate.samplesPerBlock(), RESAMPLES, SEED)
            .interval(samples, statistic, LEVEL);
    return "%s (%s to %s)"
        .formatted(
            new Elapsed(interval.estimate()).rounded(),
            new Elapsed(interval.lower()).rounded(),
            new Elapsed(interval.upper()).rounded());
  }

  /**
   * Returns what may have distorted the figure. The difference between samples and all calls is
   * left out if the verdict already names it as the reason for a doubt.
   */
  List<Remark> distortions(Budget budget) {
    List<Remark> found = new ArrayList<>();
    addBelowFloor(found);
    if (budget.limit() == null || estimate.outcome(budget) != Outcome.INCONCLUSIVE) {
      estimate.differenceFromAllCalls().ifPresent(found::add);
    }
    int readings = estimate.readings().size();
    if (readings < SamplingPlan.FIRST_CHECKPOINT) {
      found.add(
          Remark.of(
              "few-readings",
              "{readings|reading|readings} only, which makes the interval wide; allow more with"
                  + " measurementTime",
              readings));
    }
    if (!run.warmUp().jitIdle()) {
      found.add(Remark.of("jit-not-quiet", "the JIT still compiled when the warm-up ended"));
    }
    if (run.spent().gcShare() > MAX_GC_SHARE) {
      found.add(
          Remark.of(
              "garbage-collection",
              "garbage collection {percent:%.0f} % of the time ({pauses|pause|pauses})",
              100 * run.spent().gcShare(),
              run.spent().gcCount()));
    }
    addCalls(found);
    return found;
  }

  private void addBelowFloor(List<Remark> found) {
    if (estimate.tooFast()) {
      found.add(
          Remark.of(
              "below-floor",
              "below the floor: less than 1 ns a call cannot be distinguished from an empty body"));
    }
    if (estimate.baselineTooFast()) {
      found.add(
          Remark.of("baseline-below-floor", "the baseline is below the floor of 1 ns a call"));
    }
  }

  private void addCalls(List<Remark> found) {
    run.sampledCases().stream()
        .filter(SampledCase::mayHideDeadCode)
        .map(
            sampledCase ->
                Remark.of(
                    Remark.DEAD_CODE_POSSIBLE,
                    "{method} takes hardly any time and returns nothing, so the JIT may have removed"
                        + " its work; return something, or let each call do more",
                    sampledCase.benchmarkCase().name()))
        .forEach(found::add);
  }
}
