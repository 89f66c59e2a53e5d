package dev.tare.internal.stats;

/** An interval of the centre of a few figures, each from a run of its own. */
public final class RepeatedRuns {

  // Runs are too few to know how they scatter: of three, Student's t would need 31 standard errors
  // for an error of 0.5 %. What is known beforehand of their scatter stands in for that, and their
  // own scatter counts where it is larger.

  private RepeatedRuns() {}

  /**
   * The mean of the figures, give or take their standard error.
   *
   * @param figures one of each run, at least one
   * @param systematic the least standard deviation of the figure of one run
   * @param lowerError the probability that the truth lies below the interval
   * @param upperError the probability that the truth lies above it
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
