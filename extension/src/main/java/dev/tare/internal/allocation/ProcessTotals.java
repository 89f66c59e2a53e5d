package dev.tare.internal.allocation;

import com.sun.management.ThreadMXBean;
import dev.tare.internal.allocation.AllocationCounters.TotalReader;
import org.jspecify.annotations.Nullable;

/**
 * One edge of a measured interval: the process total, the calling thread's bytes and those of
 * chosen threads, read at one moment if possible.
 *
 * <p>The three cannot be read at one instant, and the total is unreliable while other threads
 * allocate:
 *
 * <ul>
 *   <li>The JVM adds up running threads without stopping them and may count a thread's buffer
 *       twice.
 *   <li>The total never decreases. After such a reading it stalls until the real total has caught
 *       up.
 * </ul>
 *
 * <p>So the total is read twice, with the threads in between. The edge is consistent if the total
 * grew by exactly what the reading itself allocated: then no other thread allocated, and the total
 * is not stalled.
 */
final class ProcessTotals {

  // if other threads are idle, the first attempt succeeds; if they are not, hardly any does
  private static final int MAX_ATTEMPTS = 32;

  // a stalled total is ahead by a few thread buffers, which are megabytes
  private static final int CATCH_UP_BYTES = 1024 * 1024;

  private static final long[] NO_THREADS = {};

  private final ThreadMXBean bean;
  private final TotalReader total;

  private long[] threads = {};
  private long totalBytes;
  private long ownBytes;
  private boolean consistent;
  private boolean stalled;

  @SuppressWarnings("UnusedVariable") // keeps the JIT from removing the allocation
  private byte @Nullable [] catchUp;

  ProcessTotals(ThreadMXBean bean, TotalReader total) {
    this.bean = bean;
    this.total = total;
  }

  /**
   * Reads all figures, repeatedly until they are consistent or all attempts have failed.
   *
   * @param ids identifiers of the chosen threads
   */
  void read(long[] ids) {
    consistent = false;
    for (int i = 0; i < MAX_ATTEMPTS && !consistent; i++) {
      if (stalled) {
        // before the readings, because the last attempt's allocation would count as the body's
        catchUp = new byte[CATCH_UP_BYTES];
      }
      readOnce(ids, true);
    }
    stalled = false;
    catchUp = null;
    if (!consistent) {
      threads = medianBytes(bean, ids);
      totalBytes = total.read();
      ownBytes = bean.getCurrentThreadAllocatedBytes();
    }
  }

  /**
   * Returns the bytes of all threads but the calling one; negative if others allocate all the time.
   *
   * @param stopsThreads whether to stop all threads for a moment; otherwise this takes
   *     microseconds, and a thread that is being removed may be missed
   */
  long readOthers(boolean stopsThreads) {
    consistent = false;
    for (int i = 0; i < MAX_ATTEMPTS && !consistent; i++) {
      if (stalled) {
        catchUp = new byte[CATCH_UP_BYTES];
      }
      readOnce(NO_THREADS, stopsThreads);
    }
    stalled = false;
    catchUp = null;
    return consistent ? totalBytes - ownBytes : -1;
  }

  private void readOnce(long[] ids, boolean stopsThreads) {
    long ownBefore = bean.getCurrentThreadAllocatedBytes();
    long totalBefore = total.read();
    readFigures(ids);
    consistent = matchesOwnGrowth(totalBefore, ownBefore);
    if (consistent && stopsThreads) {
      // Stops all threads for a moment. Otherwise a thread that is being removed, which the total
      // misses, or a buffer that is counted twice could be so in all readings. Costly if other
      // threads run.
      bean.findMonitorDeadlockedThreads();
      readFigures(ids);
      consistent = matchesOwnGrowth(totalBefore, ownBefore);
    }
    stalled = !consistent && totalBytes - totalBefore < ownBytes - ownBefore;
  }

  private void readFigures(long[] ids) {
    threads = bean.getThreadAllocatedBytes(ids);
    totalBytes = total.read();
    ownBytes = bean.getCurrentThreadAllocatedBytes();
  }

  private boolean matchesOwnGrowth(long totalBefore, long ownBefore) {
    long ownGrowth = ownBytes - ownBefore;
    return ownGrowth > 0 && totalBytes - totalBefore == ownGrowth;
  }

  /** Returns whether all figures belong to one moment. */
  boolean consistent() {
    return consistent;
  }

  /** Returns the bytes of all threads, ended ones included. */
  long totalBytes() {
    return totalBytes;
  }

  /**
   * Returns the bytes of the calling thread after the last reading; negative if the JVM does not
   * count them.
   */
  long ownBytes() {
    return ownBytes;
  }

  /**
   * Returns the bytes of each chosen thread, in their order; negative for one that is not alive.
   */
  long[] threads() {
    return threads;
  }

  /**
   * Returns the median of three readings of each thread's counter.
   *
   * <p>The JVM adds the used part of a thread's buffer to its count so far without stopping the
   * thread. A reading while the thread retires its buffer includes that buffer twice or not at all:
   * up to some megabytes, for as long as the thread then has no processor. Between the readings all
   * threads are stopped at a safepoint, which no thread reaches while it retires a buffer, so at
   * most one of the three is wrong.
   *
   * @return bytes in the order of the identifiers; negative for a thread that has ended
   */
  static long[] medianBytes(ThreadMXBean bean, long[] ids) {
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
        third[i] = median(first[i], second[i], third[i]);
      }
    }
    return third;
  }

  private static long median(long a, long b, long c) {
    return Math.max(Math.min(a, b), Math.min(Math.max(a, b), c));
  }
}
