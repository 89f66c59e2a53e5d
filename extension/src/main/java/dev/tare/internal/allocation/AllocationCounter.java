package dev.tare.internal.allocation;

import dev.tare.internal.agent.record.OtherThreads;

/**
 * A counter of the bytes allocated between {@code open} and {@code close}. Between the two it
 * allocates nothing that it counts itself.
 */
public interface AllocationCounter {

  /** Begins an interval: stores the counter's current value. */
  void open();

  /**
   * Returns the bytes allocated since {@link #open()}, headers and padding included; negative if
   * the JVM did not count.
   */
  long close();

  /**
   * Returns the bytes of the last {@link #close()} that other threads may have allocated; 0 for an
   * exact counter.
   */
  default long uncertainBytes() {
    return 0;
  }

  /**
   * Returns the threads that a breakdown of the figure records besides the calling one. Call it
   * before {@link #open()}.
   */
  default OtherThreads otherThreads() {
    return OtherThreads.NONE;
  }

  /** Returns whether the last {@link #close()} included all bytes; false if some may be missing. */
  default boolean complete() {
    return true;
  }

  /** Returns the phrase for what is counted: {@code this thread only}. */
  String covers();

  /**
   * Returns the reason why bytes of some call were {@linkplain #uncertainBytes() uncertain}; empty
   * if none were.
   */
  default String doubt() {
    return "";
  }

  /** Returns what the figure may include besides the test's own allocation; empty if nothing. */
  default String caveat() {
    return "";
  }
}
