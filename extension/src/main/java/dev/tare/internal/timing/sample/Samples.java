package dev.tare.internal.timing.sample;

import dev.tare.internal.stats.Quantiles;
import dev.tare.internal.timing.clock.CounterReading;
import dev.tare.model.PointSeries;
import java.util.Arrays;
import java.util.BitSet;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.function.ToDoubleFunction;
import java.util.stream.IntStream;

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

  /** Clock from which a figure is computed. */
  public enum TimeBasis {
    /** CPU time of the calling thread; the load of other programs does not count. */
    CPU,
    /** Real time, for methods that wait or let other threads work. */
    WALL
  }

  /**
   * What the calls of a sample took.
   *
   * @param wallNanos real time of the calls alone
   * @param cpuNanos CPU time of the calls; 0 if it was not read
   * @param bytes bytes that the calls allocated
   */
  public record Readings(long wallNanos, long cpuNanos, long bytes) {}

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

  /**
   * Creates empty samples.
   *
   * @param operations number of operations in one call
   */
  public Samples(int operations) {
    this.operations = operations;
  }

  /**
   * Adds a sample. Starvation, in which the thread had no processor, is subtracted from its real
   * time; pauses for garbage collection are kept beside it. Both are attributed to the preparations
   * of the calls first.
   *
   * @param spent counters from before to after the sample, preparations included
   */
  public void add(Readings readings, long sampleCalls, CounterReading spent) {
    if (size == wall.length) {
      wall = Arrays.copyOf(wall, 2 * size);
      cpu = Arrays.copyOf(cpu, 2 * size);
      pauses = Arrays.copyOf(pauses, 2 * size);
    }
    long wallNanos = readings.wallNanos();
    long cpuNanos = readings.cpuNanos();
    interrupted.set(size, cpuNanos < MIN_UNINTERRUPTED_SHARE * wallNanos);
    collecting.set(size, spent.gcCount() > 0);
    compiling.set(size, spent.compileMillis() > 0);
    long preparation = Math.max(0, spent.wallNanos() - wallNanos);
    long starved = Math.max(0, spent.starvedNanos() - preparation);
    long ran = Math.max(Math.min(cpuNanos, wallNanos), wallNanos - starved);
    wall[size] = perOperation(ran, sampleCalls);
    cpu[size] = perOperation(cpuNanos, sampleCalls);
    double paused = Math.max(0, spent.gcMillis() * 1e6 - preparation);
    double waited = Math.max(0, wall[size] - cpu[size]);
    pauses[size] = Math.min(waited, paused / (sampleCalls * operations));
    size++;
    calls += sampleCalls;
    bytes += Math.max(0, readings.bytes());
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
  boolean isCpuTimePlausible() {
    long implausible =
        IntStream.range(0, size).filter(i -> cpu[i] > MAX_PLAUSIBLE_SHARE * wall[i]).count();
    return implausible <= size / SAMPLES_PER_IGNORED;
  }

  /**
   * Returns whether the median sample takes less than the floor by either clock. CPU time is
   * checked too because on a busy machine the real time of an empty call is mostly that of other
   * programs. A call that waits still uses more CPU time than the floor.
   */
  public boolean isBelowFloor() {
    double cpuNanos = Quantiles.median(perCall(TimeBasis.CPU)) * operations;
    boolean known = cpuNanos > MIN_NANOS * operations;
    return Quantiles.median(perCall(TimeBasis.WALL)) * operations < SamplingPlan.MIN_CALL_NANOS
        || (known && cpuNanos < SamplingPlan.MIN_CALL_NANOS);
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

  /**
   * Returns all samples in the order in which they were taken, with their marks, for a chart.
   *
   * @param name name of the series
   */
  public PointSeries series(String name, TimeBasis basis) {
    double[] times = perCall(basis);
    Map<String, List<Integer>> marks = new LinkedHashMap<>();
    marks.put("outlier", Quantiles.outliers(times));
    if (basis == TimeBasis.CPU) {
      marks.put("interrupted", interrupted.stream().boxed().toList());
    }
    marks.put("garbage-collection", collecting.stream().boxed().toList());
    marks.put("compilation", compiling.stream().boxed().toList());
    return new PointSeries(
        name,
        "ns",
        IntStream.rangeClosed(1, size).mapToObj(i -> (double) i).toList(),
        Arrays.stream(times).boxed().toList(),
        marks);
  }
}
