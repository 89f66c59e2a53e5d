package dev.tare.internal.stats;

import java.util.Arrays;

/** Order statistics. Arrays are not changed; their order does not matter. */
public final class Quantiles {

  // Linear interpolation between order statistics at (n - 1) p, R's default type 7: R. Hyndman and
  // Y. Fan, Sample Quantiles in Statistical Packages, The American Statistician 50 (1996),
  // definition 7.

  private Quantiles() {}

  /**
   * Returns the middle value, or the mean of the two in the middle.
   *
   * @throws IllegalArgumentException if there is no value
   */
  public static double median(double... values) {
    return ofSorted(sorted(values), 0.5);
  }

  /**
   * Returns the value below which the given share lies.
   *
   * @param share from 0, the smallest value, to 1, the largest
   * @throws IllegalArgumentException if there is no value, or the share is out of range
   */
  public static double quantile(double[] values, double share) {
    if (!(share >= 0 && share <= 1)) {
      throw new IllegalArgumentException("not a share from 0 to 1: " + share);
    }
    return ofSorted(sorted(values), share);
  }

  static double ofSorted(double[] sorted, double share) {
    double position = (sorted.length - 1) * share;
    int below = (int) position;
    int above = Math.min(below + 1, sorted.length - 1);
    return sorted[below] + (position - below) * (sorted[above] - sorted[below]);
  }

  static double[] sorted(double[] values) {
    if (values.length == 0) {
      throw new IllegalArgumentException("no value to take a quantile of");
    }
    double[] sorted = values.clone();
    Arrays.sort(sorted);
    return sorted;
  }
}
