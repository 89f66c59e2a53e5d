package dev.tare.internal.allocation;

import dev.tare.internal.allocation.AllocationCounters.TotalReader;

/** Everything that any thread of the JVM allocates in the meantime. */
final class ProcessCounter implements AllocationCounter {

  private final TotalReader total;
  private long before;

  ProcessCounter(TotalReader total) {
    this.total = total;
  }

  @Override
  public void open() {
    before = total.read();
  }

  @Override
  public long close() {
    long after = total.read();
    return before < 0 || after < 0 ? -1 : after - before;
  }

  @Override
  public String covers() {
    return "all threads of the process";
  }

  @Override
  public String caveat() {
    return "whatever other threads of the process did meanwhile is in the figure";
  }
}
