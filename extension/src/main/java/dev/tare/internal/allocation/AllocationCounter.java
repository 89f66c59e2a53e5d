package dev.tare.internal.allocation;

/**
 * A counter of allocated bytes that can be opened and closed around a call. Between {@code open}
 * and {@code close} it allocates nothing that it counts.
 */
public interface AllocationCounter {

  /** Remembers where the counter stands. */
  void open();

  /**
   * Bytes allocated since {@link #open()}, headers and padding included; negative if the JVM did
   * not count.
   */
  long close();

  /**
   * How many of the bytes that {@link #close()} answered last may be somebody else's; 0 where the
   * counter is exact.
   */
  default long uncertain() {
    return 0;
  }

  /** What it covers, as a phrase: {@code this thread only}. */
  String covers();

  /** What may be in the figure besides the test's own allocation; empty if nothing. */
  default String caveat() {
    return "";
  }
}
