package dev.tare.internal.timing.call;

import dev.tare.body.TestBody;
import dev.tare.internal.timing.clock.JvmCounters;

/** Makes all calls of a sample in one loop of the stub, between two readings of the clocks. */
public record LoopedCalls(TestBody stub, JvmCounters clock) implements CallStrategy {

  @Override
  public long call(long n) throws Throwable {
    long wall = clock.wallNanos();
    stub.repeat(n);
    return clock.wallNanos() - wall;
  }

  @Override
  public boolean threadCpuTimeIsOfCalls() {
    return true;
  }

  /**
   * {@inheritDoc}
   *
   * <p>The CPU clock is read inside the wall clock, so it can never show more.
   */
  @Override
  public void sample(long n, Samples recording) throws Throwable {
    long bytes = clock.threadAllocatedBytes();
    long wall = clock.wallNanos();
    long cpu = clock.threadCpuNanos();
    stub.repeat(n);
    long cpuNanos = clock.threadCpuNanos() - cpu;
    long wallNanos = clock.wallNanos() - wall;
    recording.recordAllocation(clock.threadAllocatedBytes() - bytes);
    recording.add(wallNanos, cpuNanos, n);
  }
}
