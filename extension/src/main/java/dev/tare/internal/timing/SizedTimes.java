package dev.tare.internal.timing;

import java.util.List;

/**
 * How long a call takes at each of several sizes.
 *
 * @param nanosPerCall in the order of the sizes, never below the floor
 * @param nanosOfAllCalls the mean of all calls since the warm-up was steady, judged or not; the
 *     figure of the samples if these do not miss much of the time
 * @param chargeError how far the relative standard errors by the number of pauses of garbage
 *     collections that happened to come differ between sizes
 * @param counted how it was measured, one phrase each
 * @param distortions what may have moved it, one phrase each
 * @param tooFast whether a call at some size takes less than can be told
 */
public record SizedTimes(
    List<Double> nanosPerCall,
    List<Double> nanosOfAllCalls,
    double chargeError,
    List<String> counted,
    List<String> distortions,
    boolean tooFast) {

  /** Copies the lists. */
  public SizedTimes {
    nanosPerCall = List.copyOf(nanosPerCall);
    nanosOfAllCalls = List.copyOf(nanosOfAllCalls);
    counted = List.copyOf(counted);
    distortions = List.copyOf(distortions);
  }
}
