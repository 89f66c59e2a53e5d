package dev.tare.internal.stats;

import org.apache.commons.statistics.distribution.BinomialDistribution;

/**
 * A quantile and the two values of the sample between which the truth lies, whatever the values'
 * distribution.
 *
 * @param lower negative infinity if there are too few values to bound it from below
 * @param value the quantile of the sample
 * @param upper infinity if there are too few values to bound it from above
 */
public record QuantileInterval(double lower, double value, double upper) {

  // Of n independent values the number below the p-quantile is binomial (n, p): W. Conover,
  // Practical Nonparametric Statistics, 3.2; H. David and H. Nagaraja, Order Statistics, 7.1.

  /**
   * The interval from order statistics.
   *
   * @param values in the order observed, at least one; read, never changed. Where each repeats a
   *     part of the one before they count as fewer
   * @param share more than 0 and less than 1
   * @param lowerError the probability that the truth lies below the interval
   * @param upperError the probability that the truth lies above it
   * @throws IllegalArgumentException if there is no value, or the share is out of range
   */
  public static QuantileInterval of(
      double[] values, double share, double lowerError, double upperError) {
    if (!(share > 0 && share < 1)) {
      throw new IllegalArgumentException("not a share between 0 and 1: " + share);
    }
    double[] sorted = Quantiles.sorted(values);
    double quantile = Quantiles.ofSorted(sorted, share);
    int independent = independent(values, quantile);
    int low = lowerRank(independent, share, lowerError);
    int high = independent + 1 - lowerRank(independent, 1 - share, upperError);
    double scale = sorted.length / (double) independent;
    return new QuantileInterval(
        low < 1
            ? Double.NEGATIVE_INFINITY
            : Math.min(quantile, sorted[(int) Math.max(1, low * scale) - 1]),
        quantile,
        high > independent
            ? Double.POSITIVE_INFINITY
            : Math.max(
                quantile, sorted[(int) Math.min(sorted.length, Math.ceil(high * scale)) - 1]));
  }

  /** How many values are needed before there is an upper end. */
  public static int fewest(double share, double upperError) {
    return (int) Math.ceil(Math.log(upperError) / Math.log(share));
  }

  /**
   * The largest rank, from 1, of a value that is above the quantile with at most the probability
   * given; 0 if there is none.
   */
  static int lowerRank(int values, double share, double error) {
    // at rank r it is above when at most r - 1 values are below the quantile
    BinomialDistribution below = BinomialDistribution.of(values, share);
    int rank = below.inverseCumulativeProbability(error);
    return below.cumulativeProbability(rank) <= error ? rank + 1 : rank;
  }

  /** What counts is who is beyond the quantile: if that comes in runs, there is less to know. */
  private static int independent(double[] values, double quantile) {
    double[] beyond = new double[values.length];
    for (int i = 0; i < values.length; i++) {
      beyond[i] = values[i] > quantile ? 1 : 0;
    }
    double inflation = SerialCorrelation.inflation(SerialCorrelation.lag1(beyond));
    return (int) Math.max(1, values.length / (inflation * inflation));
  }
}
