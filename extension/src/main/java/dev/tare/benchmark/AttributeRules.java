package dev.tare.benchmark;

import dev.tare.extension.Configuration;
import dev.tare.extension.Unset;
import dev.tare.internal.timing.call.SamplingPlan;
import dev.tare.internal.timing.call.Statistic;

/** Reads the attributes of a benchmark and rejects invalid or contradictory ones. */
final class AttributeRules {

  private final BenchmarkOptions options;

  AttributeRules(BenchmarkOptions options) {
    this.options = options;
  }

  /** Returns whether only the first call is judged, so that no other call is made. */
  static boolean judgesFirstCallOnly(BenchmarkOptions options) {
    return !options.maxFirst().isEmpty() && options.max().isEmpty() && options.baseline().isEmpty();
  }

  /**
   * Checks the attributes and returns the sampling plan.
   *
   * @throws IllegalArgumentException if a number is out of range, or two attributes exclude each
   *     other
   */
  SamplingPlan check() {
    checkRatio();
    int forks = options.forks();
    if (forks != Unset.NUMBER && (forks < 0 || forks > Configuration.MOST_FORKS)) {
      throw refused(
          "forks = " + forks,
          "use 0 for this JVM or up to %s fresh ones".formatted(Configuration.MOST_FORKS),
          "forks = 3");
    }
    SamplingPlan plan = plan();
    checkFirstOnly(plan);
    checkProfile();
    if (options.baseline().isEmpty() && !options.equalResults()) {
      throw refused(
          "equalResults = false",
          "there is no baseline whose results could differ",
          "baseline = \"lookup\", equalResults = false");
    }
    if (plan.statistic().kind() == Statistic.StatisticKind.PERCENTILE) {
      checkPercentile(plan);
    }
    return plan;
  }

  private void checkRatio() {
    double ratio = options.maxRatio();
    if (ratio == Unset.NUMBER) {
      return;
    }
    if (!(ratio > 0) || Double.isInfinite(ratio)) {
      throw refused(
          "maxRatio = " + ratio, "a ratio must be finite and more than 0", "maxRatio = 1.10");
    }
    if (ratio > Configuration.LARGEST_RATIO) {
      throw refused(
          "maxRatio = " + ratio,
          "a ratio of more than 1,000,000 limits nothing",
          "maxRatio = 1.10");
    }
    if (options.baseline().isEmpty()) {
      throw refused(
          "maxRatio = " + ratio,
          "there is no baseline; name the method to compare with",
          "baseline = \"lookup\", maxRatio = " + ratio);
    }
  }

  private SamplingPlan plan() {
    return new SamplingPlan(
        statistic(), options.operations(), options.threads(), options.equalResults());
  }

  private Statistic statistic() {
    try {
      return Statistic.parse(options.statistic());
    } catch (IllegalArgumentException e) {
      throw new IllegalArgumentException("statistic = " + e.getMessage(), e);
    }
  }

  private void checkFirstOnly(SamplingPlan plan) {
    boolean limitsLaterCalls =
        !plan.equals(SamplingPlan.STANDARD)
            || !options.warmupTime().isEmpty()
            || !options.measurementTime().isEmpty();
    if (judgesFirstCallOnly(options) && limitsLaterCalls) {
      throw refused(
          "maxFirst = \"" + options.maxFirst() + "\"",
          "alone it calls the body once, and the other attributes apply to later calls; leave them out"
              + " or limit the later calls too",
          "max = \"1 ms\", maxFirst = \"" + options.maxFirst() + "\"");
    }
  }

  private void checkProfile() {
    if (options.profile() == ProfileKind.SAMPLES) {
      return;
    }
    if (judgesFirstCallOnly(options)) {
      throw refused(
          "profile = CALLS",
          "a first call cannot be repeated; limit the later calls too",
          "max = \"1 ms\", profile = CALLS");
    }
  }

  private void checkPercentile(SamplingPlan plan) {
    String statistic = "statistic = \"" + options.statistic() + "\"";
    if (plan.threads() > 1) {
      throw refused(
          statistic,
          "single calls are timed on one thread only; leave out threads, or judge the median",
          "statistic = \"median\", threads = " + plan.threads());
    }
  }

  private static IllegalArgumentException refused(String what, String reason, String example) {
    return new IllegalArgumentException("%s: %s, for example %s".formatted(what, reason, example));
  }
}
