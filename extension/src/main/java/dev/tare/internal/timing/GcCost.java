package dev.tare.internal.timing;

/**
 * What the pauses of garbage collections cost each method: a share of the pauses as large as its
 * share of the bytes allocated. CPU times, minima and medians hide those pauses, so they are
 * charged.
 *
 * @param activity pauses and bytes, warm-up included, since pauses are few
 * @param charged whether the times leave pauses out
 */
record GcCost(Activity activity, boolean charged) {

  /** Nanoseconds of pauses for each action of the method; 0 where it cannot be told. */
  double nanos(Recording recording) {
    double bytes = Math.max(activity.allocatedBytes(), recording.bytes());
    return bytes <= 0 ? 0 : activity.gcMillis() * 1e6 / bytes * recording.bytesPerOperation();
  }

  /** What is added to each time. */
  double charge(Recording recording) {
    return charged ? nanos(recording) : 0;
  }

  /** The times with the charge. */
  double[] charged(double[] times, Recording recording) {
    double charge = charge(recording);
    double[] sums = times.clone();
    for (int i = 0; i < sums.length; i++) {
      sums[i] += charge;
    }
    return sums;
  }

  /**
   * The relative standard error of a time by the number of pauses that happened to come.
   *
   * @param time with the charge
   */
  double error(Recording recording, double time) {
    return charge(recording) == 0 || activity.gcCount() == 0
        ? 0
        : charge(recording) / time / Math.sqrt((double) activity.gcCount());
  }
}
