package dev.tare.internal.timing.stage;

import dev.tare.internal.timing.call.SamplingPlan;
import dev.tare.internal.timing.clock.ClockCost;
import dev.tare.internal.timing.clock.JvmCounters;

/**
 * All that the trials of one benchmark have in common.
 *
 * @param clock what time it is
 * @param cost what that costs to know
 * @param caps how long it may take
 * @param procedure how it is timed and what is made of it
 * @param progress is told how far it is
 */
public record BenchmarkSettings(
    JvmCounters clock,
    ClockCost cost,
    TimeCaps caps,
    SamplingPlan procedure,
    BenchmarkProgress progress) {

  public static BenchmarkSettings of(
      JvmCounters clock, TimeCaps caps, SamplingPlan procedure, BenchmarkProgress progress) {
    return new BenchmarkSettings(clock, ClockCost.of(clock), caps, procedure, progress);
  }

  /** Nanoseconds of a reading that are in each call of the lane. */
  public double readingInCall(SampledCase lane) {
    return lane.timesSingleCalls() ? cost.uncertainty() : 0;
  }
}
