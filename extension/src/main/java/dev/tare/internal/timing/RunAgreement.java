package dev.tare.internal.timing;

import dev.tare.internal.timing.estimate.Estimate;
import dev.tare.internal.timing.estimate.Estimator;
import dev.tare.internal.timing.estimate.TimeFigures;
import dev.tare.internal.timing.stage.FirstTwoCalls;
import dev.tare.internal.timing.stage.SampleSelection;
import dev.tare.model.Budget;
import dev.tare.model.Measurement;
import dev.tare.model.Measurement.Doubtful;
import dev.tare.model.Measurement.Observed;
import dev.tare.model.Verdict.Outcome;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;

/**
 * Combines the runs of a benchmark, each with freshly compiled code, into one measurement for a
 * budget.
 *
 * <p>An exceeded time per call needs a second run that agrees. A ratio always needs two runs that
 * agree: two equal methods are sometimes compiled to code of different speed, which more samples of
 * one run do not show.
 */
final class RunAgreement {

  /**
   * Largest number of runs, each of which needs a warm-up. Two of three runs agree unless the ratio
   * is close to its limit.
   */
  private static final int MAX_RUNS = 4;

  /**
   * Factor above the limit below which an excess needs three runs. Ratios of equal methods differ
   * between fresh compilations with a standard deviation of up to 8 %.
   */
  private static final double CLOSE_TO_LIMIT = 1.15;

  private final Budget budget;
  private final FirstTwoCalls firstCalls;
  private final List<JudgedRun> runs = new ArrayList<>();

  /**
   * One run, as judged for the budget.
   *
   * @param fresh whether all code was compiled for it, including that of called classes
   */
  private record JudgedRun(
      BenchmarkRun run,
      Estimate estimate,
      Measurement measurement,
      Outcome outcome,
      boolean fresh) {

    String roundedFigure() {
      return TimeFigures.quantity(estimate.figure(), estimate.interval().estimate()).rounded();
    }

    boolean isBelow(Budget budget) {
      return !isAbove(1, budget);
    }

    boolean isAbove(double times, Budget budget) {
      return budget.limit() != null
          && estimate.interval().estimate() > times * budget.limit().amount();
    }
  }

  RunAgreement(Budget budget, FirstTwoCalls firstCalls) {
    this.budget = budget;
    this.firstCalls = firstCalls;
  }

  Budget budget() {
    return budget;
  }

  /**
   * Adds a run.
   *
   * @param fresh whether all code was compiled for it, including that of called classes
   */
  void add(BenchmarkRun run, boolean fresh) {
    int index = run.budgets().indexOf(budget);
    Measurement measurement = run.measurement(index, firstCalls);
    runs.add(
        new JudgedRun(
            run,
            run.estimates().get(index),
            measurement,
            budget.judge(measurement).outcome(),
            fresh));
  }

  /** Returns whether the only run so far exceeds the limit. */
  boolean needsConfirmation() {
    return runs.size() == 1 && runs.get(0).outcome() == Outcome.EXCEEDED;
  }

  /** Returns whether another run could decide the budget. */
  boolean isUndecided() {
    return needsConfirmation() || (isRatioWithLimit() && !isDecided());
  }

  private boolean isRatioWithLimit() {
    return budget.limit() != null && TimeFigures.isRatio(budget.figure());
  }

  private boolean isDecided() {
    return runs.size() >= MAX_RUNS || isUndecidable() || agreeOnExceeded() || agreeOnWithin();
  }

  private boolean isUndecidable() {
    JudgedRun last = runs.get(runs.size() - 1);
    return last.outcome() == Outcome.UNMEASURED || last.estimate().isUndecidable(budget);
  }

  /**
   * Returns whether enough runs exceed the limit: two if they exceed it by far, otherwise three,
   * since compilation can cause two excesses by chance.
   */
  private boolean agreeOnExceeded() {
    long exceeded = count(Outcome.EXCEEDED);
    return exceeded > 1
        && (exceededRunsAreFarAbove() || (exceeded > 2 && count(Outcome.WITHIN) == 0));
  }

  private boolean exceededRunsAreFarAbove() {
    return runs.stream()
        .filter(run -> run.outcome() == Outcome.EXCEEDED)
        .allMatch(run -> run.isAbove(CLOSE_TO_LIMIT, budget));
  }

  /** Returns whether two runs are within the limit; the second may be inconclusive below it. */
  private boolean agreeOnWithin() {
    long below =
        runs.stream()
            .filter(run -> run.outcome() == Outcome.INCONCLUSIVE && run.isBelow(budget))
            .count();
    long within = count(Outcome.WITHIN);
    return within > 1 || (within == 1 && below > 0 && count(Outcome.EXCEEDED) == 0);
  }

  private long count(Outcome outcome) {
    return runs.stream().filter(run -> run.outcome() == outcome).count();
  }

  private JudgedRun firstWith(Outcome outcome) {
    return runs.stream().filter(run -> run.outcome() == outcome).findFirst().orElseThrow();
  }

  /** Returns the combined measurement. */
  Measurement measurement() {
    if (runs.size() == 1) {
      return runs.get(0).measurement();
    }
    return isRatioWithLimit() ? ratioMeasurement() : timeMeasurement();
  }

