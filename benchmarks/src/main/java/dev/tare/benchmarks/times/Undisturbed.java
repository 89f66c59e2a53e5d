package dev.tare.benchmarks.times;

import java.util.Arrays;
import java.util.stream.DoubleStream;
import org.openjdk.jmh.results.BenchmarkResult;
import org.openjdk.jmh.results.RunResult;

/**
 * JMH's iterations during which nothing slowed JMH down.
 *
 * <p>A core is shared for some milliseconds to five seconds at a time, and a call then takes 1.2 to
 * 1.5 times as long. Iterations of 0.2 s mix both: they found 1,737 ns for a recursion that takes
 * 1,615 ns in iterations of 20 ms, which are used here. Of each fork, the iterations count that
 * took at most 1.1 times as long as the fastest 2 %. The figure is the mean over the forks, with
 * everything that belongs to the work, such as garbage collections.
 */
final class Undisturbed {

  private static final double MOST = 1.1;

  /** Share of the fastest iterations, since one may be fast by chance. */
  private static final double FASTEST_SHARE = 0.02;

  private Undisturbed() {}

  static double nanos(RunResult result) {
    return ofForks(result).average().orElseThrow();
  }

  /** Returns the time of each fork alone, since compilation differs between JVMs. */
  static DoubleStream ofForks(RunResult result) {
    return result.getBenchmarkResults().stream().mapToDouble(Undisturbed::ofFork);
  }

  private static double ofFork(BenchmarkResult fork) {
    double[] nanos =
        fork.getIterationResults().stream()
            .mapToDouble(iteration -> iteration.getPrimaryResult().getScore())
            .sorted()
            .toArray();
    double most = MOST * nanos[(int) Math.ceil(FASTEST_SHARE * nanos.length) - 1];
    return Arrays.stream(nanos).filter(one -> one <= most).average().orElseThrow();
  }
}
