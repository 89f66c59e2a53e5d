package dev.tare.benchmark;

import static dev.tare.internal.launch.Attributes.require;

import dev.tare.extension.Configuration;
import dev.tare.extension.ConfigurationKey;
import dev.tare.extension.Unset;
import dev.tare.internal.jupiter.BaselineRules;
import dev.tare.internal.timing.call.SamplingPlan;
import dev.tare.internal.timing.call.Statistic;
import dev.tare.internal.timing.clock.Disturbance;
import java.util.List;
import java.util.stream.Collectors;

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
    BaselineRules.checkRatio(options.maxRatio(), options.baseline());
    int forks = options.forks();
    require(
        forks == Unset.NUMBER || (forks >= 0 && forks <= Configuration.MOST_FORKS),
        "forks = " + forks,
        "use 0 for this JVM or up to %s fresh ones".formatted(Configuration.MOST_FORKS),
        "forks = 3");
    SamplingPlan plan = plan();
    checkFirstOnly(plan);
    require(
        !options.baseline().isEmpty() || options.equalResults(),
        "equalResults = false",
        "there is no baseline whose results could differ",
        "baseline = \"lookup\", equalResults = false");
    require(
        plan.threads() == 1 || !plan.statistic().ofSingleCalls(),
        "statistic = \"" + options.statistic() + "\"",
        "single calls are timed on one thread only; leave out threads, or judge the median",
        "statistic = \"median\", threads = " + plan.threads());
    return plan;
  }

  private SamplingPlan plan() {
    return new SamplingPlan(
        Statistic.parse(options.statistic()),
        options.operations(),
        options.threads(),
        options.equalResults());
  }

  private void checkFirstOnly(SamplingPlan plan) {
    if (judgesFirstCallOnly(options)) {
      String first = "maxFirst = \"" + options.maxFirst() + "\"";
      require(
          plan.equals(SamplingPlan.STANDARD)
              && options.warmupTime().isEmpty()
              && options.measurementTime().isEmpty(),
          first,
          "alone it calls the body once, and the other attributes apply to later calls; leave them out"
              + " or limit the later calls too",
          "max = \"1 ms\", " + first);
      require(
          options.profile() == ProfileKind.SAMPLES,
          "profile = CALLS",
          "a first call cannot be repeated; limit the later calls too",
          "max = \"1 ms\", profile = CALLS");
    }
  }

  /**
   * Checks the options of fresh JVMs.
   *
   * @param forks number of fresh JVMs
   * @throws IllegalArgumentException if there are no fresh JVMs, or an option switches off the
   *     optimizing compiler
   */
  void checkJvmArgs(int forks, Configuration configuration) {
    List<String> jvmArgs = options.jvmArgs();
    String text =
        jvmArgs.stream().map(option -> '"' + option + '"').collect(Collectors.joining(", "));
    String attribute = "jvmArgs = " + (jvmArgs.size() == 1 ? text : "{" + text + "}");
    require(
        forks > 0 || jvmArgs.isEmpty(),
        attribute,
        "they describe fresh JVMs, and forks = 0 starts none",
        "forks = 3, " + attribute);
    for (String option : jvmArgs) {
      require(
          !Disturbance.switchesOffOptimizer(option) || configuration.allowUnoptimized(),
          attribute,
          "\"%s\" switches off the optimizing compiler, whose code is judged; leave it out, or set %s = true"
              .formatted(option, ConfigurationKey.ALLOW_UNOPTIMIZED.key()),
          "jvmArgs = \"-Xmx256m\"");
    }
  }
}
