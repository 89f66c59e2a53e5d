package dev.tare.internal.timing.stage;

import dev.tare.internal.timing.clock.JvmCounters;

/**
 * The time that a benchmark has, and what of it a trial may take. The first of two leaves time for
 * the second, which confirms that a budget is exceeded.
 *
 * @param clock what time it is
 * @param caps how long it may take
 * @param end when all is to be over, on that clock
 * @param trial which trial
 */
public record TimeAllowance(JvmCounters clock, TimeCaps caps, double end, Which trial) {

  /** Of all the time, that which is kept for confirming at most: calls may be slow. */
  private static final double MOST_KEPT = 1 / 3.0;

  /**
   * Of all the time, that in which figures are worked out and told: bootstraps of every sample, on
   * a processor that others may have. 5 of 1,600 verdicts beside burners had taken 5.2 to 5.4 s.
   */
  private static final double FOR_REPORT = 0.05;

  /** Half a second to five is what a core is shared for at a time. */
  private static final double MOST_WAIT_NANOS = 4e9;

  /** Which trial of a benchmark. */
  enum Which {
    /** There is nothing to confirm. */
    ONLY,
    FIRST,
    SECOND
  }

  /**
   * What the first trial may take of a benchmark whose trials begin now.
   *
   * @param judged whether there is a limit, so that a second trial may be needed
   */
  public static TimeAllowance from(JvmCounters clock, TimeCaps caps, boolean judged) {
    double end = clock.wallNanos() + (1 - FOR_REPORT) * total(caps);
    return new TimeAllowance(clock, caps, end, judged ? Which.FIRST : Which.ONLY);
  }

  /** What is left for confirming. */
  public TimeAllowance ofSecond() {
    return new TimeAllowance(clock, caps, end, Which.SECOND);
  }

  /** Returns whether so much time is left, in nanoseconds. */
  public boolean allows(double nanos) {
    return clock.wallNanos() + nanos < end;
  }

  /** Whether what the trial is for has been found before. */
  public boolean confirms() {
    return trial == Which.SECOND;
  }

  /** The longest warm-up of so many methods together, in nanoseconds. */
  public double warmup(int methods) {
    double most = caps.warmup().nanos();
    return confirms()
        ? Math.max(leastWarmup(methods), Math.min(most, (end - clock.wallNanos()) / 2))
        : most;
  }

  /**
   * The longest sampling that begins now, in nanoseconds.
   *
   * @param methods how many are sampled
   * @param firstLook how long sampling takes until the first look
   */
  public double sampling(int methods, double firstLook) {
    double left = end - clock.wallNanos() - kept(methods, firstLook);
    return Math.max(0, Math.min(caps.sampling().nanos(), left));
  }

  /**
   * When sampling ends that goes on in the hope of a better core.
   *
   * @param samplingEnd when it had to end otherwise
   */
  public double lastEnd(double samplingEnd) {
    double most = trial == Which.ONLY ? Math.max(end, samplingEnd) : samplingEnd;
    return Math.min(most, clock.wallNanos() + MOST_WAIT_NANOS);
  }

  private double kept(int methods, double firstLook) {
    return trial == Which.FIRST
        ? Math.min(leastWarmup(methods) + firstLook, MOST_KEPT * total(caps))
        : 0;
  }

  private double leastWarmup(int methods) {
    return Math.min(caps.warmup().nanos(), WarmUpStage.LEAST_NANOS * (double) methods);
  }

  private static double total(TimeCaps caps) {
    return caps.warmup().nanos() + caps.sampling().nanos();
  }
}
