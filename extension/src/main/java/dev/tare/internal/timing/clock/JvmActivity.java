package dev.tare.internal.timing.clock;

/**
 * What the JVM did while samples were taken.
 *
 * @param wallNanos how long that was
 * @param starvedNanos for how much of it the calling thread waited for a processor
 * @param compileMillis how long the JIT compilers worked
 * @param gcMillis how long garbage collections stopped the program
 * @param gcCount how many they were
 * @param loadedClasses how many classes were loaded
 */
public record JvmActivity(
    long wallNanos,
    long starvedNanos,
    long compileMillis,
    long gcMillis,
    long gcCount,
    long loadedClasses) {

  public static final JvmActivity NONE = new JvmActivity(0, 0, 0, 0, 0, 0);

  /** The counters as they stand. */
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

  /** The share of the time for which garbage collections stopped the program. */
  public double gcShare() {
    return wallNanos == 0 ? 0 : gcMillis * 1e6 / wallNanos;
  }

  /** The share of the time for which the calling thread waited for a processor. */
  public double starvedShare() {
    return wallNanos == 0 ? 0 : starvedNanos / (double) wallNanos;
  }

  /** The share of the time for which a compiler worked, perhaps beside the program. */
  public double compileShare() {
    return wallNanos == 0 ? 0 : compileMillis * 1e6 / wallNanos;
  }
}
