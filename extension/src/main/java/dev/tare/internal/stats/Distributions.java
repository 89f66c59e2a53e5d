package dev.tare.internal.stats;

import org.apache.commons.statistics.distribution.ChiSquaredDistribution;
import org.apache.commons.statistics.distribution.NormalDistribution;
import org.apache.commons.statistics.distribution.TDistribution;

/** Quantiles of the distributions that intervals are made with. */
public final class Distributions {

  private Distributions() {}

  /** The value that a Student-t variable exceeds with the probability given. */
  static double studentAbove(double probability, double degreesOfFreedom) {
    return TDistribution.of(degreesOfFreedom).inverseSurvivalProbability(probability);
  }

  /** The value that a chi-squared variable exceeds with the probability given. */
  static double chiSquaredAbove(double probability, double degreesOfFreedom) {
    return ChiSquaredDistribution.of(degreesOfFreedom).inverseSurvivalProbability(probability);
  }

  /** The value that a standard normal variable exceeds with the probability given. */
  public static double normalAbove(double probability) {
    return NormalDistribution.of(0, 1).inverseSurvivalProbability(probability);
  }
}
