package dev.tare.internal.timing;

/**
 * What stopped the program while so much was allocated.
 *
 * @param millis how long garbage collections stopped it
 * @param count how many they were
 * @param bytes what the calling thread allocated
 */
record Pauses(long millis, long count, long bytes) {

  static final Pauses NONE = new Pauses(0, 0, 0);

  /** The counters as they stand. */
  static Pauses now(Clock clock) {
    return new Pauses(clock.gcMillis(), clock.gcCount(), clock.threadAllocatedBytes());
  }

  Pauses plus(Pauses other) {
    return new Pauses(millis + other.millis, count + other.count, bytes + other.bytes);
  }

  Pauses minus(Pauses other) {
    return new Pauses(millis - other.millis, count - other.count, bytes - other.bytes);
  }
}
