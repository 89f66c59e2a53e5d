package dev.tare.internal.call;

import java.lang.management.ManagementFactory;
import java.lang.management.ThreadMXBean;
import org.jspecify.annotations.Nullable;

/** What breaks a promise on purpose: bytes and time of a call. */
public final class Faults {

  private static final int BLOCK = 1 << 20;

  /** Least number of bytes of an object with one reference, whatever the object layout. */
  private static final int LINK_BYTES = 16;

  /** A thread's CPU time is read from here on; the reading takes part of a microsecond. */
  private static final double CPU_FROM_NANOS = 1e5;

  @SuppressWarnings("unused") // keeps the JIT from removing the allocation
  private static volatile byte @Nullable [] latest;

  private Faults() {}

  /** Returns the length of an array of at least a number of bytes, if there is one. */
  public static int arrayLength(double bytes) {
    return (int) Math.min(bytes, Integer.MAX_VALUE - 8);
  }

  /** An object of which no annotation can name a supertype, other than Object, to leave it out. */
  private static final class Link {

    @SuppressWarnings({"unused", "FieldCanBeLocal"}) // leads to the other objects
    private final @Nullable Link next;

    Link(@Nullable Link next) {
      this.next = next;
    }
  }

  /** Returns the first of linked objects that have at least a number of bytes in all. */
  public static Object linked(double bytes) {
    if (bytes > Runtime.getRuntime().maxMemory()) {
      throw new OutOfMemoryError("a limit above the heap");
    }
    Link first = new Link(null);
    for (double left = bytes; left > 0; left -= LINK_BYTES) {
      first = new Link(first);
    }
    return first;
  }

  /** Allocates at least a number of bytes. */
  public static void allocate(double bytes) {
    for (double left = bytes; left > 0; left -= BLOCK) {
      latest = new byte[(int) Math.min(left, BLOCK)];
    }
    latest = null;
  }

  /** Computes for a time, on the clock and, if it is long, as CPU time of this thread. */
  public static void spin(double nanos) {
    ThreadMXBean threads = ManagementFactory.getThreadMXBean();
    boolean readsCpu =
        nanos >= CPU_FROM_NANOS
            && threads.isCurrentThreadCpuTimeSupported()
            && threads.isThreadCpuTimeEnabled();
    long cpu = readsCpu ? threads.getCurrentThreadCpuTime() : 0;
    long start = System.nanoTime();
    while (System.nanoTime() - start < nanos
        || (readsCpu && threads.getCurrentThreadCpuTime() - cpu < nanos)) {
      Thread.onSpinWait();
    }
  }
}
