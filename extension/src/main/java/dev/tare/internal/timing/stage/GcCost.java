package dev.tare.internal.timing.stage;

import dev.tare.internal.timing.call.Samples;
import dev.tare.internal.timing.clock.GcPauses;

/**
 * Cost of garbage collections for each method: a share of the pauses in proportion to the bytes
 * that the method allocated. It is added to the times because CPU times, minima and medians hide
 * pauses.
 *
 * <p>A pause is charged without the time that other programs took from the collector, as far as
 * that is known.
 *
 * <p>Pauses are counted from the moment when the heap stopped using new memory. Earlier pauses are
 * longer and occur after fewer bytes, since the collector uses new memory too
 * (docs/internals/measurements/noise.md).
 *
 * @param steady pauses and bytes while the heap used no new memory; the warm-up is included, since
 *     pauses are few
 * @param all all pauses and bytes
 * @param isCharged whether the cost is added, since the times exclude pauses
 */
public record GcCost(GcPauses steady, GcPauses all, boolean isCharged) {

  /** Returns the nanoseconds of pauses per operation of the method; 0 if unknown. */
  public double nanosPerOperation(Samples recording) {
    GcPauses pauses = pauses(recording);
    return pauses.bytes() <= 0
        ? 0
        : pauses.nanos() / pauses.bytes() * recording.bytesPerOperation();
  }

  /**
   * Returns the pauses to charge. If the method starts threads, they allocate bytes that the
   * counter of the calling thread does not include.
   */
  private GcPauses pauses(Samples recording) {
    if (all.bytes() < recording.bytes()) {
      return all.withBytes(recording.bytes());
    }
    return steady.bytes() > 0 ? steady : all;
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
   * Returns the relative standard error of a time that follows from the random number of pauses. If
   * there was no pause in the steady state, it is the error of one pause.
   *
   * @param time the time with the charge
   */
  public double error(Samples recording, double time) {
    GcPauses pauses = pauses(recording);
    if (!isCharged || all.count() == 0 || pauses.bytes() <= 0) {
      return 0;
    }
    GcPauses known = pauses.count() == 0 ? all : pauses;
    double pause = known.nanos() / known.count();
    double error = pause * Math.sqrt(Math.max(1.0, (double) pauses.count())) / pauses.bytes();
    return error * recording.bytesPerOperation() / time;
  }
}
