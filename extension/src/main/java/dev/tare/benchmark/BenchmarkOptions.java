package dev.tare.benchmark;

import static dev.tare.internal.launch.Attributes.require;

import dev.tare.extension.Configuration;
import dev.tare.extension.ConfigurationKey;
import dev.tare.extension.Unset;
import dev.tare.internal.jupiter.BaselineRules;
import dev.tare.internal.timing.TimeFigures;
import dev.tare.internal.timing.sample.SamplingPlan;
import dev.tare.internal.timing.sample.Statistic;
import dev.tare.model.Budget;
import dev.tare.unit.Elapsed;
import dev.tare.unit.Ratio;
import java.util.ArrayList;
import java.util.List;

/**
 * The attributes of {@link Benchmarked}, which a body without an annotation has too. Its methods
 * read them and reject invalid or contradictory ones.
 *
 * @param max limit of a call, {@code maxFirst} of the first one; empty for none
 * @param maxRatio limit of the ratio to the baseline; not set for that of the suite
 * @param forks number of fresh JVMs; not set for that of the suite
 */
record BenchmarkOptions(
    String max,
    String maxFirst,
    String baseline,
    double maxRatio,
    boolean equalResults,
    String statistic,
    int operations,
    String warmupTime,
    String measurementTime,
    int forks,
    ProfileKind profile) {

  static BenchmarkOptions of(Benchmarked annotation) {
    return new BenchmarkOptions(
        annotation.max(),
        annotation.maxFirst(),
        annotation.baseline(),
        annotation.maxRatio(),
        annotation.equalResults(),
        annotation.statistic(),
        annotation.operations(),
        annotation.warmupTime(),
        annotation.measurementTime(),
        annotation.forks(),
        annotation.profile());
  }

  /**
   * Checks the attributes and returns the sampling plan.
   *
   * @throws IllegalArgumentException if a number is out of range, or two attributes exclude each
   *     other
   */
  SamplingPlan plan(Configuration configuration) {
    BaselineRules.checkRatio(maxRatio, baseline);
    require(
        forks == Unset.NUMBER || (forks >= 0 && forks <= Configuration.MOST_FORKS),
        "forks = " + forks,
        "use 0 for this JVM or up to %s fresh ones".formatted(Configuration.MOST_FORKS),
        "forks = 3");
    SamplingPlan plan =
        new SamplingPlan(
            Statistic.parse(statistic),
            operations,
            equalResults,
            SamplingPlan.parseTime("warmupTime", warmupTime, configuration.warmupTime()),
            SamplingPlan.parseTime(
                "measurementTime", measurementTime, configuration.measurementTime()));
    checkFirstOnly(plan);
    require(
        !baseline.isEmpty() || equalResults,
        "equalResults = false",
        "there is no baseline whose results could differ",
        "baseline = \"lookup\", equalResults = false");
    return plan;
  }

  private void checkFirstOnly(SamplingPlan plan) {
    if (!maxFirst.isEmpty() && max.isEmpty() && baseline.isEmpty()) {
      String first = "maxFirst = \"" + maxFirst + "\"";
      require(
          plan.statistic().equals(Statistic.ROBUST)
              && operations == 1
              && equalResults
              && warmupTime.isEmpty()
              && measurementTime.isEmpty(),
          first,
          "alone it calls the body once, and the other attributes apply to later calls; leave them out"
              + " or limit the later calls too",
          "max = \"1 ms\", " + first);
      require(
          profile == ProfileKind.SAMPLES,
          "profile = CALLS",
          "a first call cannot be repeated; limit the later calls too",
          "max = \"1 ms\", profile = CALLS");
    }
  }

  /** Returns the number of fresh JVMs; 0 to measure in this one. */
  int forks(Configuration configuration) {
    return forks == Unset.NUMBER ? configuration.forks() : forks;
  }

  /**
   * Returns the limits; a time without one if there are none.
   *
   * @param compared name of the method to compare with; empty for none
   * @throws IllegalArgumentException if a limit is no duration or below the floor
   */
  List<Budget> budgets(SamplingPlan plan, String compared, Configuration configuration) {
    List<Budget> budgets = new ArrayList<>();
    if (!maxFirst.isEmpty()) {
      budgets.add(Budget.atMost(TimeFigures.FIRST_CALL, limit("maxFirst", maxFirst, 1)));
    }
    if (!max.isEmpty()) {
      budgets.add(Budget.atMost(TimeFigures.timePer(plan), limit("max", max, operations)));
    }
    if (!compared.isEmpty()) {
      boolean ratioOfSuite = maxRatio == Unset.NUMBER;
      Ratio ratio = ratioOfSuite ? configuration.maxRatio() : new Ratio(maxRatio);
      Budget relative = Budget.atMost(TimeFigures.relativeTo(compared, plan), ratio);
      String key = ConfigurationKey.MAX_RATIO.key();
      budgets.add(
          ratioOfSuite && configuration.text(key).isPresent() ? relative.from(key) : relative);
    }
    return budgets.isEmpty() ? List.of(Budget.unlimited(TimeFigures.timePer(plan))) : budgets;
  }

  private static Elapsed limit(String attribute, String text, int operations) {
    Elapsed limit;
    try {
      limit = Elapsed.parse(text);
    } catch (IllegalArgumentException e) {
      throw new IllegalArgumentException(attribute + " = " + e.getMessage());
    }
    double floor = SamplingPlan.MIN_CALL_NANOS / operations;
    if (limit.nanos() < floor) {
      String least = new Elapsed(floor).asBudget();
      throw new IllegalArgumentException(
          "%s = \"%s\": less than %s cannot be distinguished from an empty body, for example %s = \"%s\""
              .formatted(attribute, text, least, attribute, least));
    }
    return limit;
  }
}
