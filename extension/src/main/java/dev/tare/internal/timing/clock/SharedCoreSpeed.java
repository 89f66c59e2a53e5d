package dev.tare.internal.timing.clock;

/**
 * What all benchmarks of one run of tests have learnt of the processor's cores: how long the
 * arithmetic of {@link CoreSpeedProbe} takes at best. A benchmark that only ever had a shared core
 * is told by it. Threads may share one.
 */
public final class SharedCoreSpeed {

  // the arithmetic takes 1.6 to 2.1 times as long on a shared core, see CoreProbe; where heat
  // lowers the clock rate by less than this, the core is taken for what it is now
  private static final double SHARED = 1.3;

  private double best = Double.POSITIVE_INFINITY;
  private boolean settled;

  /**
   * Whether a core on which the arithmetic takes so long is shared, if it takes so long at best.
   */
  public static boolean isShared(double nanos, double best) {
    return Double.isFinite(nanos) && nanos > SHARED * best;
  }

  public synchronized void learn(double nanos) {
    best = Math.min(best, nanos);
  }

  /** Infinite while nothing is known. */
  synchronized double best() {
    return best;
  }

  /** From now on the best that is known is believed to be the best there is. */
  public synchronized void settle() {
    settled = true;
  }

  /** Whether cores have been watched for long enough, or at both speeds. */
  public synchronized boolean settled() {
    return settled;
  }
}
