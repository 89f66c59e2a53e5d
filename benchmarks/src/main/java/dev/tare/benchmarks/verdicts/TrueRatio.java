package dev.tare.benchmarks.verdicts;

import java.lang.management.ManagementFactory;
import java.lang.management.ThreadMXBean;
import java.util.Arrays;

/** How much longer one piece of work takes than another, found without any of Tare. */
final class TrueRatio {

  private static final ThreadMXBean THREADS = ManagementFactory.getThreadMXBean();
  private static final int WARMUPS = 15_000;
  private static final int PAIRS = 100;

  /** About 1 ms. */
  private static final int CALLS = 1_000;

  private TrueRatio() {}

  /** The ratio of the medians of samples taken in turn, of this thread's CPU time. */
  static double of(Rounds tested, Rounds baseline) {
    for (int i = 0; i < WARMUPS; i++) {
      tested.work();
      baseline.work();
    }
    double[] above = new double[PAIRS];
    double[] below = new double[PAIRS];
    for (int i = 0; i < PAIRS; i++) {
      above[i] = nanos(tested);
      below[i] = nanos(baseline);
    }
    return median(above) / median(below);
  }

  private static double nanos(Rounds rounds) {
    long from = THREADS.getCurrentThreadCpuTime();
    for (int i = 0; i < CALLS; i++) {
      rounds.work();
    }
    return THREADS.getCurrentThreadCpuTime() - from;
  }

  private static double median(double[] values) {
    Arrays.sort(values);
    return values[values.length / 2];
  }
}
