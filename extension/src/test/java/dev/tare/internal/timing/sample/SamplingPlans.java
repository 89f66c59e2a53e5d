package dev.tare.internal.timing.sample;

import dev.tare.unit.Elapsed;

/** Plans of benchmarks with the default times. */
public final class SamplingPlans {

  private static final Elapsed TIME = Elapsed.parse("2.5 s");

  /** The plan of a benchmark without attributes. */
  public static final SamplingPlan STANDARD = of("robust");

  /** Returns the plan of a benchmark with one attribute. */
  public static SamplingPlan of(String statistic) {
    return of(Statistic.parse(statistic), 1, true);
  }

  /** Returns the plan of a benchmark with the default times. */
  public static SamplingPlan of(Statistic statistic, int operations, boolean equalResults) {
    return new SamplingPlan(statistic, operations, equalResults, TIME, TIME);
  }

  private SamplingPlans() {}
}
