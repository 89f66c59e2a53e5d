package dev.tare.internal.timing.call;

/** Makes the calls of a method and times them. */
public interface CallStrategy {

  /**
   * Makes n calls, with their preparations, without recording them.
   *
   * @return nanoseconds of the calls alone
   */
  long call(long n) throws Throwable;

  /** Makes n calls and records them as one sample. */
  void sample(long n, Samples recording) throws Throwable;

  /** Returns whether the CPU time of the calling thread is that of the calls alone. */
  boolean threadCpuTimeIsOfCalls();

  /** Returns the largest number of calls in one sample. */
  default long maxCallsPerSample() {
    return Long.MAX_VALUE;
  }

  /** Releases threads. */
  default void close() {}
}
