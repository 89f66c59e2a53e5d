package dev.tare.internal.stats;

import org.apache.commons.statistics.distribution.NormalDistribution;
import org.apache.commons.statistics.distribution.TDistribution;

/**
 * An estimate and the ends between which the truth is expected. Each end has an error probability
 * of its own.
 *
 * @param estimate the best single value
 */
public record Interval(double lower, double estimate, double upper) {

  /**
   * @throws IllegalArgumentException if the ends are in the wrong order or not numbers
   */
  public Interval {
    if (!(lower <= upper)) {
      throw new IllegalArgumentException("not an interval: " + lower + " to " + upper);
    }
  }

  /**
   * Returns the trimmed mean of a series with an interval that allows for outliers, serial
   * correlation, and errors that more values do not average out. It combines the error of the
   * series and the systematic error in quadrature.
   *
   * @param series at least two values in the order observed; not changed
   * @param systematic standard deviation, in the unit of the series, of an error that all values of
   *     one series share; more values do not average it out
   * @param lowerError probability that the truth lies below the interval
   * @param upperError probability that the truth lies above it
   * @throws IllegalArgumentException if there are fewer than two values
   */
  public static Interval ofSeries(
      double[] series, double systematic, double lowerError, double upperError) {
    TrimmedMean mean = TrimmedMean.of(series);
    double standardError = mean.standardError() * Moments.inflation(Moments.correlation(series));
    return around(
        mean.value(), standardError, mean.degreesOfFreedom(), systematic, lowerError, upperError);
  }

  /**
   * Returns the interval around a value whose standard error is known.
   *
   * @param degreesOfFreedom degrees of freedom of that error, at least 1
   */
  public static Interval around(
      double value,
      double standardError,
      double degreesOfFreedom,
      double systematic,
      double lowerError,
      double upperError) {
    return new Interval(
        value - halfWidth(standardError, degreesOfFreedom, systematic, lowerError),
        value,
        value + halfWidth(standardError, degreesOfFreedom, systematic, upperError));
  }

  private static double halfWidth(
      double standardError, double degreesOfFreedom, double systematic, double error) {
    return Math.hypot(
        studentAbove(error, degreesOfFreedom) * standardError, normalAbove(error) * systematic);
  }

  // The runs are too few to estimate their scatter: with three, Student's t would need 31 standard
  // errors for an error of 0.5 %. The known scatter is used instead, or their own if it is larger.

  /**
   * Returns the mean of a few figures, each from a separate run, with its interval.
   *
   * @param figures one figure of each run, at least one
   * @param systematic least standard deviation of the figure of one run
   * @param lowerError probability that the truth lies below the interval
   * @param upperError probability that the truth lies above it
   */
  public static Interval ofRuns(
      double[] figures, double systematic, double lowerError, double upperError) {
    double own = Moments.standardDeviation(figures);
    double error = Math.max(systematic, own) / Math.sqrt(figures.length);
    return around(Moments.mean(figures), 0, 1, error, lowerError, upperError);
  }

  /** Returns the value that a Student-t variable exceeds with the given probability. */
  static double studentAbove(double probability, double degreesOfFreedom) {
    return TDistribution.of(degreesOfFreedom).inverseSurvivalProbability(probability);
  }

  /** Returns the value that a standard normal variable exceeds with the given probability. */
  public static double normalAbove(double probability) {
    return NormalDistribution.of(0, 1).inverseSurvivalProbability(probability);
  }

  /**
   * Mean of the middle of a sample, with its standard error.
   *
   * @param value mean without the smallest and largest fifth of the values
   * @param standardError Yuen's standard error of that mean
   * @param degreesOfFreedom degrees of freedom of the Student-t distribution of the standardised
   *     mean
   */
  record TrimmedMean(double value, double standardError, int degreesOfFreedom) {

    // K. Yuen, The two-sample trimmed t for unequal population variances, Biometrika 61 (1974):
    // standard error from the winsorised squares, h - 1 degrees of freedom. A fifth at either end
    // is
    // R. Wilcox's advice, Introduction to Robust Estimation and Hypothesis Testing, chapter 3.
    private static final double TRIMMED_SHARE = 0.2;

    /**
     * Number of values below which nothing is trimmed: the loss of degrees of freedom would cost
     * more precision than outliers do.
     */
    private static final int MIN_VALUES_TRIMMED = 8;

    /**
     * Computes the mean without a fifth of the values at either end. Fewer than eight values are
     * not trimmed.
     *
     * @param values at least two, in any order; not changed
     * @throws IllegalArgumentException if there are fewer than two values
     */
    static TrimmedMean of(double... values) {
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
}
