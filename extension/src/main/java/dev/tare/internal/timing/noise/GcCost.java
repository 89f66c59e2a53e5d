package dev.tare.internal.timing.noise;

import dev.tare.internal.timing.call.Samples;
import dev.tare.internal.timing.clock.GcPauses;

/**
 * What the pauses of garbage collections cost each method: a share of the pauses as large as its
 * share of the bytes allocated. CPU times, minima and medians hide those pauses, so they are
 * charged.
 *
 * <p>A pause is charged for the time that it would take if other programs left the collector the
 * processors, as far as that is known: on a busy machine it takes longer.
 *
 * <p>Pauses count from when the heap took no new memory. Before that little is allocated between
 * them, and they are longer: the collector is given new memory, too. Measured on 25, fresh JVMs:
 * 131 ns a call were charged for 100 arrays of 80 B, in a JVM that had run for long 17 ns.
 *
 * @param steady pauses and bytes while the heap took no new memory, in the warm-up too, since
 *     pauses are few
 * @param all pauses and bytes of all the time
 * @param charged whether the times leave pauses out
 */
public record GcCost(GcPauses steady, GcPauses all, boolean charged) {

  /** Nanoseconds of pauses for each action of the method; 0 where it cannot be told. */
  public double nanos(Samples recording) {
    GcPauses pauses = pauses(recording);
    return pauses.bytes() <= 0
        ? 0
        : pauses.nanos() / pauses.bytes() * recording.bytesPerOperation();
  }

  /** Threads of its own allocate what the calling thread's counter does not have. */
  private GcPauses pauses(Samples recording) {
    if (all.bytes() < recording.bytes()) {
      return all.withBytes(recording.bytes());
    }
    return steady.bytes() > 0 ? steady : all;
  }

  /** What is added to each time. */
  public double charge(Samples recording) {
    return charged ? nanos(recording) : 0;
  }

  /** The times with the charge. */
  public double[] charged(double[] times, Samples recording) {
    double charge = charge(recording);
    double[] sums = times.clone();
    for (int i = 0; i < sums.length; i++) {
      sums[i] += charge;
    }
    return sums;
  }

  /**
   * The relative standard error of a time by the number of pauses that happened to come: by one as
   * long as others where there happened to be none.
   *
   * @param time with the charge
   */
  public double error(Samples recording, double time) {
    GcPauses pauses = pauses(recording);
    if (!charged || all.count() == 0 || pauses.bytes() <= 0) {
      return 0;
    }
    GcPauses known = pauses.count() == 0 ? all : pauses;
    double pause = known.nanos() / known.count();
    double error = pause * Math.sqrt(Math.max(1.0, (double) pauses.count())) / pauses.bytes();
    return error * recording.bytesPerOperation() / time;
  }
}
