package dev.tare.internal.timing.call;

/** One way to make the calls of a method and to time them. */
public interface CallStrategy {

  /**
   * Makes n calls, with all that belongs to them, unjudged.
   *
   * @return the nanoseconds that the calls themselves took
   */
  long make(long n) throws Throwable;

  /** Makes n calls and records them as one sample. */
  void sample(long n, Samples recording) throws Throwable;

  /** Whether the CPU time of calls is that of the thread that makes them, from first to last. */
  boolean onlyCalls();

  /** The most calls that one sample may have. */
  default long most() {
    return Long.MAX_VALUE;
  }

  /** Lets go of threads. */
  default void end() {}
}
