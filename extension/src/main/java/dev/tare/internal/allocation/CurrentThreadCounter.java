package dev.tare.internal.allocation;

import com.sun.management.ThreadMXBean;

/** Counts the bytes of the calling thread with the JVM's own counter, exact to the byte. */
final class CurrentThreadCounter implements AllocationCounter {

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
