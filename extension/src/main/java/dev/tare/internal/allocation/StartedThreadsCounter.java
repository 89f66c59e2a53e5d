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
  private long uncertain;
  private boolean complete;
  private boolean olderThreadEnded;
  private boolean carriersAllocated;
  private boolean othersAllocated;

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
    if (!accounts.countsOwn()) {
      return -1;
    }
    long counted = accounts.own() + accounts.started();
    boolean sharp = accounts.sharp();
    boolean otherEnded = accounts.otherEnded();
    // a sharp total also includes a thread that the number of started threads misses
    boolean usesTotal = accounts.anyEnded() || (sharp && !otherEnded);
    long byTotal = usesTotal ? accounts.total() - accounts.elsewhere() : counted;
    // a sharp total is exact; another may miss threads that ended or include bytes of other threads
    long bytes = sharp && !otherEnded ? byTotal : Math.max(counted, byTotal);
    complete = sharp || !accounts.anyEnded();
    uncertain = sharp && !otherEnded ? 0 : bytes - counted;
    olderThreadEnded |= otherEnded && accounts.anyEnded();
    carriersAllocated |= accounts.carriersAllocated();
    othersAllocated |= accounts.elsewhere() > 0;
    return bytes;
  }

  @Override
  public long uncertain() {
    return uncertain;
  }

  @Override
  public OtherThreads otherThreads() {
    return LiveThreads.bystanders();
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
    return othersAllocated
        ? "threads that were alive before allocated too; only scope = PROCESS counts them"
        : "";
  }
}
