package dev.tare.internal.timing.stage;

import dev.tare.internal.timing.call.Procedure;
import dev.tare.internal.timing.clock.Clock;
import dev.tare.internal.timing.clock.ClockCost;

/**
 * All that the trials of one benchmark have in common.
 *
 * @param clock what time it is
 * @param cost what that costs to know
 * @param caps how long it may take
 * @param procedure how it is timed and what is made of it
 * @param progress is told how far it is
 */
public record Setting(
    Clock clock, ClockCost cost, Caps caps, Procedure procedure, Progress progress) {

  public static Setting of(Clock clock, Caps caps, Procedure procedure, Progress progress) {
    return new Setting(clock, ClockCost.of(clock), caps, procedure, progress);
  }

  /** Nanoseconds of a reading that are in each call of the lane. */
  public double readingInCall(Lane lane) {
    return lane.timesSingleCalls() ? cost.uncertainty() : 0;
  }
}
