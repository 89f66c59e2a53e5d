package dev.tare.internal.timing.call;

import dev.tare.internal.stats.Quantiles;
import java.util.Arrays;
import java.util.BitSet;
import java.util.function.ToDoubleFunction;

/** Samples of one method in the order in which they were taken. */
public final class Samples {

  /** Share of CPU time in real time below which a sample counts as interrupted or waiting. */
  private static final double MIN_UNINTERRUPTED_SHARE = 0.95;

  /**
   * Share of CPU time in real time beyond which the CPU clock is too coarse, since a thread cannot
   * use more CPU time than passed.
   */
  private static final double MAX_PLAUSIBLE_SHARE = 1.05;

  /** The check of the CPU clock ignores one deviating sample in this many. */
  private static final int SAMPLES_PER_IGNORED = 50;

  /** Lower bound of a sample; keeps its logarithm finite if a clock did not advance. */
  private static final double MIN_NANOS = 0.001;

  private final double operations;
  private double[] wall = new double[64];
  private double[] cpu = new double[64];
  private double[] pauses = new double[64];
  private final BitSet interrupted = new BitSet();
  private final BitSet collecting = new BitSet();
  private final BitSet compiling = new BitSet();
  private double[] singleCalls = new double[0];
  private int size;
  private int singleCallCount;
  private long calls;
  private long bytes;
  private long lastNanos;
  private long lastCpuNanos;
  private long lastCalls;

  /**
   * Creates empty samples.
   *
   * @param operations number of operations in one call
   */
  public Samples(int operations) {
    this.operations = operations;
  }

  /** Adds a sample of {@code sampleCalls} calls. */
  public void add(long wallNanos, long cpuNanos, long sampleCalls) {
    if (size == wall.length) {
      wall = Arrays.copyOf(wall, 2 * size);
      cpu = Arrays.copyOf(cpu, 2 * size);
      pauses = Arrays.copyOf(pauses, 2 * size);
    }
    interrupted.set(size, cpuNanos < MIN_UNINTERRUPTED_SHARE * wallNanos);
    wall[size] = perOperation(wallNanos, sampleCalls);
    cpu[size] = perOperation(cpuNanos, sampleCalls);
    pauses[size] = 0;
    size++;
    calls += sampleCalls;
    lastNanos = wallNanos;
    lastCpuNanos = cpuNanos;
    lastCalls = sampleCalls;
  }

  /**
   * Subtracts starvation, time in which the thread had no processor, from the real time of the last
   * sample.
   */
  public void subtractStarvation(long nanos) {
    long own = Math.max(Math.min(lastCpuNanos, lastNanos), lastNanos - nanos);
    wall[size - 1] = perOperation(own, lastCalls);
  }

  /** Records garbage collection pauses that are included in the real time of the last sample. */
  public void recordPauses(double nanos) {
    double waited = Math.max(0, wall[size - 1] - cpu[size - 1]);
    pauses[size - 1] = Math.min(waited, nanos / (lastCalls * operations));
  }

  /** Returns the real time of the last sample, in nanoseconds. */
  public long lastNanos() {
    return lastNanos;
  }

  /** Returns the CPU time of the last sample, in nanoseconds. */
  public long lastCpuNanos() {
    return lastCpuNanos;
  }

  /**
   * Records what the JVM did while the last sample was taken.
   *
   * @param collected whether a garbage collection stopped the program
   * @param compiled whether the JIT finished compilations
   */
  public void recordActivity(boolean collected, boolean compiled) {
    collecting.set(size - 1, collected);
    compiling.set(size - 1, compiled);
  }

  /** Returns whether a garbage collection stopped the program during a sample. */
  public boolean wasCollecting(int sample) {
    return collecting.get(sample);
  }

  /** Returns whether the JIT finished compilations during a sample. */
  public boolean wasCompiling(int sample) {
    return compiling.get(sample);
  }

  /** Adds the time of one call of the next sample. */
  void addCall(long nanos) {
    if (singleCallCount == singleCalls.length) {
      singleCalls = Arrays.copyOf(singleCalls, Math.max(1024, 2 * singleCallCount));
    }
    singleCalls[singleCallCount] = perOperation(nanos, 1);
    singleCallCount++;
  }

  private double perOperation(long nanos, long numberOfCalls) {
    return Math.max(MIN_NANOS, nanos / (numberOfCalls * operations));
  }

  /** Records the bytes that the calls of the next sample allocated. */
  public void recordAllocation(long allocated) {
    bytes += Math.max(0, allocated);
  }

  /** Returns the number of samples. */
  public int size() {
    return size;
  }

  /** Returns the bytes that all calls allocated. */
  public long bytes() {
    return bytes;
  }

  /** Returns the mean number of bytes that one operation allocated. */
  public double bytesPerOperation() {
    return calls == 0 ? 0 : bytes / (calls * operations);
  }

  /** Returns whether CPU time is at most real time in nearly every sample, as it must be. */
  public boolean isCpuTimePlausible() {
    return implausibleSamples() <= size / SAMPLES_PER_IGNORED;
  }

  private int implausibleSamples() {
    int number = 0;
    for (int i = 0; i < size; i++) {
      number += cpu[i] > MAX_PLAUSIBLE_SHARE * wall[i] ? 1 : 0;
    }
    return number;
  }

  /**
   * Returns whether the median sample takes less than the floor by either clock. CPU time is
   * checked too because on a busy machine the real time of an empty call is mostly that of other
   * programs. A call that waits still uses more CPU time than the floor.
   */
  public boolean isBelowFloor() {
    double cpuNanos = Quantiles.median(perCall(TimeBasis.CPU)) * operations;
    boolean known = cpuNanos > MIN_NANOS * operations;
    return Quantiles.median(perCall(TimeBasis.WALL)) * operations < TimingFloors.CALL_NANOS
        || (known && cpuNanos < TimingFloors.CALL_NANOS);
  }

  /** Returns whether the thread was interrupted or waited in a sample. */
  public boolean wasInterrupted(int sample) {
    return interrupted.get(sample);
  }

  /** Returns the nanoseconds per call of each sample. */
  public double[] perCall(TimeBasis basis) {
    return Arrays.copyOf(basis == TimeBasis.CPU ? cpu : wall, size);
  }

  /**
   * Returns one value for each full block of samples, in nanoseconds per operation.
   *
   * @param statistic computes it from the samples of a block
   */
  public double[] blocks(
      TimeBasis basis, int samplesPerBlock, ToDoubleFunction<double[]> statistic) {
    double[] times = perCall(basis);
    if (basis == TimeBasis.WALL) {
      Arrays.setAll(times, i -> Math.max(MIN_NANOS, times[i] - pauses[i]));
    }
    double[] blocks = new double[size / samplesPerBlock];
    Arrays.setAll(
        blocks,
        i ->
            statistic.applyAsDouble(
                Arrays.copyOfRange(times, i * samplesPerBlock, (i + 1) * samplesPerBlock)));
    return blocks;
  }

  /** Returns the nanoseconds of each call that was recorded by itself. */
  public double[] singleCalls() {
    return Arrays.copyOf(singleCalls, singleCallCount);
  }
}
