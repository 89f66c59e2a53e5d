package dev.tare.internal.timing.clock;

/**
 * Best time of the {@link CoreSpeedProbe} over all benchmarks of one test run. A benchmark whose
 * core is shared throughout can detect this by comparison with it. Thread-safe.
 */
public final class SharedCoreSpeed {

  /**
   * Smallest slowdown that counts as sharing. A clock rate that is lowered by heat causes a smaller
   * one.
   */
  private static final double MIN_SHARING_SLOWDOWN = 1.3;

  private double best = Double.POSITIVE_INFINITY;
  private boolean reliable;

  /**
   * Returns whether a probe time is so much longer than the best time that the core must be shared.
   */
  public static boolean isShared(double nanos, double best) {
    return Double.isFinite(nanos) && nanos > MIN_SHARING_SLOWDOWN * best;
  }

  /** Records a probe time. */
  public synchronized void record(double nanos) {
    best = Math.min(best, nanos);
  }

  /** Returns the best time recorded, in nanoseconds; infinity before the first. */
  synchronized double best() {
    return best;
  }

  /** Marks the best time as final for this test run. */
  public synchronized void markReliable() {
    reliable = true;
  }

  /**
   * Returns whether the best time is final: the cores were watched for long enough, or seen at both
   * speeds.
   */
  public synchronized boolean isReliable() {
    return reliable;
  }
}
