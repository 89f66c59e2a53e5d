package dev.tare.internal.allocation;

import com.sun.management.ThreadMXBean;
import dev.tare.internal.agent.record.OtherThreads;
import dev.tare.internal.allocation.AllocationCounters.TotalReader;

/**
 * What the calling thread and the threads that it started allocated, ended ones included.
 * Incomplete where threads ended while others allocated: nothing then tells the two apart.
 */
final class StartedThreadsCounter implements AllocationCounter {

  private final ThreadAccounts accounts;
  private long uncertain;
  private boolean complete;
  private boolean died;
  private boolean carried;
  private boolean otherGrew;

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
    // a total that can be trusted also shows a thread that the number of started ones hides
    boolean asksTotal = accounts.anyEnded() || (sharp && !otherEnded);
    long byTotal = asksTotal ? accounts.total() - accounts.elsewhere() : counted;
    // a sharp total is exact; one that is not may miss threads that ended, or have others' bytes
    long bytes = sharp && !otherEnded ? byTotal : Math.max(counted, byTotal);
    complete = sharp || !accounts.anyEnded();
    uncertain = sharp && !otherEnded ? 0 : bytes - counted;
    died |= otherEnded && accounts.anyEnded();
    carried |= accounts.carried();
    otherGrew |= accounts.elsewhere() > 0;
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
    return died
        ? "a thread that was alive before ended meanwhile; its bytes may be in the figure"
        : "";
  }

  @Override
  public String caveat() {
    if (carried) {
      return "virtual threads count through their carriers, those of others too";
    }
    return otherGrew
        ? "threads that were alive before allocated too; only scope = PROCESS counts them"
        : "";
  }
}
