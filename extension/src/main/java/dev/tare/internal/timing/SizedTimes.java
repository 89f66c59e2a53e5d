package dev.tare.internal.timing;

import dev.tare.model.Remark;
import java.util.List;

/**
 * Times of a call at several sizes.
 *
 * @param nanosPerCall times in the order of the sizes, never below the floor
 * @param nanosOfAllCalls mean over all calls since the warm-up became steady, if the samples miss
 *     much of their time; otherwise the same as {@code nanosPerCall}
 * @param chargeErrors standard errors of the times, in nanoseconds, that follow from the random
 *     number of garbage collection pauses, without the share that all times have in common
 * @param maxSlowdown largest factor by which the machine may have increased a time; infinite if
 *     unknown
 * @param counted how the times were measured, one phrase each
 * @param distortions what may have distorted them
 * @param tooFast whether a call at some size is below the floor
 * @param maxNanosAtLargest upper bound of a call at the largest size, even if the JIT removed the
 *     work of later calls
 */
public record SizedTimes(
    List<Double> nanosPerCall,
    List<Double> nanosOfAllCalls,
    List<Double> chargeErrors,
    double maxSlowdown,
    List<String> counted,
    List<Remark> distortions,
    boolean tooFast,
    double maxNanosAtLargest) {

  /** Copies the lists. */
  public SizedTimes {
    nanosPerCall = List.copyOf(nanosPerCall);
    nanosOfAllCalls = List.copyOf(nanosOfAllCalls);
    chargeErrors = List.copyOf(chargeErrors);
    counted = List.copyOf(counted);
    distortions = List.copyOf(distortions);
  }
}
