package dev.tare.internal.stats;

import java.util.List;
import java.util.stream.IntStream;

/** Values far outside the middle half of a sample. */
public final class Outliers {

  // Tukey's inner fence: J. Tukey, Exploratory Data Analysis (1977), 2D
  private static final double FENCE = 1.5;

  private Outliers() {}

  /**
   * Returns the indexes of the values that are more than 1.5 interquartile ranges outside the
   * quartiles.
   *
   * @param values in any order, at least one; not changed
   */
  public static List<Integer> indexes(double... values) {
    double[] sorted = Quantiles.sorted(values);
    double low = Quantiles.ofSorted(sorted, 0.25);
    double high = Quantiles.ofSorted(sorted, 0.75);
    return IntStream.range(0, values.length)
        .filter(i -> Math.max(low - values[i], values[i] - high) > FENCE * (high - low))
        .boxed()
        .toList();
  }
}
