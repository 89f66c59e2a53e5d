package dev.tare.internal.stats;

/**
 * Share of a variance that outliers cause and that the measured actions cannot explain.
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
   * Returns a lower bound of the share of the variance that outliers cause, from 0 to 1.
   *
   * @param mean mean of the samples, each of which is a sum of actions
   * @param deviation standard deviation of the samples, more than 0
   * @param actions number of actions in one sample
   */
  public static double share(double mean, double deviation, double actions) {
    double perAction = mean / actions;
    double smallest = perAction / 2;
    double deviationOfAction = Math.min(smallest / 4, deviation / Math.sqrt(actions));
    double variance = deviation * deviation;
    double hit =
        Math.min(
            maxHit(0, perAction, actions, variance, deviationOfAction),
            maxHit(smallest, perAction, actions, variance, deviationOfAction));
    double minVariance =
        Math.min(
            outlierVariance(1, actions, variance, deviationOfAction),
            outlierVariance(hit, actions, variance, deviationOfAction));
    return Math.max(0, Math.min(1, minVariance / variance));
  }

  /** Returns the variance due to outliers if that many actions were hit. */
  private static double outlierVariance(
      double hit, double actions, double variance, double deviationOfAction) {
    double unaffected = actions - hit;
    return unaffected / actions * (variance - unaffected * deviationOfAction * deviationOfAction);
  }

  /**
   * Returns the largest number of actions that can have been hit if the others take the given time.
   */
  private static double maxHit(
      double time, double perAction, double actions, double variance, double deviationOfAction) {
    double distance = (perAction - time) * (perAction - time);
    double k0 = -actions * actions * distance;
    double k1 = variance - actions * deviationOfAction * deviationOfAction + actions * distance;
    double determinant = k1 * k1 - 4 * deviationOfAction * deviationOfAction * k0;
    return Math.floor(-2 * k0 / (k1 + Math.sqrt(determinant)));
  }
}
