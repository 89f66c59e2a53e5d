package dev.tare.internal.timing.sample;

/** Calls a method repeatedly and times the calls. */
interface CallStrategy {

  /**
   * Makes n calls, with their preparations, and does not record them.
   *
   * @return nanoseconds of the calls alone
   */
  long call(long n) throws Throwable;

  /**
   * Makes n calls for one sample.
   *
   * @param recording receives the time of each call if calls are recorded one by one
   */
  Samples.Readings sample(long n, Samples recording) throws Throwable;

  /**
   * Returns the nanoseconds that a reading of the clock may add to each timed call; 0 if calls are
   * timed in loops.
   */
  default double clockNanosPerCall() {
    return 0;
  }

  /** Returns the largest number of calls in one sample. */
  default long maxCallsPerSample() {
    return Long.MAX_VALUE;
  }
}
