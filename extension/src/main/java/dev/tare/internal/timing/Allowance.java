package dev.tare.internal.timing;

/**
 * The time that a benchmark has, and what of it a trial may take. The first trial leaves enough for
 * the second, which confirms that a budget is exceeded.
 *
 * @param clock what time it is
 * @param caps how long it may take
 * @param end when all is to be over, on that clock
 * @param confirming whether this is the second trial
 */
record Allowance(Clock clock, Caps caps, double end, boolean confirming) {

  /** Of all the time, that which is kept for confirming at most: calls may be slow. */
  private static final double MOST_KEPT = 1 / 3.0;

  /** What the first trial may take of a benchmark that begins now. */
  static Allowance ofFirst(Clock clock, Caps caps) {
    return new Allowance(clock, caps, clock.wallNanos() + total(caps), false);
  }

  /** What is left for confirming. */
  Allowance ofSecond() {
    return new Allowance(clock, caps, end, true);
  }

  /** The longest warm-up of so many methods together, in nanoseconds. */
  double warmup(int methods) {
    double most = caps.warmup().nanos();
    return confirming
        ? Math.max(leastWarmup(methods), Math.min(most, (end - clock.wallNanos()) / 2))
        : most;
  }

  /**
   * The longest sampling that begins now, in nanoseconds.
   *
   * @param methods how many are sampled
   * @param firstLook how long sampling takes until the first look
   */
  double sampling(int methods, double firstLook) {
    double kept =
        confirming ? 0 : Math.min(leastWarmup(methods) + firstLook, MOST_KEPT * total(caps));
    double left = end - clock.wallNanos() - kept;
    return Math.max(0, Math.min(caps.sampling().nanos(), left));
  }

  private double leastWarmup(int methods) {
    return Math.min(caps.warmup().nanos(), WarmUp.LEAST_NANOS * (double) methods);
  }

  private static double total(Caps caps) {
    return caps.warmup().nanos() + caps.sampling().nanos();
  }
}
