package dev.tare.internal.timing.clock;

/**
 * Snapshot of the clocks that show how long the calling thread works.
 *
 * @param cpuNanos CPU time of the thread; constant if the JVM does not report it
 * @param starvedNanos time in which the thread was ready to run and had no processor
 */
public record WorkTime(long wallNanos, long cpuNanos, long starvedNanos) {

  /** Reads the clocks before a call, the slowest one first. */
  public static WorkTime before(JvmCounters clock) {
    long starved = clock.starvedNanos();
    long cpu = clock.threadCpuNanos();
    return new WorkTime(clock.wallNanos(), cpu, starved);
  }

  /** Reads the clocks after a call, the slowest one last. */
  public static WorkTime after(JvmCounters clock) {
    long wall = clock.wallNanos();
    long cpu = clock.threadCpuNanos();
    return new WorkTime(wall, cpu, clock.starvedNanos());
  }
}
