package dev.tare.internal.timing.clock;

/**
 * Tells whether the JIT has had nothing to do for a while: it finished no compilation, and none was
 * seen under way or waiting.
 */
public final class JitWatch {

  // Facts, step 3: "compile time flat for 300 ms" fired at 1.2 to 3.9 s, and what followed was
  // within 0.96 to 1.03 of final. On a starved machine the time is flat too while the method waits
  // for a compiler: with compiler threads at the lowest priority and a burner on each core the
  // warm-up ended after 0.41 s in the interpreter, in each of 3 runs.
  public static final long QUIET_NANOS = 300_000_000;

  /**
   * An answer takes 50 us and lets 20 kB of text be written and read by code that, asked all the
   * time, would be compiled itself.
   */
  private static final long ASKING_NANOS = 30_000_000;

  private final JvmCounters clock;
  private final long quietNanos;
  private long compiledMillis;
  private long busyAt;
  private long askedAt;

  /**
   * Begins to watch.
   *
   * @param quietNanos how long it has to be quiet
   */
  public JitWatch(JvmCounters clock, long quietNanos) {
    this.clock = clock;
    this.quietNanos = quietNanos;
    // once before it counts: the first answer loads hundreds of classes
    clock.compiling();
    this.compiledMillis = clock.compileMillis();
    this.busyAt = clock.wallNanos();
    this.askedAt = busyAt;
  }

  /** Looks what it does; to be called every few milliseconds, between what is timed. */
  public void look(long now) {
    long millis = clock.compileMillis();
    boolean asks = now - askedAt >= ASKING_NANOS || quiet(now);
    if (asks) {
      askedAt = now;
    }
    if (millis != compiledMillis || (asks && clock.compiling())) {
      compiledMillis = millis;
      busyAt = now;
    }
  }

  /** When it was last seen busy. */
  public long busyAt() {
    return busyAt;
  }

  /** Whether it has been quiet until the last look, and long enough. */
  public boolean quiet(long now) {
    return now - busyAt >= quietNanos;
  }
}
