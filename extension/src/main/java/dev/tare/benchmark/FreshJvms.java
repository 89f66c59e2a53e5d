package dev.tare.benchmark;

import dev.tare.internal.fork.ForkFailedException;
import dev.tare.internal.fork.ForkPhase;
import dev.tare.internal.fork.ForkedRun;
import dev.tare.internal.timing.estimate.MergedForks;
import dev.tare.internal.timing.estimate.RemovedWorkBound;
import dev.tare.model.Budget;
import dev.tare.model.Measurement;
import dev.tare.model.Measurement.Observed;
import dev.tare.model.Verdict.Outcome;
import java.util.ArrayList;
import java.util.List;
import java.util.function.Consumer;

/**
 * Measures in fresh JVMs, one after the other, and merges their measurements. A JVM that was slowed
 * down is replaced by another JVM. An exceeded limit must be confirmed by one more JVM.
 *
 * @param starter starts a JVM and waits for its measurements
 * @param forks number of JVMs required
 */
record FreshJvms(Starter starter, int forks, List<Budget> budgets) {

  private static final String TOO_FEW =
      "what a fresh JVM could measure does not bound the %s from above; allow more with measurementTime, or"
          + " let each call do more";

  /** Starts fresh JVMs. */
  interface Starter {

    /**
     * Starts a fresh JVM and returns its measurements.
     *
     * @param waiting receives the phase of that JVM repeatedly
     */
    ForkedRun start(Consumer<ForkPhase> waiting) throws ForkFailedException, InterruptedException;
  }

  /**
   * Returns one measurement for each budget.
   *
   * @throws ForkFailedException if one of the required JVMs measured nothing
   */
  List<Measurement> measure(FreshProgress progress)
      throws ForkFailedException, InterruptedException {
    FreshRuns runs = new FreshRuns();
    for (int needed = forks; runs.size() < needed; needed = runs.neededJvms(forks)) {
      String phase = "fresh JVM %s of %s".formatted(runs.size() + 1, needed);
      progress.begin(phase, needed - runs.size(), runs.timePerCall());
      if (!runOneMore(runs, progress)) {
        break;
      }
    }
    List<Measurement> merged = new ArrayList<>();
    for (int i = 0; i < budgets.size(); i++) {
      merged.add(doubtedIfUncertain(MergedForks.of(runs.measurements(i)), budgets.get(i)));
    }
    return exceeded(merged).isEmpty() ? merged : confirm(merged, runs, progress);
  }

  /**
   * Runs one more JVM, and returns whether its run was added. A JVM beyond the required number is
   * ignored if it fails or does not measure every figure, so that the figures of the required JVMs
   * are not lost.
   */
  private boolean runOneMore(FreshRuns runs, FreshProgress progress)
      throws ForkFailedException, InterruptedException {
    if (runs.size() < forks) {
      runs.add(runOne(progress));
      return true;
    }
    try {
      ForkedRun additional = runOne(progress);
      boolean complete = additional.measurements().stream().allMatch(Observed.class::isInstance);
      if (complete) {
        runs.add(additional);
      }
      return complete;
    } catch (ForkFailedException e) {
      return false;
    }
  }

  private ForkedRun runOne(FreshProgress progress)
      throws ForkFailedException, InterruptedException {
    ForkedRun run = starter.start(progress::reportPhase);
    progress.end();
    return run;
  }

  private List<Integer> exceeded(List<Measurement> measurements) {
    List<Integer> exceeded = new ArrayList<>();
    for (int i = 0; i < budgets.size(); i++) {
      if (budgets.get(i).judge(measurements.get(i)).outcome() == Outcome.EXCEEDED) {
        exceeded.add(i);
      }
    }
    return exceeded;
  }

  /**
   * Runs one more JVM, which must exceed the limits too, and returns the confirmed or doubtful
   * measurements.
   */
  private List<Measurement> confirm(
      List<Measurement> merged, FreshRuns runs, FreshProgress progress)
      throws InterruptedException {
    List<Measurement> confirmed = new ArrayList<>(merged);
    List<Integer> exceeded = exceeded(merged);
    int judged = runs.size();
    try {
      progress.begin("one more fresh JVM, to confirm", 1, runs.timePerCall());
      runs.add(runOne(progress));
    } catch (ForkFailedException e) {
      String reason = "one more fresh JVM, to confirm that the limit is exceeded, failed: ";
      exceeded.forEach(
          i ->
              confirmed.set(
                  i, Confirmation.doubtful((Observed) merged.get(i), reason + e.getMessage())));
      return confirmed;
    }
    List<Measurement> confirming = confirmingMeasurements(runs, exceeded, progress);
    for (int i : exceeded) {
      confirmed.set(
          i,
          new Confirmation((Observed) merged.get(i), budgets.get(i))
              .confirmedBy(confirming.get(i), runs.measurements(i).subList(0, judged)));
    }
    return confirmed;
  }

  /**
   * Returns the confirming measurements. If a disturbance may be the reason why one exceeds its
   * limit, another JVM measures it again.
   */
  private List<Measurement> confirmingMeasurements(
      FreshRuns runs, List<Integer> exceeded, FreshProgress progress) throws InterruptedException {
    List<Measurement> first = runs.lastMeasurements();
    List<Integer> unsure =
        exceeded.stream()
            .filter(i -> Confirmation.mayBeWithin(first.get(i), budgets.get(i)))
            .toList();
    if (unsure.isEmpty()) {
      return first;
    }
    try {
      progress.begin("another fresh JVM, to confirm", 1, runs.timePerCall());
      runs.add(runOne(progress));
    } catch (ForkFailedException e) {
      return first;
    }
    List<Measurement> joined = new ArrayList<>(first);
    unsure.forEach(i -> joined.set(i, runs.lastMeasurements().get(i)));
    return joined;
  }

  /**
   * Returns the measurement, as doubtful if disturbances alone may be the reason why it exceeds the
   * limit, or if it has no upper end.
   */
  private static Measurement doubtedIfUncertain(Measurement measured, Budget budget) {
    Measurement merged = RemovedWorkBound.decided(measured, budget);
    Outcome outcome = budget.judge(merged).outcome();
    if (outcome == Outcome.EXCEEDED && Confirmation.mayBeWithin(merged, budget)) {
      return Confirmation.doubtful(
          (Observed) merged,
          "in every fresh JVM %s, which can make calls seem this slow; try again"
              .formatted(Confirmation.SLOWED_DOWN));
    }
    return outcome == Outcome.INCONCLUSIVE
            && merged instanceof Observed observed
            && observed.isAtLeast()
        ? Confirmation.doubtful(observed, TOO_FEW.formatted(merged.figure().noun()))
        : merged;
  }
}
