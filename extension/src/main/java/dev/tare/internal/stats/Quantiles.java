package dev.tare.internal.stats;

import java.util.Arrays;
import java.util.List;
import java.util.stream.IntStream;

/** Order statistics. Arrays are not changed; their order does not matter. */
public final class Quantiles {

  // Linear interpolation between order statistics at (n - 1) p, R's default type 7: R. Hyndman and
  // Y. Fan, Sample Quantiles in Statistical Packages, The American Statistician 50 (1996),
  // definition 7.

  // Tukey's inner fence: J. Tukey, Exploratory Data Analysis (1977), 2D
  private static final double FENCE = 1.5;

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

  /**
   * Returns the indexes of the outliers: values that are more than 1.5 interquartile ranges outside
   * the quartiles.
   *
   * @param values in any order, at least one
   */
  public static List<Integer> outliers(double... values) {
    double[] sorted = sorted(values);
    double low = ofSorted(sorted, 0.25);
    double high = ofSorted(sorted, 0.75);
    return IntStream.range(0, values.length)
        .filter(i -> Math.max(low - values[i], values[i] - high) > FENCE * (high - low))
        .boxed()
        .toList();
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
