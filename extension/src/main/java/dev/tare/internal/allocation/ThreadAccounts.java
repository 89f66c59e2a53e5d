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
 * other threads, which is exact if its two {@linkplain ProcessTotals edges} are sharp.
 *
 * <p>The bytes of a virtual thread are counted on its carrier, so carriers count as started
 * threads, even if they were alive before.
 */
final class ThreadAccounts {

  private final ThreadMXBean bean;
  private final ProcessTotals before;
  private final ProcessTotals after;
  private long[] others = {};
  private long[] carriers = {};
  private long[] carriersBefore = {};
  private long startedBefore;

  private long own;
  private long elsewhere;
  private long started;
  private long ended;
  private long unread;
  private boolean carriersAllocated;

  ThreadAccounts(ThreadMXBean bean, TotalReader total) {
    this.bean = bean;
    this.before = new ProcessTotals(bean, total);
    this.after = new ProcessTotals(bean, total);
  }

  void open() {
    // in this order, so that a thread that starts between the two reads counts as ended instead of
    // being missed
    startedBefore = bean.getTotalStartedThreadCount();
    long[] alive = bean.getAllThreadIds();
    carriers = CarrierThreads.alive();
    others = except(alive, carriers);
    carriersBefore = ProcessTotals.settledBytes(bean, carriers);
    before.read(others);
  }

  void close() {
    own = bean.getCurrentThreadAllocatedBytes() - before.ownBytes();
    long[] alive = except(bean.getAllThreadIds(), others);
    ended = bean.getTotalStartedThreadCount() - startedBefore - notIn(carriers, alive);
    ended += notIn(alive, carriers);
    started = startedBytes(alive);
    ended += unread;
    after.read(others);
    elsewhere = grown(before.threads(), after.threads());
  }

  /**
   * Returns the bytes of the calling thread; 0 for a virtual thread, whose bytes are its carrier's.
   */
  long own() {
    return own;
  }

  /** Returns whether the JVM counts the calling thread separately. */
  boolean countsOwn() {
    return before.ownBytes() >= 0;
  }

  /** Returns the bytes of the threads that were alive before and still are. */
  long elsewhere() {
    return elsewhere;
  }

  /** Returns the bytes of the live threads that started in between, and of the carriers. */
  long started() {
    return started;
  }

  /** Returns whether carriers that were alive before have allocated. */
  boolean carriersAllocated() {
    return carriersAllocated;
  }

  /** Returns the growth of the process total. */
  long total() {
    return after.totalBytes() - before.totalBytes() - (after.ownBytes() - before.ownBytes()) + own;
  }

  /**
   * Returns whether a thread may have started and ended in between, so that only the total includes
   * it.
   */
  boolean anyEnded() {
    return ended > 0;
  }

  /** Returns whether a thread that was alive before has ended. */
  boolean otherEnded() {
    return Arrays.stream(after.threads()).anyMatch(bytes -> bytes < 0);
  }

  /** Returns whether a counter decreased, so that one of the two readings is wrong. */
  boolean contradictory() {
    long[] from = before.threads();
    long[] to = after.threads();
    for (int i = 0; i < from.length; i++) {
      if (to[i] >= 0 && to[i] < from[i]) {
        return true;
      }
    }
    return false;
  }

  /** Returns whether the total includes all bytes, because it did not stand still at the start. */
  boolean totalIsWhole() {
    return before.sharp();
  }

  /** Returns whether both edges are sharp, so that the total is exact. */
  boolean sharp() {
    return before.sharp() && after.sharp();
  }

  private long startedBytes(long[] alive) {
    long[] settled = ProcessTotals.settledBytes(bean, alive);
    long bytes = 0;
    carriersAllocated = false;
    unread = 0;
    for (int i = 0; i < alive.length; i++) {
      if (settled[i] < 0) {
        unread++; // it was listed, but ended before its counter was read
      }
      int carrier = indexOf(carriers, alive[i]);
      long from = carrier < 0 ? 0 : carriersBefore[carrier];
      long grown = Math.max(0, settled[i] - from);
      carriersAllocated |= carrier >= 0 && grown > 0;
      bytes += grown;
    }
    return bytes;
  }

  private static long grown(long[] from, long[] to) {
    long grown = 0;
    for (int i = 0; i < from.length; i++) {
      if (from[i] >= 0 && to[i] >= 0) {
        grown += Math.max(0, to[i] - from[i]);
      }
    }
    return grown;
  }

  private static long[] except(long[] ids, long[] excluded) {
    long own = Thread.currentThread().getId();
    return Arrays.stream(ids).filter(id -> id != own && indexOf(excluded, id) < 0).toArray();
  }

  private static long notIn(long[] known, long[] ids) {
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
