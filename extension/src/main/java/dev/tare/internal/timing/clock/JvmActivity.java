package dev.tare.internal.timing.clock;

/**
 * Activity of the JVM while samples were taken.
 *
 * @param wallNanos length of the period
 * @param starvedNanos time in which the calling thread waited for a processor
 * @param compileMillis time that the JIT compilers worked
 * @param gcMillis time for which garbage collections stopped the program
 */
public record JvmActivity(
    long wallNanos,
    long starvedNanos,
    long compileMillis,
    long gcMillis,
    long gcCount,
    long loadedClasses) {

  public static final JvmActivity NONE = new JvmActivity(0, 0, 0, 0, 0, 0);

  /** Reads the counters. */
  public static JvmActivity now(JvmCounters clock) {
    return new JvmActivity(
        clock.wallNanos(),
        clock.starvedNanos(),
        clock.compileMillis(),
        clock.gcMillis(),
        clock.gcCount(),
        clock.loadedClasses());
  }

  public JvmActivity plus(JvmActivity other) {
    return new JvmActivity(
        wallNanos + other.wallNanos,
        starvedNanos + other.starvedNanos,
        compileMillis + other.compileMillis,
        gcMillis + other.gcMillis,
        gcCount + other.gcCount,
        loadedClasses + other.loadedClasses);
  }

  public JvmActivity minus(JvmActivity other) {
    return new JvmActivity(
        wallNanos - other.wallNanos,
        starvedNanos - other.starvedNanos,
        compileMillis - other.compileMillis,
        gcMillis - other.gcMillis,
        gcCount - other.gcCount,
        loadedClasses - other.loadedClasses);
  }

  /** Returns the share of the time for which garbage collections stopped the program. */
  public double gcShare() {
    return wallNanos == 0 ? 0 : gcMillis * 1e6 / wallNanos;
  }
}
