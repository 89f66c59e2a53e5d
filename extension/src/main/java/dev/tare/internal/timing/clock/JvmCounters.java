package dev.tare.internal.timing.clock;

import java.util.List;

/** What the JVM tells about time and about what else it does; a test can simulate it. */
public interface JvmCounters {

  /** Nanoseconds of real time since an arbitrary moment. */
  long wallNanos();

  /**
   * Nanoseconds for which a processor has worked for the calling thread; always the same number
   * where the JVM cannot tell.
   */
  long threadCpuNanos();

  /**
   * Nanoseconds for which the calling thread could have worked and was given no processor; always
   * the same number where the operating system does not tell. Reading it costs about a microsecond.
   */
  long starvedNanos();

  /**
   * Nanoseconds for which processors have worked for all threads of this JVM; always the same
   * number where the JVM does not report it. May advance in steps of 10 ms.
   */
  default long processCpuNanos() {
    return 0;
  }

  /** Whether the operating system reports {@link #starvedNanos()}. */
  default boolean tellsStarved() {
    return true;
  }

  /**
   * Bytes that the calling thread has allocated; always the same number where the JVM cannot tell.
   */
  long threadAllocatedBytes();

  /** Bytes of the heap that are in use, garbage included. */
  long heapUsedBytes();

  /** Bytes of the heap that the operating system has promised. */
  long heapCommittedBytes();

  /**
   * How often the calling thread was given a page of memory when it used it for the first time;
   * less than 0 where the operating system does not tell. Reading it costs some microseconds.
   */
  long pageFaults();

  /** Milliseconds that the JIT compilers have worked; always the same number without a JIT. */
  long compileMillis();

  /**
   * Whether compilations are under way or wait for a compiler; never where the JVM does not tell.
   * Asking stops the program for some microseconds, so nothing is timed meanwhile.
   */
  boolean compiling();

  /** Milliseconds for which garbage collections have stopped the program. */
  long gcMillis();

  /** The number of those collections. */
  long gcCount();

  /** The number of classes loaded since the JVM started. */
  long loadedClasses();

  /**
   * Discards what the JIT has compiled of the application's classes, so that it is compiled anew.
   *
   * @return whether this JVM could
   */
  boolean discardCompiledCode();

  /** Tells how fast the processor core is; always the same one. */
  CoreSpeedProbe core();

  /**
   * Nanoseconds that a fixed piece of arithmetic took at best beside what was timed; infinite if
   * that was not asked for. On cores of one kind that do their best it is the same in all JVMs,
   * once the JIT has compiled it.
   */
  default double bestCoreNanos() {
    return core().best();
  }

  /** What is learnt of the core is shared with other benchmarks of the run, and theirs with it. */
  default void share(SharedCoreSpeed known) {
    core().share(known);
  }

  /** Tells whether the heap takes new memory; always the same one. */
  HeapGrowthWatch heap();

  /** The arguments that the JVM was started with: agents may slow it down. */
  List<String> jvmArguments();

  /** The options of the JVM that change how fast code runs. */
  JvmOptions jvmOptions();

  /** The clock of this JVM. */
  static JvmCounters ofThisJvm() {
    return new LiveJvmCounters();
  }
}
