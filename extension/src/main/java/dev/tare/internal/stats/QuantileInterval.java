package dev.tare.internal.stats;

import org.apache.commons.statistics.distribution.BinomialDistribution;

/**
 * Distribution-free interval of a quantile: two values of the sample between which the true
 * quantile lies.
 */
public final class QuantileInterval {

  // Of n independent values the number below the p-quantile is binomial (n, p): W. Conover,
  // Practical Nonparametric Statistics, 3.2; H. David and H. Nagaraja, Order Statistics, 7.1.

  private QuantileInterval() {}

  /**
   * Returns the quantile of the sample with its interval. If there are too few values, the lower
   * end is negative infinity, or the upper end is infinity.
   *
   * @param values values in the order observed, at least one; not changed. Serially correlated
   *     values count as fewer independent ones
   * @param share quantile, more than 0 and less than 1
   * @param lowerError probability that the true quantile lies below the interval
   * @param upperError probability that the true quantile lies above it
   * @throws IllegalArgumentException if there is no value, or the share is out of range
   */
  public static Interval of(double[] values, double share, double lowerError, double upperError) {
    if (!(share > 0 && share < 1)) {
      throw new IllegalArgumentException("not a share between 0 and 1: " + share);
    }
    double[] sorted = Quantiles.sorted(values);
    double quantile = Quantiles.ofSorted(sorted, share);
    int effectiveSize = effectiveSize(values, quantile);
    int lowerRank = lowerRank(effectiveSize, share, lowerError);
    int upperRank = effectiveSize + 1 - lowerRank(effectiveSize, 1 - share, upperError);
    double scale = sorted.length / (double) effectiveSize;
    return new Interval(
        lowerRank < 1
            ? Double.NEGATIVE_INFINITY
            : Math.min(quantile, sorted[(int) Math.max(1, lowerRank * scale) - 1]),
        quantile,
        upperRank > effectiveSize
            ? Double.POSITIVE_INFINITY
            : Math.max(
                quantile, sorted[(int) Math.min(sorted.length, Math.ceil(upperRank * scale)) - 1]));
  }

  /** Returns the smallest number of values for which the upper end is finite. */
  public static int minValues(double share, double upperError) {
    return (int) Math.ceil(Math.log(upperError) / Math.log(share));
  }

  /**
   * Returns the largest rank, from 1, whose value lies above the quantile with at most the given
   * probability; 0 if there is none.
   */
  static int lowerRank(int values, double share, double error) {
    // the value of rank r is above the quantile if at most r - 1 values are below it
    BinomialDistribution below = BinomialDistribution.of(values, share);
    int rank = below.inverseCumulativeProbability(error);
    return below.cumulativeProbability(rank) <= error ? rank + 1 : rank;
  }

  /**
   * Returns the effective number of independent values. Values above the quantile that come in runs
   * carry less information.
   */
  private static int effectiveSize(double[] values, double quantile) {
    double[] beyond = new double[values.length];
    for (int i = 0; i < values.length; i++) {
      beyond[i] = values[i] > quantile ? 1 : 0;
    }
    double inflation = Moments.inflation(Moments.correlation(beyond));
    return (int) Math.max(1, values.length / (inflation * inflation));
  }
}
