package dev.tare.internal.allocation;

import com.sun.management.ThreadMXBean;
import java.lang.invoke.MethodHandle;
import java.lang.invoke.MethodHandles;
import java.lang.invoke.MethodType;
import java.lang.management.ManagementFactory;
import java.util.Optional;

/** The allocation counters of this JVM. */
public final class AllocationCounters {

  // looked up once, because that takes longer than a reading
  private static final java.lang.management.ThreadMXBean THREADS =
      ManagementFactory.getThreadMXBean();

  private AllocationCounters() {}

  /** Returns a counter of the calling thread's bytes; empty if this JVM does not count them. */
  public static Optional<AllocationCounter> currentThread() {
    return bean().map(CurrentThreadCounter::new);
  }

  /** Returns a counter of the bytes of all threads; empty if this JVM has no total. */
  public static Optional<AllocationCounter> allThreads() {
    return bean()
        .flatMap(bean -> otherThreadBytes().map(others -> new AllThreadsCounter(bean, others)));
  }

  /**
   * Returns a number whose long value is the bytes that the calling thread has allocated so far;
   * negative on a virtual thread. Empty if this JVM does not count them.
   */
  public static Optional<Number> threadBytes() {
    return bean().map(ThreadBytes::new);
  }

  /** Returns the reader of the bytes of other threads; empty if this JVM has no total. */
  public static Optional<OtherThreadBytes> otherThreadBytes() {
    return bean().flatMap(bean -> total(bean).map(total -> new OtherThreadBytes(bean, total)));
  }

  /**
   * Returns the bytes that all threads but the calling one have allocated so far, those of ended
   * threads included; 0 if this JVM has no total. May be off by the size of some thread buffers
   * while other threads allocate.
   */
  static long bytesElsewhere() {
    return otherThreadBytes().map(others -> others.estimate(false)).orElse(0L);
  }

  /**
   * Returns the bytes that all threads have allocated so far, those of ended threads included; 0 if
   * this JVM has no total. May be off by the size of some thread buffers while threads allocate.
   */
  public static long bytesOfAllThreads() {
    return bean().flatMap(AllocationCounters::total).map(TotalReader::read).orElse(0L);
  }

  /**
   * Returns whether this JVM counts the bytes of the calling thread; false for a virtual thread.
   */
  public static boolean countThisThread() {
    return bean().filter(bean -> bean.getCurrentThreadAllocatedBytes() >= 0).isPresent();
  }

  /**
   * The reason why there is no counter, and the remedy.
   *
   * @param reason a phrase for a message
   * @param remedy the line that makes the JVM count, or a JVM that does
   */
  public record Absence(String reason, String remedy) {}

  /**
   * Returns the reason why {@link #currentThread()} is empty or counts nothing. Do not call it if
   * the counter works.
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

  /** Returns the bean that counts, if this JVM has one and counting is enabled. */
  static Optional<ThreadMXBean> bean() {
    return THREADS instanceof ThreadMXBean bean
            && bean.isThreadAllocatedMemorySupported()
            && bean.isThreadAllocatedMemoryEnabled()
        ? Optional.of(bean)
        : Optional.empty();
  }

  /**
   * Returns a reader of the process total; empty if this JVM has none. The method is in the API
   * since JDK 21, and in 17 since update 11, so it is looked up by name.
   */
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

  /** Counts the bytes of the calling thread with the JVM's own counter, exact to the byte. */
  private static final class CurrentThreadCounter implements AllocationCounter {

    private final ThreadMXBean bean;
    private long before;

    CurrentThreadCounter(ThreadMXBean bean) {
      this.bean = bean;
    }

    @Override
    public void open() {
      before = bean.getCurrentThreadAllocatedBytes();
    }

    @Override
    public long close() {
      long after = bean.getCurrentThreadAllocatedBytes();
      return before < 0 || after < 0 ? -1 : after - before;
    }

    @Override
    public String covers() {
      return "this thread only";
    }
  }

  /** Reads the allocated bytes of all threads, ended ones included, without boxing. */
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
