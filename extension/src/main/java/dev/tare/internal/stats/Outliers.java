package dev.tare.internal.stats;

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
    double[] sorted = Quantiles.sorted(values);
    double low = Quantiles.ofSorted(sorted, 0.25);
    double high = Quantiles.ofSorted(sorted, 0.75);
    double range = high - low;
    int beyondInner = 0;
    int beyondOuter = 0;
    for (double value : values) {
      double outside = Math.max(low - value, value - high);
      beyondInner += outside > INNER * range ? 1 : 0;
      beyondOuter += outside > OUTER * range ? 1 : 0;
    }
    return new Outliers(beyondInner - beyondOuter, beyondOuter);
  }

  /** Returns the number of mild and extreme outliers. */
  public int all() {
    return mild + extreme;
  }
}
