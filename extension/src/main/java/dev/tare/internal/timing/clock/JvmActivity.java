package dev.tare.internal.timing.clock;

/**
 * Activity of the JVM while samples were taken.
 *
 * @param wallNanos length of the period
 * @param starvedNanos time in which the calling thread waited for a processor
 * @param compileMillis time that the JIT compilers worked
 * @param gcMillis time for which garbage collections stopped the program
 * @param cleanupNanos CPU time of the threads that run finalizers and cleaners
 */
public record JvmActivity(
    long wallNanos,
    long starvedNanos,
    long compileMillis,
    long gcMillis,
    long gcCount,
    long loadedClasses,
    long unloadedClasses,
    long cleanupNanos) {

  public static final JvmActivity NONE = new JvmActivity(0, 0, 0, 0, 0, 0, 0, 0);

  /** Reads the counters. */
  public static JvmActivity now(JvmCounters clock) {
    return new JvmActivity(
        clock.wallNanos(),
        clock.starvedNanos(),
        clock.compileMillis(),
        clock.gcMillis(),
        clock.gcCount(),
        clock.loadedClasses(),
        clock.unloadedClasses(),
        clock.cleanupNanos());
  }

  public JvmActivity plus(JvmActivity other) {
    return new JvmActivity(
        wallNanos + other.wallNanos,
        starvedNanos + other.starvedNanos,
        compileMillis + other.compileMillis,
        gcMillis + other.gcMillis,
        gcCount + other.gcCount,
        loadedClasses + other.loadedClasses,
        unloadedClasses + other.unloadedClasses,
        cleanupNanos + other.cleanupNanos);
  }

  public JvmActivity minus(JvmActivity other) {
    return new JvmActivity(
        wallNanos - other.wallNanos,
        starvedNanos - other.starvedNanos,
        compileMillis - other.compileMillis,
        gcMillis - other.gcMillis,
        gcCount - other.gcCount,
        loadedClasses - other.loadedClasses,
        unloadedClasses - other.unloadedClasses,
        cleanupNanos - other.cleanupNanos);
  }

  /** Returns the share of the time for which garbage collections stopped the program. */
  public double gcShare() {
    return wallNanos == 0 ? 0 : gcMillis * 1e6 / wallNanos;
  }

  /** Returns the share of the time for which the calling thread waited for a processor. */
  public double starvedShare() {
    return wallNanos == 0 ? 0 : starvedNanos / (double) wallNanos;
  }

  /** Returns the share of the time for which a compiler worked, possibly while the program ran. */
  public double compileShare() {
    return wallNanos == 0 ? 0 : compileMillis * 1e6 / wallNanos;
  }

  /** Returns the CPU time of finalizers and cleaners as a share of the time. */
  public double cleanupShare() {
    return wallNanos == 0 ? 0 : cleanupNanos / (double) wallNanos;
  }
}
