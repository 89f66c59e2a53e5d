package dev.tare.internal.stats;

/** Interval of the mean of a few figures, each from a separate run. */
public final class RepeatedRuns {

  // The runs are too few to estimate their scatter: with three, Student's t would need 31 standard
  // errors for an error of 0.5 %. The known scatter is used instead, or their own if it is larger.

  private RepeatedRuns() {}

  /**
   * Returns the mean of the figures with its interval.
   *
   * @param figures one figure of each run, at least one
   * @param systematic least standard deviation of the figure of one run
   * @param lowerError probability that the truth lies below the interval
   * @param upperError probability that the truth lies above it
   */
  public static Interval of(
      double[] figures, double systematic, double lowerError, double upperError) {
    double own = figures.length < 2 ? 0 : Moments.standardDeviation(figures);
    double error = Math.max(systematic, own) / Math.sqrt(figures.length);
    double mean = Moments.mean(figures);
    return new Interval(
        mean - Distributions.normalAbove(lowerError) * error,
        mean,
        mean + Distributions.normalAbove(upperError) * error);
  }
}
