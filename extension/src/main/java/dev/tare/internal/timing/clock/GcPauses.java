package dev.tare.internal.timing.clock;

/**
 * Garbage collections and allocated bytes of a period, or, from {@link #now}, the counters up to a
 * moment.
 *
 * @param millis time for which garbage collections stopped the program, in real time
 * @param count number of those collections
 * @param bytes bytes that the calling thread allocated
 * @param wallNanos real time of the period, pauses included
 * @param starvedNanos time in which the calling thread waited for a processor
 */
public record GcPauses(long millis, long count, long bytes, long wallNanos, long starvedNanos) {

  public static final GcPauses NONE = new GcPauses(0, 0, 0, 0, 0);

  /** Reads the counters. */
  public static GcPauses now(JvmCounters clock) {
    return new GcPauses(
        clock.gcMillis(),
        clock.gcCount(),
        clock.threadAllocatedBytes(),
        clock.wallNanos(),
        clock.starvedNanos());
  }

  /**
   * Returns the nanoseconds of the pauses without the time in which other programs had the
   * processors. The collector threads are assumed to get the same share of the processors as the
   * calling thread.
   */
  public double nanos() {
    double nanos = millis * 1e6;
    double between = wallNanos - nanos;
    return between <= 0 ? nanos : nanos * Math.max(0, 1 - starvedNanos / between);
  }

  public GcPauses plus(GcPauses other) {
    return new GcPauses(
        millis + other.millis,
        count + other.count,
        bytes + other.bytes,
        wallNanos + other.wallNanos,
        starvedNanos + other.starvedNanos);
  }

  public GcPauses minus(GcPauses other) {
    return new GcPauses(
        millis - other.millis,
        count - other.count,
        bytes - other.bytes,
        wallNanos - other.wallNanos,
        Math.max(0, starvedNanos - other.starvedNanos));
  }
}