  private Measurement ratioMeasurement() {
    if (isUndecidable()) {
      return runs.get(runs.size() - 1).measurement();
    }
    if (agreeOnExceeded()) {
      return exceededMeasurement();
    }
    if (agreeOnWithin()) {
      return withOtherFigures(firstWith(Outcome.WITHIN), "measured again with fresh code: ");
    }
    return count(Outcome.EXCEEDED) + count(Outcome.WITHIN) == 0
        ? runs.get(0).measurement()
        : disagreement();
  }

  private Measurement exceededMeasurement() {
    JudgedRun shown = firstWith(Outcome.EXCEEDED);
    boolean allFresh = runs.stream().skip(1).allMatch(JudgedRun::fresh);
    return allFresh || shown.isAbove(Estimator.MAX_COMPILATION_EFFECT, budget)
        ? withOtherFigures(shown, "confirmed by a second run: ")
        : doubtful(
            shown,
            "not confirmed: %s exceeded the limit, but the classes that the methods call could not"
                    .formatted(shown.roundedFigure())
                + " be compiled again, and chance in their compilation can explain it; let the JVM"
                + " load Tare's agent with -XX:+EnableDynamicAgentLoading, or measure in fresh JVMs"
                + " with forks = 3");
  }

  /**
   * Returns the measurement of a run, with the figures of the other runs in the order in which they
   * were taken.
   */
  private Measurement withOtherFigures(JudgedRun shown, String form) {
    List<String> others = others(shown).stream().map(RunAgreement::describe).toList();
    return shown.measurement() instanceof Observed observed
        ? observed.alsoCounted(List.of(form + String.join(", ", others)))
        : shown.measurement();
  }

  private List<JudgedRun> others(JudgedRun shown) {
    List<JudgedRun> others = new ArrayList<>(runs);
    others.remove(shown);
    return others;
  }

  private static String describe(JudgedRun run) {
    return run.roundedFigure()
        + (run.run().warmUp().jitIdle() ? "" : ", while the JIT still compiled");
  }

  /** Returns a doubtful measurement. At least one run was decided, and no other agreed. */
  private Measurement disagreement() {
    boolean exceeds = count(Outcome.EXCEEDED) > 0;
    JudgedRun decided = firstWith(exceeds ? Outcome.EXCEEDED : Outcome.WITHIN);
    List<JudgedRun> others = others(decided);
    return doubtful(
        decided,
        exceeds
            ? doubtReason(decided, others.get(others.size() - 1))
            : "two runs disagree: %s kept the limit, %s with fresh code may not"
                .formatted(decided.roundedFigure(), others.get(others.size() - 1).roundedFigure()));
  }

  private String doubtReason(JudgedRun exceeding, JudgedRun other) {
    String otherFigure = other.roundedFigure();
    if (other.outcome() == Outcome.WITHIN) {
      return "two runs disagree: %s exceeded the limit, %s with fresh code did not"
          .formatted(exceeding.roundedFigure(), otherFigure);
    }
    Optional<String> doubt = other.estimate().doubtReason(budget);
    return doubt.isPresent()
        ? "not confirmed: %s exceeded the limit, %s with fresh code may not: %s"
            .formatted(exceeding.roundedFigure(), otherFigure, doubt.get())
        : ("not confirmed: %s exceeded the limit, %s with fresh code is inconclusive in the"
                + " time that was left; allow more with measurementTime")
            .formatted(exceeding.roundedFigure(), otherFigure);
  }

  private static Measurement doubtful(JudgedRun shown, String reason) {
    return shown.measurement() instanceof Observed observed
        ? new Doubtful(observed.figure(), reason, observed)
        : shown.measurement();
  }

  private Measurement timeMeasurement() {
    JudgedRun first = runs.get(0);
    JudgedRun second = runs.get(1);
    if (!(first.measurement() instanceof Observed observed)) {
      return first.measurement();
    }
    if (first.run().sharedThroughout(budget.figure())
        && explainsBySharing(second.estimate(), observed)) {
      return withFirstFigure(observed, second);
    }
    return second.estimate().judge(budget).outcome() == Outcome.EXCEEDED
        ? withOtherFigures(first, "confirmed by a second run: ")
        : doubtful(first, doubtReason(first, second));
  }

  /** Returns whether the shared core of the first run may explain its figure. */
  private static boolean explainsBySharing(Estimate second, Observed first) {
    return second.selection().isUndisturbed()
        && first.lower().amount()
            <= SampleSelection.MAX_SHARING_SLOWDOWN * second.interval().upper();
  }

  /**
   * Returns the measurement of the undisturbed second run, with the figure of the first run, whose
   * core was shared.
   */
  private static Measurement withFirstFigure(Observed first, JudgedRun second) {
    String phrase = "a first run, on a core that was shared, found " + first.value().rounded();
    return second.measurement() instanceof Observed observed
        ? observed.alsoCounted(
            List.of(
                second.outcome() == Outcome.EXCEEDED
                    ? "confirmed by a second run, whose figure this is: " + phrase
                    : phrase))
        : second.measurement();
  }
}
