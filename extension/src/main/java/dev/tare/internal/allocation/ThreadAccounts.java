package dev.tare.internal.allocation;

import com.sun.management.ThreadMXBean;
import dev.tare.internal.allocation.AllocationCounters.TotalReader;
import java.util.Arrays;

/**
 * Computes the bytes allocated between open and close by three groups of threads: the calling one,
 * those that were alive before, and those that started in between.
 *
 * <p>Threads that are alive at the end are read by their own counters. For threads that ended, the
 * JVM keeps only the process total. Their bytes are the growth of that total less the growth of all
 * other threads, which is exact if its two {@linkplain ProcessTotals edges} are consistent.
 *
 * <p>The bytes of a virtual thread are counted on its carrier, so carriers count as started
 * threads, even if they were alive before.
 */
final class ThreadAccounts {

  private final ThreadMXBean bean;
  private final ProcessTotals before;
  private final ProcessTotals after;
  private long[] olderThreads = {};
  private long[] carriers = {};
  private long[] carriersBefore = {};
  private long startedBefore;

  private long callerBytes;
  private long olderThreadBytes;
  private long startedThreadBytes;
  private long endedThreads;
  private boolean carriersAllocated;

  ThreadAccounts(ThreadMXBean bean, TotalReader total) {
    this.bean = bean;
    this.before = new ProcessTotals(bean, total);
    this.after = new ProcessTotals(bean, total);
  }

  /** Starts the interval. */
  void open() {
    // in this order, so that a thread that starts between the two reads counts as ended instead of
    // being missed
    startedBefore = bean.getTotalStartedThreadCount();
    long[] alive = bean.getAllThreadIds();
    carriers = CarrierThreads.liveIds();
    olderThreads = except(alive, carriers);
    carriersBefore = ProcessTotals.medianBytes(bean, carriers);
    before.read(olderThreads);
  }

  /** Ends the interval and computes its figures. */
  void close() {
    callerBytes = bean.getCurrentThreadAllocatedBytes() - before.ownBytes();
    long[] alive = except(bean.getAllThreadIds(), olderThreads);
    long startedThreads = bean.getTotalStartedThreadCount() - startedBefore;
    long endedCarriers = countNotIn(alive, carriers);
    endedThreads = startedThreads - countNotIn(carriers, alive) + endedCarriers;
    addUpStarted(alive);
    after.read(olderThreads);
    olderThreadBytes = growth(before.threads(), after.threads());
  }

  /**
   * Returns the bytes of the calling thread; 0 for a virtual thread, whose bytes are its carrier's.
   */
  long callerBytes() {
    return callerBytes;
  }

  /** Returns whether the JVM counts the calling thread separately. */
  boolean countsCaller() {
    return before.ownBytes() >= 0;
  }

  /** Returns the bytes of the threads that were alive before and still are. */
  long olderThreadBytes() {
    return olderThreadBytes;
  }

  /** Returns the bytes of the live threads that started in between, and of the carriers. */
  long startedThreadBytes() {
    return startedThreadBytes;
  }

  /** Returns whether carriers that were alive before have allocated. */
  boolean carriersAllocated() {
    return carriersAllocated;
  }

  /** Returns the growth of the process total. */
  long totalBytes() {
    // what the calling thread has allocated since the start of close() is not the body's
    return after.totalBytes()
        - before.totalBytes()
        - (after.ownBytes() - before.ownBytes())
        + callerBytes;
  }

  /**
   * Returns whether a thread may have started and ended in between, so that only the total includes
   * it.
   */
  boolean anyStartedEnded() {
    return endedThreads > 0;
  }

  /** Returns whether a thread that was alive before has ended. */
  boolean anyOlderEnded() {
    return Arrays.stream(after.threads()).anyMatch(bytes -> bytes < 0);
  }

  /** Returns whether a counter decreased, so that one of the two readings is wrong. */
  boolean anyCounterDecreased() {
    long[] from = before.threads();
    long[] to = after.threads();
    for (int i = 0; i < from.length; i++) {
      if (to[i] >= 0 && to[i] < from[i]) {
        return true;
      }
    }
    return false;
  }

  /** Returns whether the total includes all bytes, because it was not stalled at the start. */
  boolean isTotalComplete() {
    return before.consistent();
  }

  /** Returns whether the total is exact, because both edges are consistent. */
  boolean isTotalExact() {
    return before.consistent() && after.consistent();
  }

  private void addUpStarted(long[] alive) {
    long[] bytes = ProcessTotals.medianBytes(bean, alive);
    startedThreadBytes = 0;
    carriersAllocated = false;
    for (int i = 0; i < alive.length; i++) {
      if (bytes[i] < 0) {
        endedThreads++; // it was listed, but ended before its counter was read
      }
      int carrier = indexOf(carriers, alive[i]);
      long bytesBefore = carrier < 0 ? 0 : carriersBefore[carrier];
      long growth = Math.max(0, bytes[i] - bytesBefore);
      carriersAllocated |= carrier >= 0 && growth > 0;
      startedThreadBytes += growth;
    }
  }

  /** Returns the sum of the growth of the counters that have both values. */
  private static long growth(long[] from, long[] to) {
    long growth = 0;
    for (int i = 0; i < from.length; i++) {
      if (from[i] >= 0 && to[i] >= 0) {
        growth += Math.max(0, to[i] - from[i]);
      }
    }
    return growth;
  }

  /** Returns the identifiers without the excluded ones and that of the calling thread. */
  private static long[] except(long[] ids, long[] excluded) {
    long caller = Thread.currentThread().getId();
    return Arrays.stream(ids).filter(id -> id != caller && indexOf(excluded, id) < 0).toArray();
  }

  private static long countNotIn(long[] known, long[] ids) {
    return Arrays.stream(ids).filter(id -> indexOf(known, id) < 0).count();
  }

  private static int indexOf(long[] ids, long id) {
    for (int i = 0; i < ids.length; i++) {
      if (ids[i] == id) {
        return i;
      }
    }
    return -1;
  }
}
