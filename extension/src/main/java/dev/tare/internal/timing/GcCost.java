package dev.tare.internal.timing;

import dev.tare.internal.timing.clock.CounterReading;
import dev.tare.internal.timing.sample.Samples;

/**
 * Cost of garbage collections for each method: a share of the pauses in proportion to the bytes
 * that the method allocated. It is added to the times because CPU times, minima and medians hide
 * pauses.
 *
 * <p>A pause is charged without the time that other programs took from the collector, as far as
 * that is known.
 *
 * <p>Pauses are counted from the moment when the warm-up became steady. Earlier pauses are longer
 * and occur after fewer bytes, since the heap still grows (docs/internals/measurements/noise.md).
 *
 * @param pauses counters since then
 * @param isCharged whether the cost is added, since the times exclude pauses
 */
public record GcCost(CounterReading pauses, boolean isCharged) {

  /** Largest share of the time for which pauses may go unseen in a figure. */
  static final double MAX_HIDDEN_SHARE = 0.05;

  static final String HIDDEN =
      "garbage collections took more than 5 % of the time, and calls that allocate nothing cannot be"
          + " charged with them";

  /** Returns whether pauses are in no figure, since the calls allocate nothing on their thread. */
  boolean hidesPauses(Samples recording) {
    return isCharged && bytes(recording) <= 0;
  }

  /** Returns the nanoseconds of pauses per operation of the method; 0 if unknown. */
  public double nanosPerOperation(Samples recording) {
    long bytes = bytes(recording);
    return bytes <= 0 ? 0 : pauses.pauseNanos() / bytes * recording.bytesPerOperation();
  }

  /**
   * Returns the bytes that caused the pauses. If the method starts threads, they allocate bytes
   * that the counter of the calling thread does not include.
   */
  private long bytes(Samples recording) {
    return Math.max(pauses.bytes(), recording.bytes());
  }

  /** Returns the nanoseconds that are added to each time. */
  public double charge(Samples recording) {
    return isCharged ? nanosPerOperation(recording) : 0;
  }

  /** Returns a copy of the times, each with the charge added. */
  public double[] withCharge(double[] times, Samples recording) {
    double charge = charge(recording);
    double[] sums = times.clone();
    for (int i = 0; i < sums.length; i++) {
      sums[i] += charge;
    }
    return sums;
  }

  /**
   * Returns the relative standard error of a time that follows from the random number of pauses.
   *
   * @param time the time with the charge
   */
  public double error(Samples recording, double time) {
    long bytes = bytes(recording);
    if (!isCharged || pauses.gcCount() == 0 || bytes <= 0) {
      return 0;
    }
    double error = pauses.pauseNanos() / Math.sqrt((double) pauses.gcCount()) / bytes;
    return error * recording.bytesPerOperation() / time;
  }
}
