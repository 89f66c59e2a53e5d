package dev.tare.internal.allocation;

import com.sun.management.ThreadMXBean;
import dev.tare.internal.allocation.AllocationCounters.TotalReader;
import java.util.Arrays;

/**
 * What was allocated between open and close, told apart by thread: the calling one, those that were
 * alive before, and those that started meanwhile.
 *
 * <p>Threads that are alive at the end are read by their own counters. Of those that ended
 * meanwhile the JVM keeps nothing but the process total, so what they allocated is the growth of
 * that total less the growth of everybody else, as good as its two {@linkplain ProcessTotals edges}
 * are sharp.
 *
 * <p>A virtual thread is seen through the thread that carries it only, so the carriers count as
 * started, even those that were alive before.
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
  private boolean carried;

  ThreadAccounts(ThreadMXBean bean, TotalReader total) {
    this.bean = bean;
    this.before = new ProcessTotals(bean, total);
    this.after = new ProcessTotals(bean, total);
  }

  void open() {
    // this order, so that a thread that starts in between looks like one that ended, not like none
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

  /** Bytes of the calling thread; 0 for a virtual one, which its carrier accounts for. */
  long own() {
    return own;
  }

  /** Whether the JVM counts the calling thread by itself. */
  boolean countsOwn() {
    return before.ownBytes() >= 0;
  }

  /** Bytes of the threads that were alive before and still are. */
  long elsewhere() {
    return elsewhere;
  }

  /** Bytes of the threads that started meanwhile and are alive, and of the carriers. */
  long started() {
    return started;
  }

  /** Whether threads that were alive before carried virtual ones. */
  boolean carried() {
    return carried;
  }

  /** How much the process total grew. */
  long total() {
    return after.totalBytes() - before.totalBytes() - (after.ownBytes() - before.ownBytes()) + own;
  }

  /** Whether a thread may have started and ended meanwhile, so that only the total knows of it. */
  boolean anyEnded() {
    return ended > 0;
  }

  /** Whether a thread that was alive before has ended. */
  boolean otherEnded() {
    return Arrays.stream(after.threads()).anyMatch(bytes -> bytes < 0);
  }

  /** Whether a counter stands lower than before, so that one of the two readings is wrong. */
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

  /** Whether the total misses nothing: it did not stand still at the start. */
  boolean totalIsWhole() {
    return before.sharp();
  }

  /** Whether the total can be told apart by thread. */
  boolean sharp() {
    return before.sharp() && after.sharp();
  }

  private long startedBytes(long[] alive) {
    long[] settled = ProcessTotals.settledBytes(bean, alive);
    long bytes = 0;
    carried = false;
    unread = 0;
    for (int i = 0; i < alive.length; i++) {
      if (settled[i] < 0) {
        unread++; // it was in the list of threads, and ended before its counter was read
      }
      int carrier = indexOf(carriers, alive[i]);
      long from = carrier < 0 ? 0 : carriersBefore[carrier];
      long grown = Math.max(0, settled[i] - from);
      carried |= carrier >= 0 && grown > 0;
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
