package dev.tare.internal.stats;

/**
 * Interval of the centre of a series that allows for outliers, serial correlation, and errors that
 * more values do not average out.
 */
public final class RobustInterval {

  private RobustInterval() {}

  /**
   * Computes the trimmed mean and its interval. The interval combines the error of the series and
   * the systematic error in quadrature. Its ends have separate error probabilities.
   *
   * @param series at least two values in the order observed; not changed
   * @param systematic standard deviation, in the unit of the series, of an error that all values of
   *     one series share; more values do not average it out
   * @param lowerError probability that the truth lies below the interval
   * @param upperError probability that the truth lies above it
   * @throws IllegalArgumentException if there are fewer than two values
   */
  public static Interval of(
      double[] series, double systematic, double lowerError, double upperError) {
    TrimmedMean mean = TrimmedMean.of(series);
    double standardError =
        mean.standardError() * SerialCorrelation.inflation(SerialCorrelation.lag1(series));
    return around(
        mean.value(), standardError, mean.degreesOfFreedom(), systematic, lowerError, upperError);
  }

  /**
   * Computes the interval around a value whose standard error is known.
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
        Distributions.studentAbove(error, degreesOfFreedom) * standardError,
        Distributions.normalAbove(error) * systematic);
  }
}
