package dev.tare.internal.timing;

import static dev.tare.internal.timing.sample.SamplingPlan.CHECKPOINT_FAILURE_ERROR;
import static dev.tare.internal.timing.sample.SamplingPlan.CHECKPOINT_PASS_ERROR;

import dev.tare.internal.stats.BlockBootstrap;
import dev.tare.internal.stats.Interval;
import dev.tare.internal.stats.Moments;
import dev.tare.internal.stats.QuantileInterval;
import dev.tare.internal.stats.Quantiles;
import dev.tare.internal.timing.sample.Statistic;
import dev.tare.internal.timing.sample.Statistic.StatisticKind;
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

  // Times and ratios vary by factors, so all estimates are computed from logarithms. The ends have
  // error probabilities of about 1 in 600. A bootstrap percentile interval for that needs thousands
  // of resamples and far more blocks than a benchmark has. A standard error needs 400 (Efron and
  // Tibshirani, 6.4: 200 are ample), and Student's t accounts for few blocks.
  private static final int RESAMPLES = 400;
  private static final long SEED = 2008;

  /**
   * Estimates a statistic of a method, divided by that of a baseline sampled in the same rounds.
   *
   * @param tested blocks, samples or single calls
   * @param baseline the same of the baseline; empty for none
   * @param systematic standard deviation of the logarithm that more samples do not average out
   * @param samplesPerBlock shortest block of samples that may be correlated
   */
  static LocationEstimate of(
      Statistic statistic,
      double[] tested,
      double[] baseline,
      double systematic,
      int samplesPerBlock) {
    double[] ratios = ratios(tested, baseline);
    Interval logarithm;
    if (statistic.kind() == StatisticKind.ROBUST) {
      logarithm =
          Interval.ofSeries(
              logarithms(ratios), systematic, CHECKPOINT_FAILURE_ERROR, CHECKPOINT_PASS_ERROR);
    } else if (statistic.ofSingleCalls()) {
      logarithm = percentile(statistic.share(), tested, baseline, systematic);
    } else {
      boolean mean = statistic.kind() == StatisticKind.MEAN;
      logarithm = averaged(mean, tested, baseline, systematic, samplesPerBlock);
    }
    return new LocationEstimate(
        Arrays.stream(ratios).boxed().toList(),
        new Interval(
            Math.exp(logarithm.lower()),
            Math.exp(logarithm.estimate()),
            Math.exp(logarithm.upper())));
  }

  private static Interval averaged(
      boolean mean, double[] samples, double[] baseline, double systematic, int samplesPerBlock) {
    int length = Math.max(samplesPerBlock, blockLength(samples.length));
    double error =
        new BlockBootstrap(length, RESAMPLES, SEED)
            .standardError(
                samples.length,
                indexes ->
                    logOfStatistic(mean, valuesAt(samples, indexes))
                        - logOfStatistic(mean, valuesAt(baseline, indexes)));
    return Interval.around(
        logOfStatistic(mean, samples) - logOfStatistic(mean, baseline),
        error,
        Math.max(1, samples.length / (double) length - 1),
        systematic,
        CHECKPOINT_FAILURE_ERROR,
        CHECKPOINT_PASS_ERROR);
  }

  /** Estimates a percentile of single calls; errors are added in quadrature. */
  private static Interval percentile(
      double share, double[] calls, double[] baseline, double systematic) {
    Interval tested = quantile(calls, share);
    Interval divisor = baseline.length == 0 ? new Interval(0, 0, 0) : quantile(baseline, share);
    double value = tested.estimate() - divisor.estimate();
    double below =
        Math.hypot(
            tested.estimate() - tested.lower(),
            Math.hypot(
                divisor.upper() - divisor.estimate(),
                Interval.normalAbove(CHECKPOINT_FAILURE_ERROR) * systematic));
    double above =
        Math.hypot(
            tested.upper() - tested.estimate(),
            Math.hypot(
                divisor.estimate() - divisor.lower(),
                Interval.normalAbove(CHECKPOINT_PASS_ERROR) * systematic));
    return new Interval(value - below, value, value + above);
  }

  private static Interval quantile(double[] calls, double share) {
    return QuantileInterval.of(
        logarithms(calls), share, CHECKPOINT_FAILURE_ERROR, CHECKPOINT_PASS_ERROR);
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

  /** Returns the ratios of values taken in the same rounds; the values if there is no baseline. */
  private static double[] ratios(double[] values, double[] baseline) {
    if (baseline.length == 0) {
      return values;
    }
    double[] ratios = new double[Math.min(values.length, baseline.length)];
    Arrays.setAll(ratios, i -> values[i] / baseline[i]);
    return ratios;
  }

  private static double[] logarithms(double[] values) {
    return Arrays.stream(values).map(Math::log).toArray();
  }
}
