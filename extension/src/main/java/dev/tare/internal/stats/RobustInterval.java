package dev.tare.internal.stats;

/**
 * An interval of the centre of a series that neither outliers, nor correlation, nor a large number
 * of values make dishonestly narrow.
 */
public final class RobustInterval {

  private RobustInterval() {}

  /**
   * The trimmed mean, give or take the larger of what the series and the systematic floor allow,
   * joined in quadrature. The two ends have error probabilities of their own.
   *
   * @param series at least two values in the order they were observed; read, never changed
   * @param systematic the standard deviation, in the unit of the series, of what is the same in
   *     every value of one series and differs between series; more values do not average it out
   * @param lowerError the probability that the truth lies below the interval
   * @param upperError the probability that the truth lies above it
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
   * The same around any value whose standard error is known.
   *
   * @param degreesOfFreedom of that error, at least 1
   */
  public static Interval around(
      double value,
      double standardError,
      double degreesOfFreedom,
      double systematic,
      double lowerError,
      double upperError) {
    return new Interval(
        value - reach(standardError, degreesOfFreedom, systematic, lowerError),
        value,
        value + reach(standardError, degreesOfFreedom, systematic, upperError));
  }

  private static double reach(
      double standardError, double degreesOfFreedom, double systematic, double error) {
    return Math.hypot(
        Distributions.studentAbove(error, degreesOfFreedom) * standardError,
        Distributions.normalAbove(error) * systematic);
  }
}
