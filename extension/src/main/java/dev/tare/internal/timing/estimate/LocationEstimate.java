package dev.tare.internal.timing.estimate;

import dev.tare.internal.stats.BlockBootstrap;
import dev.tare.internal.stats.Interval;
import dev.tare.internal.stats.Moments;
import dev.tare.internal.stats.QuantileInterval;
import dev.tare.internal.stats.Quantiles;
import dev.tare.internal.stats.RobustInterval;
import dev.tare.internal.timing.call.SamplingPlan;
import dev.tare.internal.timing.call.Statistic;
import java.util.Arrays;
import java.util.List;

/**
 * Location (mean, median or percentile) of the times of a method, or of the ratio of two methods.
 *
 * @param readings judged values: blocks, samples or single calls
 * @param interval the location with its interval; the true value lies below it with the error
 *     probability of a failure, and above it with that of a pass; an end is infinite if there are
 *     too few readings
 */
record LocationEstimate(List<Double> readings, Interval interval) {

  private static LocationEstimate of(double[] readings, Interval interval) {
    return new LocationEstimate(Arrays.stream(readings).boxed().toList(), interval);
  }

  // Times and ratios vary by factors, so all estimates are computed from logarithms. The ends have
  // error probabilities of about 1 in 600. A bootstrap percentile interval for that needs thousands
  // of resamples and far more blocks than a benchmark has. A standard error needs 400 (Efron and
  // Tibshirani, 6.4: 200 are ample), and Student's t accounts for few blocks.
  private static final int RESAMPLES = 400;
  private static final long SEED = 2008;

  /** Returns the trimmed mean of blocks. */
  static LocationEstimate robust(double[] blocks, double systematic) {
    double[] logarithms = logarithms(blocks);
    Interval interval =
        RobustInterval.of(
            logarithms,
            systematic,
            SamplingPlan.CHECKPOINT_FAILURE_ERROR,
            SamplingPlan.CHECKPOINT_PASS_ERROR);
    return of(blocks, exponential(interval));
  }

  /**
   * Returns the mean or median of samples, divided by that of a baseline sampled in the same
   * rounds.
   *
   * @param baseline samples of the baseline; empty for none
   */
  static LocationEstimate averaged(
      double[] samples, double[] baseline, double systematic, SamplingPlan plan, int block) {
    boolean mean = plan.statistic().kind() == Statistic.StatisticKind.MEAN;
    int length = Math.max(block, blockLength(samples.length));
    double error =
        new BlockBootstrap(length, RESAMPLES, SEED)
            .standardError(
                samples.length,
                indexes ->
                    logOfStatistic(mean, valuesAt(samples, indexes))
                        - logOfStatistic(mean, valuesAt(baseline, indexes)));
    double value = logOfStatistic(mean, samples) - logOfStatistic(mean, baseline);
    Interval interval =
        RobustInterval.around(
            value,
            error,
            Math.max(1, samples.length / (double) length - 1),
            systematic,
            SamplingPlan.CHECKPOINT_FAILURE_ERROR,
            SamplingPlan.CHECKPOINT_PASS_ERROR);
    return of(ratios(samples, baseline), exponential(interval));
  }

  /** Returns a percentile of single calls. */
  static LocationEstimate percentile(double[] calls, double systematic, SamplingPlan plan) {
    QuantileInterval found = quantile(calls, plan);
    return of(calls, widened(found, systematic));
  }

  /** Returns a percentile of single calls, divided by that of a baseline. */
  static LocationEstimate percentile(
      double[] calls, double[] baseline, double systematic, SamplingPlan plan) {
    QuantileInterval tested = quantile(calls, plan);
    QuantileInterval divisor = quantile(baseline, plan);
    double value = tested.value() - divisor.value();
    QuantileInterval ratio =
        new QuantileInterval(
            value - Math.hypot(tested.value() - tested.lower(), divisor.upper() - divisor.value()),
            value,
            value + Math.hypot(tested.upper() - tested.value(), divisor.value() - divisor.lower()));
    int pairs = Math.min(calls.length, baseline.length);
    double[] ratios = ratios(Arrays.copyOf(calls, pairs), Arrays.copyOf(baseline, pairs));
    return of(ratios, widened(ratio, systematic));
  }

  private static QuantileInterval quantile(double[] calls, SamplingPlan plan) {
    return QuantileInterval.of(
        logarithms(calls),
        plan.statistic().share(),
        SamplingPlan.CHECKPOINT_FAILURE_ERROR,
        SamplingPlan.CHECKPOINT_PASS_ERROR);
  }

  /** Widens an interval by the systematic error, in quadrature. */
  private static Interval widened(QuantileInterval found, double systematic) {
    Interval floor =
        RobustInterval.around(
            0,
            0,
            1,
            systematic,
            SamplingPlan.CHECKPOINT_FAILURE_ERROR,
            SamplingPlan.CHECKPOINT_PASS_ERROR);
    double value = found.value();
    return exponential(
        new Interval(
            value - Math.hypot(value - found.lower(), floor.lower()),
            value,
            value + Math.hypot(found.upper() - value, floor.upper())));
  }

  /**
   * Returns the block length, which grows with the cube root of the number of samples, as the
   * optimum does.
   */
  private static int blockLength(int samples) {
    // S. Lahiri, Resampling Methods for Dependent Data, 7.1; about 5 of 40 and 16 of 1,280
    return (int) Math.max(1, Math.round(1.5 * Math.cbrt(samples)));
  }

  private static double[] valuesAt(double[] series, int[] indexes) {
    return series.length == 0
        ? series
        : Arrays.stream(indexes).mapToDouble(index -> series[index]).toArray();
  }

  private static double logOfStatistic(boolean mean, double[] values) {
    if (values.length == 0) {
      return 0;
    }
    return Math.log(mean ? Moments.mean(values) : Quantiles.median(values));
  }

  private static double[] ratios(double[] samples, double[] baseline) {
    double[] ratios = samples.clone();
    for (int i = 0; i < baseline.length; i++) {
      ratios[i] /= baseline[i];
    }
    return ratios;
  }

  private static double[] logarithms(double[] values) {
    return Arrays.stream(values).map(Math::log).toArray();
  }

  private static Interval exponential(Interval interval) {
    return new Interval(
        Math.exp(interval.lower()), Math.exp(interval.estimate()), Math.exp(interval.upper()));
  }
}
