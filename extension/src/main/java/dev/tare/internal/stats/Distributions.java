package dev.tare.internal.stats;

import org.apache.commons.statistics.distribution.NormalDistribution;
import org.apache.commons.statistics.distribution.TDistribution;

/** Upper quantiles of the distributions that intervals are computed from. */
public final class Distributions {

  private Distributions() {}

  /** Returns the value that a Student-t variable exceeds with the given probability. */
  static double studentAbove(double probability, double degreesOfFreedom) {
    return TDistribution.of(degreesOfFreedom).inverseSurvivalProbability(probability);
  }

  /** Returns the value that a standard normal variable exceeds with the given probability. */
  public static double normalAbove(double probability) {
    return NormalDistribution.of(0, 1).inverseSurvivalProbability(probability);
  }
}
