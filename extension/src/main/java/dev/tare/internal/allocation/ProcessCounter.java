package dev.tare.internal.allocation;

import com.sun.management.ThreadMXBean;
import dev.tare.internal.agent.record.OtherThreads;
import dev.tare.internal.allocation.AllocationCounters.TotalReader;

/**
 * Counts the bytes of all threads of the JVM. The count is incomplete if threads ended and the
 * JVM's total may miss some of their bytes.
 */
final class ProcessCounter implements AllocationCounter {

  private final ThreadAccounts accounts;
  private boolean complete;

  ProcessCounter(ThreadMXBean bean, TotalReader total) {
    this.accounts = new ThreadAccounts(bean, total);
  }

  @Override
  public void open() {
    accounts.open();
  }

  @Override
  public long close() {
    accounts.close();
    boolean anyEnded = accounts.anyStartedEnded() || accounts.anyOlderEnded();
    complete = (accounts.isTotalComplete() || !anyEnded) && !accounts.anyCounterDecreased();
    if (accounts.isTotalExact()) {
      return accounts.totalBytes();
    }
    long counted =
        accounts.callerBytes() + accounts.startedThreadBytes() + accounts.olderThreadBytes();
    return anyEnded ? Math.max(counted, accounts.totalBytes()) : counted;
  }

  @Override
  public boolean complete() {
    return complete;
  }

  @Override
  public OtherThreads otherThreads() {
    return AllocationCounters.bean().map(LiveThreads::allThreads).orElse(OtherThreads.NONE);
  }

  @Override
  public String covers() {
    return "all threads of the process";
  }

  @Override
  public String caveat() {
    return "the figure includes what other threads of the process did at the same time";
  }
}
