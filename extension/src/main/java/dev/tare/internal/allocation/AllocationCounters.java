package dev.tare.internal.allocation;

import com.sun.management.ThreadMXBean;
import java.lang.invoke.MethodHandle;
import java.lang.invoke.MethodHandles;
import java.lang.invoke.MethodType;
import java.lang.management.ManagementFactory;
import java.util.Optional;

/** The counters that this JVM has. */
public final class AllocationCounters {

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
    return bean().flatMap(AllocationCounters::total).map(ProcessCounter::new);
  }

  /** The bean that counts, if this JVM has one and counting is on. */
  static Optional<ThreadMXBean> bean() {
    return ManagementFactory.getThreadMXBean() instanceof ThreadMXBean bean
            && bean.isThreadAllocatedMemorySupported()
            && bean.isThreadAllocatedMemoryEnabled()
        ? Optional.of(bean)
        : Optional.empty();
  }

  // in the API since JDK 21, in 17 since update 11, so not known to the compiler
  private static Optional<TotalReader> total(ThreadMXBean bean) {
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
