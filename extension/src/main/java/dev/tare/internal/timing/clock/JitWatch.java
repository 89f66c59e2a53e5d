package dev.tare.internal.timing.clock;

/**
 * Detects when the JIT has been idle for a while: it finished no compilation, and none was running
 * or queued.
 */
public final class JitWatch {

  // A constant compile time alone is not enough: on a busy machine it is constant too while methods
  // wait for a compiler thread. Measurements: docs/internals/measurements/noise.md.
  public static final long QUIET_NANOS = 300_000_000;

  /**
   * Interval between readings of the compile queue. More frequent readings would have their own
   * code compiled.
   */
  private static final long QUEUE_INTERVAL_NANOS = 30_000_000;

  private final JvmCounters clock;
  private final long quietNanos;
  private long compiledMillis;
  private long busyAt;
  private long queueReadAt;

  /**
   * Starts watching.
   *
   * @param quietNanos how long the JIT must be idle
   */
  public JitWatch(JvmCounters clock, long quietNanos) {
    this.clock = clock;
    this.quietNanos = quietNanos;
    // the first reading loads hundreds of classes
    clock.compiling();
    this.compiledMillis = clock.compileMillis();
    this.busyAt = clock.wallNanos();
    this.queueReadAt = busyAt;
  }

  /** Reads the JIT's activity; call it every few milliseconds, between timed periods. */
  public void read(long now) {
    long millis = clock.compileMillis();
    boolean readsQueue = now - queueReadAt >= QUEUE_INTERVAL_NANOS || quiet(now);
    if (readsQueue) {
      queueReadAt = now;
    }
    if (millis != compiledMillis || (readsQueue && clock.compiling())) {
      compiledMillis = millis;
      busyAt = now;
    }
  }

  /** Returns the time at which the JIT was last seen busy. */
  public long busyAt() {
    return busyAt;
  }

  /** Returns whether the JIT has been idle for long enough. */
  public boolean quiet(long now) {
    return now - busyAt >= quietNanos;
  }
}
