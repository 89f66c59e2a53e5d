package dev.tare.internal.allocation;

import com.sun.management.ThreadMXBean;
import dev.tare.internal.agent.record.OtherThreads;
import dev.tare.internal.allocation.AllocationCounters.TotalReader;

/**
 * Counts the bytes of the calling thread and of the threads started during the interval, ended ones
 * included. The count is incomplete if threads ended while others allocated, because the JVM does
 * not separate the two.
 */
final class StartedThreadsCounter implements AllocationCounter {

  private final ThreadAccounts accounts;
  private long uncertainBytes;
  private boolean complete;
  private boolean olderThreadEnded;
  private boolean carriersAllocated;
  private boolean olderThreadsAllocated;

  StartedThreadsCounter(ThreadMXBean bean, TotalReader total) {
    this.accounts = new ThreadAccounts(bean, total);
  }

  @Override
  public void open() {
    accounts.open();
  }

  @Override
  public long close() {
    accounts.close();
    if (!accounts.countsCaller()) {
      return -1;
    }
    long counted = accounts.callerBytes() + accounts.startedThreadBytes();
    boolean startedEnded = accounts.anyStartedEnded();
    boolean olderEnded = accounts.anyOlderEnded();
    // an older thread that ended is in the total, but has no counter to subtract
    boolean exact = accounts.isTotalExact() && !olderEnded;
    // an exact total also includes a thread that the number of started threads misses
    boolean usesTotal = startedEnded || exact;
    long byTotal = usesTotal ? accounts.totalBytes() - accounts.olderThreadBytes() : counted;
    // an inexact total may miss threads that ended or include bytes of other threads
    long bytes = exact ? byTotal : Math.max(counted, byTotal);
    complete = accounts.isTotalExact() || !startedEnded;
    uncertainBytes = exact ? 0 : bytes - counted;
    olderThreadEnded |= olderEnded && startedEnded;
    carriersAllocated |= accounts.carriersAllocated();
    olderThreadsAllocated |= accounts.olderThreadBytes() > 0;
    return bytes;
  }

  @Override
  public long uncertainBytes() {
    return uncertainBytes;
  }

  @Override
  public OtherThreads otherThreads() {
    return LiveThreads.onlyStartedLater();
  }

  @Override
  public boolean complete() {
    return complete;
  }

  @Override
  public String covers() {
    return "this thread and the threads it started";
  }

  @Override
  public String doubt() {
    return olderThreadEnded
        ? "a thread that was alive before ended during the calls; its bytes may be in the figure"
        : "";
  }

  @Override
  public String caveat() {
    if (carriersAllocated) {
      return "virtual threads count through their carriers, those of others too";
    }
    return olderThreadsAllocated
        ? "threads that were alive before allocated too; only scope = PROCESS counts them"
        : "";
  }
}
