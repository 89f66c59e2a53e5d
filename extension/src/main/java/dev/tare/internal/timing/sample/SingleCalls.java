package dev.tare.internal.timing.sample;

import dev.tare.body.TestBody;
import dev.tare.internal.stats.Quantiles;
import dev.tare.internal.timing.clock.JvmCounters;

/** Times each call by itself; preparations and the time between calls are not timed. */
final class SingleCalls implements CallStrategy {

  /** Largest number of calls in a sample if the time of each call is recorded. */
  private static final int MAX_RECORDED = 1_000;

  // Reading the CPU clock takes 0.4 to 0.9 us, less than 1 % of a call of this length.
  private static final long LONG_CALL_NANOS = 100_000;

  private static final int READINGS = 101;

  /**
   * Number of readings that warm up the clock, and after which a clock that does not advance counts
   * as stopped.
   */
  private static final int MAX_READINGS = 20_000;

  private final BenchmarkCase benchmarkCase;
  private final TestBody stub;
  private final JvmCounters clock;
  private final boolean recordsEachCall;
  private final double readingNanos;
  private boolean readsCpuClock;
  private boolean sampling;
  private long wallNanos;
  private long cpuNanos;
  private long bytes;

  /**
   * Creates a strategy that times each call by itself.
   *
   * @param recordsEachCall whether the time of each call is recorded
   */
  SingleCalls(
      BenchmarkCase benchmarkCase, TestBody stub, JvmCounters clock, boolean recordsEachCall) {
    this.benchmarkCase = benchmarkCase;
    this.stub = stub;
    this.clock = clock;
    this.recordsEachCall = recordsEachCall;
    this.readingNanos = readingNanos(clock);
  }

  private static double readingNanos(JvmCounters clock) {
    for (int i = 0; i < MAX_READINGS; i++) {
      // warms up the code of the reading
      clock.wallNanos();
    }
    double[] differences = new double[READINGS];
    double step = 0;
    long last = clock.wallNanos();
    for (int i = 0; i < MAX_READINGS && (i < READINGS || step == 0); i++) {
      long now = clock.wallNanos();
      double advance = (double) (now - last);
      differences[i % READINGS] = advance;
      step = advance > 0 && (step == 0 || advance < step) ? advance : step;
      last = now;
    }
    return Math.max(Quantiles.median(differences), step);
  }

  /** {@inheritDoc} It is the time of a reading, or the step of the clock if that is longer. */
  @Override
  public double clockNanosPerCall() {
    return readingNanos;
  }

  @Override
  public long maxCallsPerSample() {
    return recordsEachCall ? MAX_RECORDED : Long.MAX_VALUE;
  }

  @Override
  public long call(long n) throws Throwable {
    reset();
    for (long i = 0; i < n; i++) {
      callOnce();
    }
    return wallNanos;
  }

  @Override
  public Samples.Readings sample(long n, Samples recording) throws Throwable {
    if (!sampling) {
      // decided once, by the last calls of the pilot stage, so that all samples use the same clocks
      sampling = true;
      readsCpuClock = wallNanos >= LONG_CALL_NANOS * n;
    }
    reset();
    for (long i = 0; i < n; i++) {
      long nanos = callOnce();
      if (recordsEachCall) {
        recording.addCall(nanos);
      }
    }
    return new Samples.Readings(wallNanos, cpuNanos, bytes);
  }

  private void reset() {
    wallNanos = 0;
    cpuNanos = 0;
    bytes = 0;
  }

  private long callOnce() throws Throwable {
    benchmarkCase.prepare();
    long allocated = clock.threadAllocatedBytes();
    long from = clock.wallNanos();
    long cpu = readsCpuClock ? clock.threadCpuNanos() : 0;
    stub.run();
    cpuNanos += readsCpuClock ? clock.threadCpuNanos() - cpu : 0;
    long nanos = clock.wallNanos() - from;
    bytes += clock.threadAllocatedBytes() - allocated;
    wallNanos += nanos;
    return nanos;
  }
}
