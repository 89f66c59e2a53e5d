package dev.tare.internal.timing;

/** One way to make the calls of a method and to time them. */
interface Calls {

  /** Makes n calls, with all that belongs to them, unjudged. */
  void make(long n) throws Throwable;

  /**
   * Makes n calls and records them as one sample.
   *
   * @param lasting whether a call is so long that it is hardly ever left alone on a busy machine
   */
  void sample(long n, boolean lasting, Recording recording) throws Throwable;

  /** The most calls that one sample may have. */
  default long most() {
    return Long.MAX_VALUE;
  }

  /** Lets go of threads. */
  default void end() {}
}
