package dev.tare.internal.timing.clock;

/** Clocks and counters of the JVM; tests simulate them. */
public interface JvmCounters {

  /** Returns nanoseconds of real time since an arbitrary moment. */
  long wallNanos();

  /**
   * Returns the CPU time of the calling thread in nanoseconds; constant if the JVM does not report
   * it.
   */
  long threadCpuNanos();

  /**
   * Returns the nanoseconds in which the calling thread was ready to run and had no processor;
   * constant if the operating system does not report it. A reading takes about a microsecond.
   */
  long starvedNanos();

  /**
   * Returns the CPU time of all threads of this JVM in nanoseconds; constant if the JVM does not
   * report it. May advance in steps of 10 ms.
   */
  default long processCpuNanos() {
    return 0;
  }

  /** Returns whether the operating system reports {@link #starvedNanos()}. */
  default boolean reportsStarvation() {
    return true;
  }

  /**
   * Returns the bytes that the calling thread has allocated; constant if the JVM does not report
   * it.
   */
  long threadAllocatedBytes();

  /** Returns whether the JVM reports the bytes that a thread has allocated. */
  default boolean reportsAllocation() {
    return true;
  }

  /** Returns the milliseconds that the JIT compilers have worked; constant without a JIT. */
  long compileMillis();

  /**
   * Returns whether compilations are running or queued; false if the JVM does not report it. The
   * query stops the program for some microseconds, so it must not run while something is timed.
   */
  boolean isCompiling();

  /** Returns the milliseconds for which garbage collections have stopped the program. */
  long gcMillis();

  /** Returns the number of garbage collections that stopped the program. */
  long gcCount();

  /** Returns the number of classes loaded since the JVM started. */
  long loadedClasses();

  /**
   * Discards the compiled code of the application's classes, so that the JIT compiles them again.
   *
   * @return whether this JVM could discard it
   */
  boolean discardCompiledCode();

  /** Returns the counters of this JVM. */
  static JvmCounters ofThisJvm() {
    return new LiveJvmCounters();
  }
}
