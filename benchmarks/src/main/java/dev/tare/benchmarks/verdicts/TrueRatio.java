package dev.tare.benchmarks.verdicts;

import java.lang.management.ManagementFactory;
import java.lang.management.ThreadMXBean;
import java.util.Arrays;

/** Ratio of the times of two pieces of work, measured without Tare. */
final class TrueRatio {

  private static final ThreadMXBean THREADS = ManagementFactory.getThreadMXBean();
  private static final int PAIRS = 100;
  private static final double SAMPLE_NANOS = 1e6;
  private static final double WARM_UP_NANOS = 0.3e9;
  private static final int LEAST_WARMUPS = 15_000;

  private TrueRatio() {}

  /** The ratio of the medians of samples taken in turn, of this thread's CPU time. */
  static double of(Runnable tested, Runnable baseline) {
    int calls = (int) Math.max(1, SAMPLE_NANOS / warmUp(tested, baseline));
    double[] above = new double[PAIRS];
    double[] below = new double[PAIRS];
    for (int i = 0; i < PAIRS; i++) {
      above[i] = nanos(tested, calls);
      below[i] = nanos(baseline, calls);
    }
    return median(above) / median(below);
  }

  /** The median of a call's CPU time, in nanoseconds. */
  static double nanos(Runnable work) {
    int calls = (int) Math.max(1, SAMPLE_NANOS / warmUp(work, work));
    double[] samples = new double[PAIRS];
    Arrays.setAll(samples, i -> nanos(work, calls) / calls);
    return median(samples);
  }

  /** Returns the nanoseconds of a call when the warm-up ends. */
  private static double warmUp(Runnable tested, Runnable baseline) {
    long from = THREADS.getCurrentThreadCpuTime();
    double last = 0;
    for (int i = 0;
        i < LEAST_WARMUPS || THREADS.getCurrentThreadCpuTime() - from < WARM_UP_NANOS; ) {
      last = Math.min(nanos(tested, 100), nanos(baseline, 100)) / 100;
      i += 100;
    }
    return last;
  }

  private static double nanos(Runnable work, int calls) {
    long from = THREADS.getCurrentThreadCpuTime();
    for (int i = 0; i < calls; i++) {
      work.run();
    }
    return THREADS.getCurrentThreadCpuTime() - from;
  }

  private static double median(double[] values) {
    Arrays.sort(values);
    return values[values.length / 2];
  }
}
