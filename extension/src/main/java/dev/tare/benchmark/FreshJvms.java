package dev.tare.benchmark;

import dev.tare.internal.fork.ForkedJvm.ForkFailedException;
import dev.tare.internal.timing.estimate.MergedForks;
import dev.tare.internal.timing.estimate.RemovedWorkBound;
import dev.tare.internal.timing.stage.BenchmarkProgress;
import dev.tare.model.Budget;
import dev.tare.model.Measurement;
import dev.tare.model.Measurement.Observed;
import dev.tare.model.Verdict.Outcome;
import java.util.ArrayList;
import java.util.List;

/**
 * Measures in fresh JVMs, one after the other, and merges their measurements.
 *
 * @param starter starts a JVM and waits for its measurements
 * @param forks number of JVMs
 */
record FreshJvms(Starter starter, int forks, List<Budget> budgets) {

  private static final String TOO_FEW =
      "what a fresh JVM could measure does not bound the %s from above; allow more with measurementTime, or"
          + " let each call do more";

  /** Starts fresh JVMs. */
  interface Starter {

    /**
     * Starts a fresh JVM and returns its measurements, one for each budget.
     *
     * @param waiting called repeatedly until the JVM ends
     */
    List<Measurement> start(Runnable waiting) throws ForkFailedException, InterruptedException;
  }

  /**
   * Returns one measurement for each budget.
   *
   * @param maxNanos longest measurement of one JVM, without its start
   * @throws ForkFailedException if a JVM measured nothing
   */
  List<Measurement> measure(BenchmarkProgress progress, double maxNanos)
      throws ForkFailedException, InterruptedException {
    List<List<Measurement>> runs = new ArrayList<>();
    for (int jvm = 1; jvm <= forks; jvm++) {
      String phase = "fresh JVM %s of %s".formatted(jvm, forks);
      double end = System.nanoTime() + (forks - jvm + 1) * maxNanos;
      runs.add(starter.start(() -> progress.report(phase, 0, Double.NaN, end - System.nanoTime())));
    }
    List<Measurement> merged = new ArrayList<>();
    for (int i = 0; i < budgets.size(); i++) {
      int figure = i;
      merged.add(
          doubtedIfUnbounded(
              MergedForks.of(runs.stream().map(run -> run.get(figure)).toList()), budgets.get(i)));
    }
    return merged;
  }

  private static Measurement doubtedIfUnbounded(Measurement measured, Budget budget) {
    Measurement merged = RemovedWorkBound.decided(measured, budget);
    return merged instanceof Observed observed
            && observed.isAtLeast()
            && budget.judge(merged).outcome() == Outcome.INCONCLUSIVE
        ? observed.because(TOO_FEW.formatted(merged.figure().noun()))
        : merged;
  }
}
