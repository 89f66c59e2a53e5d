package dev.tare.internal.allocation;

import com.sun.management.ThreadMXBean;
import dev.tare.internal.agent.record.CallTreeRecording.OtherThreads;

/**
 * Counts the bytes of all threads of the JVM, ended ones included. While other threads allocate
 * without a pause, only the calling thread's bytes are known, and the count is incomplete.
 */
final class AllThreadsCounter implements AllocationCounter {

  private final ThreadMXBean bean;
  private final OtherThreadBytes others;
  private long othersBefore;
  private long ownBefore;
  private boolean complete;

  AllThreadsCounter(ThreadMXBean bean, OtherThreadBytes others) {
    this.bean = bean;
    this.others = others;
  }

  @Override
  public void open() {
    othersBefore = others.read(true);
    ownBefore = bean.getCurrentThreadAllocatedBytes();
  }

  @Override
  public long close() {
    long own = bean.getCurrentThreadAllocatedBytes();
    if (ownBefore < 0 || own < 0) {
      return -1;
    }
    long othersAfter = others.read(true);
    complete = othersBefore >= 0 && othersAfter >= othersBefore;
    return own - ownBefore + (complete ? othersAfter - othersBefore : 0);
  }

  @Override
  public boolean complete() {
    return complete;
  }

  @Override
  public OtherThreads otherThreads() {
    return OtherThreads.SOME;
  }

  @Override
  public String covers() {
    return "all threads of the process";
  }
}
