package dev.tare.internal.timing.clock;

/**
 * Detects when the JIT has been idle for a while: it finished no compilation, and none was running
 * or queued.
 */
public final class JitWatch {

  // A constant compile time is not enough: on a busy machine it is also constant while methods wait
  // for a compiler thread. Measurements: docs/internals/measurements/noise.md.
  private static final long IDLE_NANOS = 300_000_000;

  /**
   * Interval between readings of the compile queue. More frequent readings would have their own
   * code compiled.
   */
  private static final long QUEUE_INTERVAL_NANOS = 30_000_000;

  private final JvmCounters clock;
  private long compiledMillis;
  private long lastBusyAt;
  private long queueReadAt;

  /** Starts watching. */
  public JitWatch(JvmCounters clock) {
    this.clock = clock;
    // the first reading loads hundreds of classes
    clock.isCompiling();
    this.compiledMillis = clock.compileMillis();
    this.lastBusyAt = clock.wallNanos();
    this.queueReadAt = lastBusyAt;
  }

  /** Reads the JIT's activity; call it every few milliseconds, between timed periods. */
  public void read(long now) {
    long millis = clock.compileMillis();
    boolean readsQueue = now - queueReadAt >= QUEUE_INTERVAL_NANOS || isIdle(now);
    if (readsQueue) {
      queueReadAt = now;
    }
    if (millis != compiledMillis || (readsQueue && clock.isCompiling())) {
      compiledMillis = millis;
      lastBusyAt = now;
    }
  }

  /** Returns the time at which the JIT was last seen busy. */
  public long lastBusyAt() {
    return lastBusyAt;
  }

  /** Returns whether the JIT has been idle for long enough. */
  public boolean isIdle(long now) {
    return now - lastBusyAt >= IDLE_NANOS;
  }
}
