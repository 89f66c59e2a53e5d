package dev.tare.internal.stats;

/**
 * How much of a variance cannot come from what was measured and so must come from elsewhere.
 *
 * <p>If one sample is the mean of many actions, independent of each other, the deviations of the
 * actions average out. Where the samples differ by more than that, something beside the actions
 * moved them, and no deviation of an action can be inferred.
 */
public final class OutlierVariance {

  // B. Boyer, Robust Java benchmarking, part 2 (2008), and the document of its formulas, section
  // "Outlier model"; criterion (Haskell) has the same under outlierVariance.

  private OutlierVariance() {}

  /**
   * The smallest share, from 0 to 1, that outliers have in the variance.
   *
   * @param mean of the samples, each of which is a sum of actions
   * @param deviation the standard deviation of the samples, more than 0
   * @param actions how many actions make one sample
   */
  public static double share(double mean, double deviation, double actions) {
    double perAction = mean / actions;
    double smallest = perAction / 2;
    double own = Math.min(smallest / 4, deviation / Math.sqrt(actions));
    double variance = deviation * deviation;
    double most =
        Math.min(
            mostHit(0, perAction, actions, variance, own),
            mostHit(smallest, perAction, actions, variance, own));
    double atLeast =
        Math.min(outside(1, actions, variance, own), outside(most, actions, variance, own));
    return Math.max(0, Math.min(1, atLeast / variance));
  }

  /** The variance due to outliers if so many actions were hit. */
  private static double outside(double hit, double actions, double variance, double own) {
    double kept = actions - hit;
    return kept / actions * (variance - kept * own * own);
  }

  /** The most actions that can have been hit, if the others take the time given. */
  private static double mostHit(
      double time, double perAction, double actions, double variance, double own) {
    double distance = (perAction - time) * (perAction - time);
    double k0 = -actions * actions * distance;
    double k1 = variance - actions * own * own + actions * distance;
    double determinant = k1 * k1 - 4 * own * own * k0;
    return Math.floor(-2 * k0 / (k1 + Math.sqrt(determinant)));
  }
}
