package dev.tare.internal.stats;

import java.util.List;
import java.util.stream.IntStream;

/**
 * Number of values far outside the middle half of a sample.
 *
 * @param mild values more than 1.5 and at most 3 interquartile ranges outside the quartiles
 * @param extreme values more than 3 interquartile ranges outside the quartiles
 */
public record Outliers(int mild, int extreme) {

  // Tukey's inner and outer fences: J. Tukey, Exploratory Data Analysis (1977), 2D
  private static final double INNER = 1.5;
  private static final double OUTER = 3;

  /**
   * Counts outliers on both sides.
   *
   * @param values in any order, at least one; not changed
   */
  public static Outliers of(double... values) {
    int beyondOuter = beyond(OUTER, values).size();
    return new Outliers(beyond(INNER, values).size() - beyondOuter, beyondOuter);
  }

  /**
   * Returns the indexes of mild and extreme outliers.
   *
   * @param values in any order, at least one; not changed
   */
  public static List<Integer> indexes(double... values) {
    return beyond(INNER, values);
  }

  private static List<Integer> beyond(double fence, double... values) {
    double[] sorted = Quantiles.sorted(values);
    double low = Quantiles.ofSorted(sorted, 0.25);
    double high = Quantiles.ofSorted(sorted, 0.75);
    return IntStream.range(0, values.length)
        .filter(i -> Math.max(low - values[i], values[i] - high) > fence * (high - low))
        .boxed()
        .toList();
  }

  /** Returns the number of mild and extreme outliers. */
  public int all() {
    return mild + extreme;
  }
}
