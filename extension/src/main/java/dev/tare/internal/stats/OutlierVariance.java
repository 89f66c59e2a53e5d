package dev.tare.internal.stats;

/**
 * Share of a variance that cannot come from the measured actions.
 *
 * <p>If a sample is the sum of many independent actions, their deviations average out. If samples
 * differ by more than that, something besides the actions changed them, and no deviation of an
 * action can be inferred.
 */
public final class OutlierVariance {

  // B. Boyer, Robust Java benchmarking, part 2 (2008), and the document of its formulas, section
  // "Outlier model"; criterion (Haskell) has the same under outlierVariance.

  private OutlierVariance() {}

  /**
   * Returns the smallest share of outliers in the variance, from 0 to 1.
   *
   * @param mean mean of the samples, each of which is a sum of actions
   * @param deviation standard deviation of the samples, more than 0
   * @param actions number of actions in one sample
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

  /** Returns the variance due to outliers if that many actions were hit. */
  private static double outside(double hit, double actions, double variance, double own) {
    double kept = actions - hit;
    return kept / actions * (variance - kept * own * own);
  }

  /**
   * Returns the largest number of actions that can have been hit if the others take the given time.
   */
  private static double mostHit(
      double time, double perAction, double actions, double variance, double own) {
    double distance = (perAction - time) * (perAction - time);
    double k0 = -actions * actions * distance;
    double k1 = variance - actions * own * own + actions * distance;
    double determinant = k1 * k1 - 4 * own * own * k0;
    return Math.floor(-2 * k0 / (k1 + Math.sqrt(determinant)));
  }
}
