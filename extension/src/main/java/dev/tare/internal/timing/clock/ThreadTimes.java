package dev.tare.internal.timing.clock;

/**
 * Snapshot of the counters of the calling thread and of garbage collection pauses; or, after {@link
 * #minus}, their advance in a period.
 *
 * @param starvedNanos time in which the thread was ready to run and had no processor
 * @param otherThreadsNanos CPU time of the other threads of this JVM, without JIT compilers and
 *     garbage collections
 * @param gcMillis time for which garbage collections stopped the program
 * @param bytes bytes that the thread allocated
 */
public record ThreadTimes(
    long wallNanos,
    long cpuNanos,
    long starvedNanos,
    long otherThreadsNanos,
    long gcMillis,
    long bytes) {

  public static ThreadTimes now(JvmCounters clock) {
    long starved = clock.starvedNanos();
    long gc = clock.gcMillis();
    long bytes = clock.threadAllocatedBytes();
    long others = clock.processCpuNanos() - 1_000_000 * (clock.compileMillis() + gc);
    long cpu = clock.threadCpuNanos();
    return new ThreadTimes(clock.wallNanos(), cpu, starved, others - cpu, gc, bytes);
  }

  public ThreadTimes minus(ThreadTimes other) {
    return new ThreadTimes(
        wallNanos - other.wallNanos,
        cpuNanos - other.cpuNanos,
        Math.max(0, starvedNanos - other.starvedNanos),
        otherThreadsNanos - other.otherThreadsNanos,
        gcMillis - other.gcMillis,
        bytes - other.bytes);
  }
}
