package dev.tare.internal.timing;

import dev.tare.internal.call.TestBody;

/** All calls of a sample in one loop of the stub, between two readings of the clocks. */
record LoopedCalls(TestBody stub, Clock clock) implements Calls {

  @Override
  public void make(long n) throws Throwable {
    stub.repeat(n);
  }

  /**
   * {@inheritDoc}
   *
   * <p>The CPU clock is read inside the wall clock, so it can never show more. The time without a
   * processor is taken off long samples; short ones are too many and too short to ask for it.
   */
  @Override
  public void sample(long n, boolean lasting, Recording recording) throws Throwable {
    long bytes = clock.threadAllocatedBytes();
    long starved = lasting ? clock.starvedNanos() : 0;
    long wall = clock.wallNanos();
    long cpu = clock.threadCpuNanos();
    stub.repeat(n);
    long cpuNanos = clock.threadCpuNanos() - cpu;
    long wallNanos = clock.wallNanos() - wall;
    long starvedNanos = lasting ? clock.starvedNanos() - starved : 0;
    recording.allocated(clock.threadAllocatedBytes() - bytes);
    recording.add(wallNanos, cpuNanos, Math.max(0, starvedNanos), n);
  }
}
