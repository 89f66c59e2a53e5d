package dev.tare.internal.allocation;

import com.sun.management.ThreadMXBean;
import dev.tare.internal.allocation.AllocationCounters.TotalReader;
import java.util.Arrays;

/**
 * The growth of the process total, less the growth of the threads that were alive before: what the
 * calling thread and the threads it started allocated, ended ones included.
 *
 * <p>The readings of the other threads need arrays; they are made outside the bracket of the total.
 */
final class StartedThreadsCounter implements AllocationCounter {

  private final ThreadMXBean bean;
  private final TotalReader total;
  private long[] others = {};
  private long[] othersBefore = {};
  private long totalBefore;
  private boolean otherDied;

  StartedThreadsCounter(ThreadMXBean bean, TotalReader total) {
    this.bean = bean;
    this.total = total;
  }

  @Override
  public void open() {
    long own = Thread.currentThread().getId();
    others = Arrays.stream(bean.getAllThreadIds()).filter(id -> id != own).toArray();
    othersBefore = bean.getThreadAllocatedBytes(others);
    totalBefore = total.read();
  }

  @Override
  public long close() {
    long grown = total.read() - totalBefore;
    long[] othersAfter = bean.getThreadAllocatedBytes(others);
    for (int i = 0; i < others.length; i++) {
      if (othersAfter[i] < 0) {
        otherDied = true;
      } else if (othersBefore[i] >= 0) {
        grown -= othersAfter[i] - othersBefore[i];
      }
    }
    return totalBefore < 0 ? -1 : Math.max(0, grown);
  }

  @Override
  public String covers() {
    return "this thread and the threads it started";
  }

  @Override
  public String caveat() {
    return otherDied
        ? "a thread that was alive before ended meanwhile; what it allocated is in the figure"
        : "";
  }
}
