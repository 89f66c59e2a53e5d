package dev.tare.internal.allocation;

import dev.tare.internal.agent.record.OtherThreads;

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

  /** Which threads besides the calling one a breakdown of its figure records; asked before open. */
  default OtherThreads otherThreads() {
    return OtherThreads.NONE;
  }

  /**
   * Whether {@link #close()} answered last what was allocated at most; false where bytes may be
   * missing from it.
   */
  default boolean complete() {
    return true;
  }

  /** What it covers, as a phrase: {@code this thread only}. */
  String covers();

  /** Why bytes were {@linkplain #uncertain() uncertain} in some call; empty if they never were. */
  default String doubt() {
    return "";
  }

  /** What may be in the figure besides the test's own allocation; empty if nothing. */
  default String caveat() {
    return "";
  }
}
