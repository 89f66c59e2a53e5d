package dev.tare.internal.allocation;

import com.sun.management.ThreadMXBean;
import dev.tare.internal.allocation.AllocationCounters.TotalReader;
import java.util.Arrays;

/**
 * What the calling thread and the threads that it started allocated, ended ones included: its own
 * bytes, and the growth of the process total less the growth of all threads that were alive before.
 *
 * <p>The calling thread's own bytes are exact. The two other growths cannot be read at one instant:
 * whatever a thread that was alive before allocates between the two readings is in one of them
 * only. So the total is read twice on each side, outside and inside the readings of the threads.
 * The outer growth can only be too large and the inner one only too small; where the others rest,
 * which is the usual case, both are equal and the figure is exact.
 */
final class StartedThreadsCounter implements AllocationCounter {

  private final ThreadMXBean bean;
  private final TotalReader total;
  private final Edge before = new Edge();
  private final Edge after = new Edge();
  private long[] others = {};
  private long uncertain;
  private boolean otherDied;
  private boolean wasUncertain;

  StartedThreadsCounter(ThreadMXBean bean, TotalReader total) {
    this.bean = bean;
    this.total = total;
  }

  /** One side of the bracket: the total and the own bytes, outside and inside the threads' ones. */
  private static final class Edge {
    private long outerTotal;
    private long outerOwn;
    private long[] threads = {};
    private long innerTotal;
    private long innerOwn;
  }

  @Override
  public void open() {
    long own = Thread.currentThread().getId();
    others = Arrays.stream(bean.getAllThreadIds()).filter(id -> id != own).toArray();
    before.outerOwn = bean.getCurrentThreadAllocatedBytes();
    before.outerTotal = total.read();
    before.threads = bean.getThreadAllocatedBytes(others);
    before.innerTotal = total.read();
    before.innerOwn = bean.getCurrentThreadAllocatedBytes();
  }

  @Override
  public long close() {
    after.innerOwn = bean.getCurrentThreadAllocatedBytes();
    after.innerTotal = total.read();
    after.threads = bean.getThreadAllocatedBytes(others);
    after.outerTotal = total.read();
    after.outerOwn = bean.getCurrentThreadAllocatedBytes();
    if (before.outerTotal < 0 || before.outerOwn < 0) {
      return -1;
    }
    long own = after.innerOwn - before.innerOwn;
    long grown = others();
    long outer = after.outerTotal - before.outerTotal - (after.outerOwn - before.outerOwn) - grown;
    long inner = after.innerTotal - before.innerTotal - own - grown;
    long most = Math.max(0, outer);
    boolean died = anyDied();
    uncertain = died ? most : most - Math.max(0, Math.min(inner, most));
    otherDied |= died;
    wasUncertain |= uncertain > 0;
    return own + most;
  }

  /** What the threads that were alive before allocated meanwhile. */
  private long others() {
    long grown = 0;
    for (int i = 0; i < others.length; i++) {
      if (before.threads[i] >= 0 && after.threads[i] >= 0) {
        grown += after.threads[i] - before.threads[i];
      }
    }
    return grown;
  }

  private boolean anyDied() {
    return Arrays.stream(after.threads).anyMatch(bytes -> bytes < 0);
  }

  @Override
  public long uncertain() {
    return uncertain;
  }

  @Override
  public String covers() {
    return "this thread and the threads it started";
  }

  @Override
  public String caveat() {
    if (otherDied) {
      return "a thread that was alive before ended meanwhile; its bytes may be in the figure";
    }
    return wasUncertain ? "threads that were alive before allocated at the same time" : "";
  }
}
