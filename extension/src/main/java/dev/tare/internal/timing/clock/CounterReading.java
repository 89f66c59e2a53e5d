package dev.tare.internal.timing.clock;

/**
 * Reading of the counters of the calling thread and of its JVM; or, after {@link #minus}, their
 * advance in a period.
 *
 * @param wallNanos real time, read last
 * @param cpuNanos CPU time of the thread
 * @param starvedNanos time in which the thread was ready to run and had no processor
 * @param otherThreadsNanos CPU time of the other threads of this JVM, without JIT compilers and
 *     garbage collections
 * @param compileMillis time that the JIT compilers worked
 * @param gcMillis time for which garbage collections stopped the program, in real time
 * @param gcCount number of those collections
 * @param bytes bytes that the thread allocated
 */
public record CounterReading(
    long wallNanos,
    long cpuNanos,
    long starvedNanos,
    long otherThreadsNanos,
    long compileMillis,
    long gcMillis,
    long gcCount,
    long bytes,
    long loadedClasses) {

  public static CounterReading now(JvmCounters clock) {
    long starved = clock.starvedNanos();
    long classes = clock.loadedClasses();
    long compile = clock.compileMillis();
    long gc = clock.gcMillis();
    long collections = clock.gcCount();
    long bytes = clock.threadAllocatedBytes();
    long others = clock.processCpuNanos() - 1_000_000 * (compile + gc);
    long cpu = clock.threadCpuNanos();
    return new CounterReading(
        clock.wallNanos(), cpu, starved, others - cpu, compile, gc, collections, bytes, classes);
  }

  public CounterReading minus(CounterReading other) {
    return new CounterReading(
        wallNanos - other.wallNanos,
        cpuNanos - other.cpuNanos,
        Math.max(0, starvedNanos - other.starvedNanos),
        otherThreadsNanos - other.otherThreadsNanos,
        compileMillis - other.compileMillis,
        gcMillis - other.gcMillis,
        gcCount - other.gcCount,
        bytes - other.bytes,
        loadedClasses - other.loadedClasses);
  }

  /**
   * Returns the nanoseconds of the pauses without the time in which other programs had the
   * processors. The collector threads are assumed to get the same share of the processors as the
   * calling thread.
   */
  public double pauseNanos() {
    double nanos = gcMillis * 1e6;
    double between = wallNanos - nanos;
    return between <= 0 ? nanos : nanos * Math.max(0, 1 - starvedNanos / between);
  }

  /** Returns the share of the time for which garbage collections stopped the program. */
  public double gcShare() {
    return wallNanos == 0 ? 0 : gcMillis * 1e6 / wallNanos;
  }
}
