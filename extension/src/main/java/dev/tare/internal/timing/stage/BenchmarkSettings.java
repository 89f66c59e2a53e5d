package dev.tare.internal.timing.stage;

import dev.tare.internal.timing.call.SamplingPlan;
import dev.tare.internal.timing.clock.ClockCost;
import dev.tare.internal.timing.clock.JvmCounters;

/**
 * Settings that all runs of one benchmark share.
 *
 * @param caps longest warm-up and sampling
 */
public record BenchmarkSettings(
    JvmCounters clock,
    ClockCost clockCost,
    TimeCaps caps,
    SamplingPlan plan,
    BenchmarkProgress progress) {

  public static BenchmarkSettings of(
      JvmCounters clock, TimeCaps caps, SamplingPlan plan, BenchmarkProgress progress) {
    return new BenchmarkSettings(clock, ClockCost.of(clock), caps, plan, progress);
  }

  /**
   * Returns the nanoseconds that a clock reading may add to each timed call of a method; 0 if calls
   * are timed in loops.
   */
  public double clockNanosPerCall(SampledCase sampledCase) {
    return sampledCase.timesSingleCalls() ? clockCost.uncertainty() : 0;
  }
}
