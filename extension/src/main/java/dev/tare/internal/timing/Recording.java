package dev.tare.internal.timing;

import dev.tare.internal.stats.Quantiles;
import java.util.Arrays;

/** The samples of one method, in the order they were taken. */
final class Recording {

  // Facts, "The method that held", step 6: CPU medians when the best sample shows that the method
  // needs a processor and nothing else, wall minima otherwise.
  private static final double CPU_BOUND = 0.95;

  /** A processor cannot work longer than time passes: beyond this the CPU clock ticks coarsely. */
  private static final double IMPOSSIBLE = 1.05;

  /** Keeps the logarithm of a sample finite when a clock did not advance. */
  private static final double SMALLEST_NANOS = 0.001;

  private double[] wall = new double[64];
  private double[] cpu = new double[64];
  private int size;
  private int interrupted;

  /**
   * Adds a sample.
   *
   * @param starvedNanos the part of the real time in which the thread had no processor, if known
   */
  void add(long wallNanos, long cpuNanos, long starvedNanos, long calls) {
    if (size == wall.length) {
      wall = Arrays.copyOf(wall, 2 * size);
      cpu = Arrays.copyOf(cpu, 2 * size);
    }
    long own = Math.max(Math.min(cpuNanos, wallNanos), wallNanos - starvedNanos);
    interrupted += cpuNanos < CPU_BOUND * wallNanos ? 1 : 0;
    wall[size] = Math.max(SMALLEST_NANOS, own / (double) calls);
    cpu[size] = Math.max(SMALLEST_NANOS, cpuNanos / (double) calls);
    size++;
  }

  /** The number of samples. */
  int size() {
    return size;
  }

  /** Whether at least one sample was worked on all the time by this thread's processor. */
  boolean cpuBound() {
    double best = 0;
    int impossible = 0;
    for (int i = 0; i < size; i++) {
      double share = cpu[i] / wall[i];
      impossible += share > IMPOSSIBLE ? 1 : 0;
      best = Math.max(best, share);
    }
    return best >= CPU_BOUND && impossible <= size / 50;
  }

  /** The share of samples during which the processor was taken away or not needed. */
  double interruptedShare() {
    return interrupted / (double) size;
  }

  /** Nanoseconds per call of each sample. */
  double[] perCall(Basis basis) {
    return Arrays.copyOf(basis == Basis.CPU ? cpu : wall, size);
  }

  /** One robust figure for each full block of consecutive samples, nanoseconds per call. */
  double[] blocks(Basis basis, int samplesPerBlock) {
    double[] samples = perCall(basis);
    double[] blocks = new double[size / samplesPerBlock];
    for (int i = 0; i < blocks.length; i++) {
      int from = i * samplesPerBlock;
      double[] block = Arrays.copyOfRange(samples, from, from + samplesPerBlock);
      blocks[i] =
          basis == Basis.CPU ? Quantiles.median(block) : Arrays.stream(block).min().orElseThrow();
    }
    return blocks;
  }
}
