package dev.tare.internal.timing.stage;

import dev.tare.internal.timing.clock.JvmCounters;

/**
 * Time that a benchmark may take, and the part of it that belongs to one of its runs. The first run
 * leaves time for the run that confirms an exceeded budget.
 *
 * @param clock source of the current time
 * @param end time at which the benchmark must end, on that clock
 * @param run which run of the benchmark
 */
public record TimeAllowance(JvmCounters clock, TimeCaps caps, double end, RunKind run) {

  /** Largest share of the time that is reserved for the confirmation, even if calls are slow. */
  private static final double MAX_RESERVED_SHARE = 1 / 3.0;

  /** Share of the time that is reserved for the report, which bootstraps all samples. */
  private static final double REPORT_SHARE = 0.05;

  /**
   * Longest wait for an undisturbed core. Cores are typically shared for half a second to five
   * seconds at a time.
   */
  private static final double MAX_WAIT_NANOS = 4e9;

  /** Position of a run in its benchmark. */
  enum RunKind {
    /** A run that is never confirmed. */
    ONLY,
    FIRST,
    SECOND
  }

  /**
   * Returns the allowance of the first run of a benchmark that begins now.
   *
   * @param judged whether there is a limit, so that a confirmation may be needed
   */
  public static TimeAllowance from(JvmCounters clock, TimeCaps caps, boolean judged) {
    double end = clock.wallNanos() + (1 - REPORT_SHARE) * total(caps);
    return new TimeAllowance(clock, caps, end, judged ? RunKind.FIRST : RunKind.ONLY);
  }

  /** Returns the allowance of the confirmation. */
  public TimeAllowance ofConfirmation() {
    return new TimeAllowance(clock, caps, end, RunKind.SECOND);
  }

  /** Returns whether that many nanoseconds are left. */
  public boolean allows(double nanos) {
    return clock.wallNanos() + nanos < end;
  }

  /** Returns whether the run confirms an earlier one. */
  public boolean isConfirmation() {
    return run == RunKind.SECOND;
  }

  /** Returns the longest warm-up of a number of methods together, in nanoseconds. */
  public double maxWarmup(int methods) {
    double most = caps.warmup().nanos();
    return isConfirmation()
        ? Math.max(minWarmup(methods), Math.min(most, (end - clock.wallNanos()) / 2))
        : most;
  }

  /**
   * Returns the longest sampling that may begin now, in nanoseconds.
   *
   * @param methods number of methods that are sampled
   * @param firstCheckpointNanos nanoseconds of sampling until the first checkpoint
   */
  public double maxSampling(int methods, double firstCheckpointNanos) {
    double left = end - clock.wallNanos() - reserved(methods, firstCheckpointNanos);
    return Math.max(0, Math.min(caps.sampling().nanos(), left));
  }

  /**
   * Returns the time at which sampling must end if it is extended to wait for an undisturbed core.
   *
   * @param samplingEnd end of the sampling without the extension
   */
  public double extendedEnd(double samplingEnd) {
    double most = run == RunKind.ONLY ? Math.max(end, samplingEnd) : samplingEnd;
    return Math.min(most, clock.wallNanos() + MAX_WAIT_NANOS);
  }

  private double reserved(int methods, double firstCheckpointNanos) {
    return run == RunKind.FIRST
        ? Math.min(minWarmup(methods) + firstCheckpointNanos, MAX_RESERVED_SHARE * total(caps))
        : 0;
  }

  private double minWarmup(int methods) {
    return Math.min(caps.warmup().nanos(), WarmUpStage.MIN_NANOS * (double) methods);
  }

  private static double total(TimeCaps caps) {
    return caps.warmup().nanos() + caps.sampling().nanos();
  }
}
