package dev.tare.internal.allocation;

import com.sun.management.ThreadMXBean;
import java.lang.invoke.MethodHandle;
import java.lang.invoke.MethodHandles;
import java.lang.invoke.MethodType;
import java.lang.management.ManagementFactory;
import java.util.Optional;

/** The counters that this JVM has. */
public final class AllocationCounters {

  // To look for it takes longer than to read it, and there is one.
  private static final java.lang.management.ThreadMXBean THREADS =
      ManagementFactory.getThreadMXBean();

  private AllocationCounters() {}

  /** What the calling thread allocates; empty if this JVM does not count it. */
  public static Optional<AllocationCounter> currentThread() {
    return bean().map(CurrentThreadCounter::new);
  }

  /**
   * What the calling thread and the threads that are started between open and close allocate, ended
   * threads included; empty if this JVM does not count it.
   */
  public static Optional<AllocationCounter> startedThreads() {
    return bean().flatMap(bean -> total(bean).map(total -> new StartedThreadsCounter(bean, total)));
  }

  /** What all threads of the JVM allocate; empty if this JVM does not count it. */
  public static Optional<AllocationCounter> process() {
    return bean().flatMap(bean -> total(bean).map(total -> new ProcessCounter(bean, total)));
  }

  /**
   * What the thread that asks has allocated so far, as a long that is read anew each time; negative
   * on a virtual thread. Empty if this JVM does not count it.
   */
  public static Optional<Number> threadBytes() {
    return bean().map(ThreadBytes::new);
  }

  /** Whether the calling thread is one whose bytes this JVM counts, which no virtual thread is. */
  public static boolean countThisThread() {
    return bean().filter(bean -> bean.getCurrentThreadAllocatedBytes() >= 0).isPresent();
  }

  /**
   * Why there is no counter, and the one line to add.
   *
   * @param reason for a person to read
   * @param remedy what makes the JVM count, or names one that does
   */
  public record Absence(String reason, String remedy) {}

  /**
   * Why {@link #currentThread()} is empty or counts nothing; of a counter that counts it says
   * nothing.
   */
  public static Absence absence() {
    if (bean().isPresent()) {
      return new Absence(
          "this thread's bytes are not counted, as for every virtual thread",
          "run the test on a platform thread");
    }
    return THREADS instanceof ThreadMXBean bean && bean.isThreadAllocatedMemorySupported()
        ? new Absence(
            "something has switched this JVM's counting of allocated bytes off",
            "switch it on: ((com.sun.management.ThreadMXBean) ManagementFactory.getThreadMXBean())"
                + ".setThreadAllocatedMemoryEnabled(true);")
        : new Absence("this JVM does not count allocated bytes", "run on a HotSpot JVM");
  }

  /** The bean that counts, if this JVM has one and counting is on. */
  static Optional<ThreadMXBean> bean() {
    return THREADS instanceof ThreadMXBean bean
            && bean.isThreadAllocatedMemorySupported()
            && bean.isThreadAllocatedMemoryEnabled()
        ? Optional.of(bean)
        : Optional.empty();
  }

  // in the API since JDK 21, in 17 since update 11, so not known to the compiler
  static Optional<TotalReader> total(ThreadMXBean bean) {
    try {
      MethodHandle handle =
          MethodHandles.publicLookup()
              .findVirtual(
                  ThreadMXBean.class,
                  "getTotalThreadAllocatedBytes",
                  MethodType.methodType(long.class))
              .bindTo(bean);
      return Optional.of(new TotalReader(handle));
    } catch (NoSuchMethodException | IllegalAccessException e) {
      return Optional.empty();
    }
  }

  /** Reads the total of all threads, ended ones included, without boxing. */
  record TotalReader(MethodHandle handle) {

    long read() {
      try {
        return (long) handle.invokeExact();
      } catch (Throwable e) {
        throw new IllegalStateException("the JVM refused its own allocation total", e);
      }
    }
  }
}
