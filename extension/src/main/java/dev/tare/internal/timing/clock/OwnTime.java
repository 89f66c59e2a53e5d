package dev.tare.internal.timing.clock;

/**
 * Counters of the time that the calling thread works, at one moment.
 *
 * @param wallNanos real time
 * @param cpuNanos CPU time of the thread; always the same number where the JVM does not report it
 * @param starvedNanos time in which the thread was ready to run and had no processor
 */
public record OwnTime(long wallNanos, long cpuNanos, long starvedNanos) {

  /** Reads the clocks before a call, the slowest one first. */
  public static OwnTime before(Clock clock) {
    long starved = clock.starvedNanos();
    long cpu = clock.threadCpuNanos();
    return new OwnTime(clock.wallNanos(), cpu, starved);
  }

  /** Reads the clocks after a call, the slowest one last. */
  public static OwnTime after(Clock clock) {
    long wall = clock.wallNanos();
    long cpu = clock.threadCpuNanos();
    return new OwnTime(wall, cpu, clock.starvedNanos());
  }

  /**
   * Returns CPU time where it advanced, otherwise real time in which the thread was not starved.
   */
  public long since(OwnTime from) {
    long cpu = cpuNanos - from.cpuNanos;
    long wall = wallNanos - from.wallNanos - Math.max(0, starvedNanos - from.starvedNanos);
    return cpu > 0 ? cpu : Math.max(0, wall);
  }
}
