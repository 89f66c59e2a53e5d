package dev.tare.internal.allocation;

import com.sun.management.ThreadMXBean;
import dev.tare.internal.allocation.AllocationCounters.TotalReader;
import org.jspecify.annotations.Nullable;

/**
 * One side of a bracket: the process total, the calling thread's own bytes and those of chosen
 * threads, as of one moment where that can be had.
 *
 * <p>The three cannot be read at one instant, and the total alone is not to be trusted while other
 * threads allocate: the JVM adds up running threads without stopping them, may count a thread's
 * buffer twice, and never answers less than it once did, so that after such a reading it stands
 * still until the truth has caught up. So it is read twice, with the threads in between, and the
 * edge is sharp when it grew by just what the reading itself allocated: then nobody else allocated,
 * and it does not stand still.
 */
final class ProcessTotals {

  // where others rest the first attempt is sharp; where they do not, hardly any is
  private static final int ATTEMPTS = 32;

  // a total that stands still is ahead by a few thread buffers: megabytes
  private static final int CATCH_UP = 1024 * 1024;

  private final ThreadMXBean bean;
  private final TotalReader total;

  private long[] threads = {};
  private long totalBytes;
  private long ownBytes;
  private boolean sharp;
  private boolean standsStill;

  @SuppressWarnings("UnusedVariable") // keeps the JIT from removing the allocation
  private byte @Nullable [] catchUp;

  ProcessTotals(ThreadMXBean bean, TotalReader total) {
    this.bean = bean;
    this.total = total;
  }

  void read(long[] ids) {
    sharp = false;
    for (int i = 0; i < ATTEMPTS && !sharp; i++) {
      if (standsStill) {
        // before the readings: what the last attempt allocated would count as the body's
        catchUp = new byte[CATCH_UP];
      }
      readOnce(ids);
    }
    standsStill = false;
    if (!sharp) {
      threads = settledBytes(bean, ids);
      totalBytes = total.read();
      ownBytes = bean.getCurrentThreadAllocatedBytes();
    }
  }

  private void readOnce(long[] ids) {
    long firstOwn = bean.getCurrentThreadAllocatedBytes();
    long firstTotal = total.read();
    readAll(ids);
    sharp = follows(firstTotal, firstOwn);
    if (sharp) {
      // stops all threads for a moment, so that none can be just about to be removed in all
      // readings,
      // when the total misses it, nor have its buffer counted twice in all; costly where others run
      bean.findMonitorDeadlockedThreads();
      readAll(ids);
      sharp = follows(firstTotal, firstOwn);
    }
    standsStill = !sharp && totalBytes - firstTotal < ownBytes - firstOwn;
  }

  private void readAll(long[] ids) {
    threads = bean.getThreadAllocatedBytes(ids);
    totalBytes = total.read();
    ownBytes = bean.getCurrentThreadAllocatedBytes();
  }

  private boolean follows(long firstTotal, long firstOwn) {
    long own = ownBytes - firstOwn;
    return own > 0 && totalBytes - firstTotal == own;
  }

  /** Whether all figures are those of one moment. */
  boolean sharp() {
    return sharp;
  }

  /** Bytes of all threads, ended ones included. */
  long totalBytes() {
    return totalBytes;
  }

  /**
   * Bytes of the calling thread at the end of the edge; negative if the JVM does not count them.
   */
  long ownBytes() {
    return ownBytes;
  }

  /** Bytes of each of the chosen threads, in their order; negative for one that is not alive. */
  long[] threads() {
    return threads;
  }

  /**
   * Reads counters of running threads so that a buffer which a thread retires meanwhile counts
   * once.
   *
   * <p>The JVM adds the used part of a thread's buffer to what it has counted so far without
   * stopping the thread. A reading while the thread retires its buffer has that buffer twice or not
   * at all: up to some megabytes, for as long as the thread has no processor then. So each counter
   * is read three times and the value in the middle counts. Between the readings all threads are
   * stopped once, which no thread is while it retires a buffer.
   *
   * @return bytes in the order of the identifiers; negative for a thread that has ended
   */
  static long[] settledBytes(ThreadMXBean bean, long[] ids) {
    if (ids.length == 0) {
      return ids;
    }
    long[] first = bean.getThreadAllocatedBytes(ids);
    bean.findMonitorDeadlockedThreads(); // stops all threads
    long[] second = bean.getThreadAllocatedBytes(ids);
    bean.findMonitorDeadlockedThreads();
    long[] third = bean.getThreadAllocatedBytes(ids);
    for (int i = 0; i < ids.length; i++) {
      if (third[i] >= 0) {
        third[i] = middle(first[i], second[i], third[i]);
      }
    }
    return third;
  }

  private static long middle(long one, long two, long three) {
    return Math.max(Math.min(one, two), Math.min(Math.max(one, two), three));
  }
}
