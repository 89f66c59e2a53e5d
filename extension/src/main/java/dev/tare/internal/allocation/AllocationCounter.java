package dev.tare.internal.allocation;

import dev.tare.internal.agent.record.CallTreeRecording.OtherThreads;

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

  /** Returns the threads that a breakdown of the figure records besides the calling one. */
  default OtherThreads otherThreads() {
    return OtherThreads.NONE;
  }

  /** Returns whether the last {@link #close()} included all bytes; false if some may be missing. */
  default boolean complete() {
    return true;
  }

  /** Returns the phrase for what is counted: {@code this thread only}. */
  String covers();
}
