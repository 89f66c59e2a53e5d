package dev.tare.internal.timing.call;

import dev.tare.internal.stats.Quantiles;
import java.util.Arrays;
import java.util.BitSet;

/** The samples of one method, in the order they were taken. */
public final class Samples {

  /** A sample with less CPU time than this share of its real time was interrupted, or it waited. */
  private static final double UNINTERRUPTED = 0.95;

  /** A processor cannot work longer than time passes: beyond this the CPU clock ticks coarsely. */
  private static final double IMPOSSIBLE = 1.05;

  /** One sample in so many says nothing of a clock. */
  private static final int FEW = 50;

  /** Keeps the logarithm of a sample finite when a clock did not advance. */
  private static final double SMALLEST_NANOS = 0.001;

  private final double operations;
  private double[] wall = new double[64];
  private double[] cpu = new double[64];
  private double[] probes = new double[64];
  private final BitSet intoNewMemory = new BitSet();
  private double[] single = new double[0];
  private int size;
  private int singles;
  private int interrupted;
  private long calls;
  private long bytes;
  private long lastBytes;
  private long lastNanos;
  private long lastCpuNanos;
  private long lastCalls;

  /**
   * @param operations how many actions one call is
   */
  public Samples(int operations) {
    this.operations = operations;
  }

  /** Adds a sample of so many calls. */
  public void add(long wallNanos, long cpuNanos, long number) {
    if (size == wall.length) {
      wall = Arrays.copyOf(wall, 2 * size);
      cpu = Arrays.copyOf(cpu, 2 * size);
      probes = Arrays.copyOf(probes, 2 * size);
    }
    interrupted += cpuNanos < UNINTERRUPTED * wallNanos ? 1 : 0;
    wall[size] = perOperation(wallNanos, number);
    cpu[size] = perOperation(cpuNanos, number);
    probes[size] = Double.NaN;
    size++;
    calls += number;
    lastNanos = wallNanos;
    lastCpuNanos = cpuNanos;
    lastCalls = number;
  }

  /** Takes the time in which the thread had no processor off the real time of the last sample. */
  public void starved(long nanos) {
    long own = Math.max(Math.min(lastCpuNanos, lastNanos), lastNanos - nanos);
    wall[size - 1] = perOperation(own, lastCalls);
  }

  /** What a probe of the core took beside the last sample. */
  public void probed(double nanos) {
    probes[size - 1] = nanos;
  }

  /** Nanoseconds of real time that the last sample took. */
  public long lastNanos() {
    return lastNanos;
  }

  /** Nanoseconds of CPU time that the last sample took. */
  public long lastCpuNanos() {
    return lastCpuNanos;
  }

  /** Bytes that the calls of the last sample allocated. */
  public long lastBytes() {
    return lastBytes;
  }

  /** The last sample allocated memory that the heap had not used before. */
  public void tookNewMemory() {
    intoNewMemory.set(size - 1);
  }

  /** Whether a sample allocated memory that the heap had not used before. */
  public boolean tookNewMemory(int sample) {
    return intoNewMemory.get(sample);
  }

  /** Whether the last one did. */
  public boolean lastTookNewMemory() {
    return intoNewMemory.get(size - 1);
  }

  /** What a probe of the core took beside a sample; not a number if there was none. */
  public double probe(int sample) {
    return probes[sample];
  }

  /** What probes of the core took beside the samples; not a number where there was none. */
  public double[] probes() {
    return Arrays.copyOf(probes, size);
  }

  /** Adds one call of the next sample. */
  void addCall(long nanos) {
    if (singles == single.length) {
      single = Arrays.copyOf(single, Math.max(1024, 2 * singles));
    }
    single[singles] = perOperation(nanos, 1);
    singles++;
  }

  private double perOperation(long nanos, long number) {
    return Math.max(SMALLEST_NANOS, nanos / (number * operations));
  }

  /** Bytes that the calls of a sample allocated. */
  public void allocated(long number) {
    lastBytes = Math.max(0, number);
    bytes += lastBytes;
  }

  /** What was recorded after so many samples and single calls, to be read only. */
  public Samples since(int samples, int singleCalls) {
    Samples since = new Samples((int) operations);
    since.wall = Arrays.copyOfRange(wall, samples, size);
    since.cpu = Arrays.copyOfRange(cpu, samples, size);
    since.probes = Arrays.copyOfRange(probes, samples, size);
    since.intoNewMemory.or(intoNewMemory.get(samples, size));
    since.single = Arrays.copyOfRange(single, singleCalls, singles);
    since.size = size - samples;
    since.singles = singles - singleCalls;
    return since;
  }

  /** The number of samples. */
  public int size() {
    return size;
  }

  /** Bytes that all calls together allocated. */
  public long bytes() {
    return bytes;
  }

  /** Bytes that one action allocated, on average. */
  public double bytesPerOperation() {
    return calls == 0 ? 0 : bytes / (calls * operations);
  }

  /** How many actions made the samples, on average. */
  public double operationsPerSample() {
    return size == 0 ? 0 : calls * operations / size;
  }

  /** Whether the CPU clock shows no more time than passed in nearly every sample. */
  public boolean cpuIsPossible() {
    return impossible() <= size / FEW;
  }

  /**
   * Whether the CPU clock tells: of nearly every sample that it took some of the processor's time,
   * and no more than passed. It does not where it was not read or ticks coarsely.
   */
  public boolean tellsCpu() {
    int none = 0;
    for (int i = 0; i < size; i++) {
      none += cpu[i] <= SMALLEST_NANOS ? 1 : 0;
    }
    return none <= size / FEW && cpuIsPossible();
  }

  private int impossible() {
    int number = 0;
    for (int i = 0; i < size; i++) {
      number += cpu[i] > IMPOSSIBLE * wall[i] ? 1 : 0;
    }
    return number;
  }

  /**
   * Whether the median sample takes less than the floor, by either clock: no call that waits gets
   * along with so little of a processor, but on a busy machine the real time of one that does
   * nothing is mostly that of others.
   */
  public boolean belowFloor() {
    double own = Quantiles.median(perCall(TimeBasis.CPU)) * operations;
    boolean known = own > SMALLEST_NANOS * operations;
    return Quantiles.median(perCall(TimeBasis.WALL)) * operations < TimingFloors.CALL_NANOS
        || (known && own < TimingFloors.CALL_NANOS);
  }

  /** The share of samples during which the processor was taken away or not needed. */
  public double interruptedShare() {
    return interrupted / (double) size;
  }

  /** Nanoseconds per call of each sample. */
  public double[] perCall(TimeBasis basis) {
    return Arrays.copyOf(basis == TimeBasis.CPU ? cpu : wall, size);
  }

  /** Nanoseconds of each call that was kept by itself. */
  public double[] singleCalls() {
    return Arrays.copyOf(single, singles);
  }
}
