package dev.tare.internal.timing.clock;

/**
 * What stopped the program while so much was allocated.
 *
 * @param millis how long garbage collections stopped it, in real time
 * @param count how many they were
 * @param bytes what the calling thread allocated
 * @param wallNanos the real time meanwhile, pauses included
 * @param starvedNanos for how much of it the calling thread waited for a processor
 */
public record GcPauses(long millis, long count, long bytes, long wallNanos, long starvedNanos) {

  public static final GcPauses NONE = new GcPauses(0, 0, 0, 0, 0);

  /** The counters as they stand. */
  public static GcPauses now(JvmCounters clock) {
    return new GcPauses(
        clock.gcMillis(),
        clock.gcCount(),
        clock.threadAllocatedBytes(),
        clock.wallNanos(),
        clock.starvedNanos());
  }

  /**
   * Nanoseconds of the pauses without the time that other programs took from them. The threads of
   * the collector are assumed to have had the same share of the processors as the calling thread.
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

  /** The same pauses while so many bytes were allocated. */
  public GcPauses withBytes(long allocated) {
    return new GcPauses(millis, count, allocated, wallNanos, starvedNanos);
  }
}
