package dev.tare.internal.stats;

/**
 * Mean of the middle of a sample, with its standard error.
 *
 * @param value mean without the smallest and largest fifth of the values
 * @param standardError Yuen's standard error of that mean
 * @param degreesOfFreedom degrees of freedom of the Student-t distribution of the standardised mean
 */
public record TrimmedMean(double value, double standardError, int degreesOfFreedom) {

  // K. Yuen, The two-sample trimmed t for unequal population variances, Biometrika 61 (1974):
  // standard error from the winsorised squares, h - 1 degrees of freedom. A fifth at either end is
  // R. Wilcox's advice, Introduction to Robust Estimation and Hypothesis Testing, chapter 3.
  private static final double TRIMMED_SHARE = 0.2;

  /**
   * Number of values below which nothing is trimmed: the loss of degrees of freedom would cost more
   * precision than outliers do.
   */
  private static final int MIN_VALUES_TRIMMED = 8;

  /**
   * Computes the mean without a fifth of the values at either end. Fewer than eight values are not
   * trimmed.
   *
   * @param values at least two, in any order; not changed
   * @throws IllegalArgumentException if there are fewer than two values
   */
  public static TrimmedMean of(double... values) {
    if (values.length < 2) {
      throw new IllegalArgumentException(
          "a standard error needs at least two values: " + values.length);
    }
    int cut = values.length < MIN_VALUES_TRIMMED ? 0 : (int) (TRIMMED_SHARE * values.length);
    double[] sorted = Quantiles.sorted(values);
    int kept = values.length - 2 * cut;
    double sum = 0;
    for (int i = cut; i < cut + kept; i++) {
      sum += sorted[i];
    }
    for (int i = 0; i < cut; i++) {
      sorted[i] = sorted[cut];
      sorted[values.length - 1 - i] = sorted[cut + kept - 1];
    }
    double squares = Moments.squaredDeviations(sorted);
    return new TrimmedMean(sum / kept, Math.sqrt(squares / (kept * (kept - 1.0))), kept - 1);
  }
}
