package dev.tare.benchmarks.verdicts;

import org.apache.commons.statistics.distribution.BetaDistribution;

/** Confidence bounds of a proportion from a number of cases. */
final class ProportionBound {

  // C. Clopper and E. Pearson, The use of confidence or fiducial limits, Biometrika 26 (1934):
  // exact, by quantiles of the beta distribution. Bisection over binomial sums (Python 3.11) gives
  // 0.0029912 for at most 0 of 1,000, 0.0062823 for at most 2 of 1,000, and 0.8977466 for at least
  // 95 of 100.
  private static final double LEVEL = 0.95;

  private ProportionBound() {}

  /** Returns the upper bound with 95 % confidence. */
  static double upper(int cases, int all) {
    return cases >= all
        ? 1
        : BetaDistribution.of(cases + 1, all - cases).inverseCumulativeProbability(LEVEL);
  }

  /** Returns the lower bound with 95 % confidence. */
  static double lower(int cases, int all) {
    return 1 - upper(all - cases, all);
  }
}
