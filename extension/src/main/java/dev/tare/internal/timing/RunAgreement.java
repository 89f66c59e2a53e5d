package dev.tare.internal.timing;

import dev.tare.internal.timing.estimate.Estimate;
import dev.tare.internal.timing.estimate.TimeFigures;
import dev.tare.internal.timing.noise.SampleSelection;
import dev.tare.internal.timing.stage.FirstTwoCalls;
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
 * <p>An exceeded time per call needs a second run that agrees. A ratio needs two runs that agree,
 * whether it is within its limit or exceeds it: two equal methods are sometimes compiled into code
 * of different speed, which more samples do not show.
 */
final class RunAgreement {

  /**
   * Largest number of runs, each of which needs a warm-up. Two of three runs agree unless the ratio
   * is close to its limit.
   */
  private static final int MOST_RUNS = 4;

  /**
   * Ratio to the limit below which an excess needs three runs. Fresh compilations of equal methods
   * differ by up to 8 % (standard deviation).
   */
  private static final double CLOSE = 1.15;

  /**
   * Largest ratio that compilation can explain; 1.2 to 1.8 were measured for equal methods whose
   * classes kept their compiled code.
   */
  private static final double MOST_BY_COMPILATION = 2;

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

    String figure() {
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
  boolean isOpen() {
    return needsConfirmation() || (isRatioWithLimit() && !isDecided());
  }

  private boolean isRatioWithLimit() {
    return budget.limit() != null && TimeFigures.isRatio(budget.figure());
  }

  private boolean isDecided() {
    return runs.size() >= MOST_RUNS || isUndecidable() || agreeOnExceeded() || agreeOnWithin();
  }

  private boolean isUndecidable() {
    JudgedRun last = runs.get(runs.size() - 1);
    return last.outcome() == Outcome.UNMEASURED || last.estimate().isUndecidable(budget);
  }

  /**
   * Returns whether enough runs exceed the limit: three close to it, since compilation can exceed
   * it twice by chance, otherwise two.
   */
  private boolean agreeOnExceeded() {
    long exceeded = count(Outcome.EXCEEDED);
    return exceeded > 1 && (areFarAbove() || (exceeded > 2 && count(Outcome.WITHIN) == 0));
  }

  private boolean areFarAbove() {
    return runs.stream()
        .filter(one -> one.outcome() == Outcome.EXCEEDED)
        .allMatch(one -> one.isAbove(CLOSE, budget));
  }

  /** Returns whether two runs are within the limit; the second may be inconclusive below it. */
  private boolean agreeOnWithin() {
    long below =
        runs.stream()
            .filter(one -> one.outcome() == Outcome.INCONCLUSIVE && one.isBelow(budget))
            .count();
    long within = count(Outcome.WITHIN);
    return within > 1 || (within == 1 && below > 0 && count(Outcome.EXCEEDED) == 0);
  }

  private long count(Outcome outcome) {
    return runs.stream().filter(one -> one.outcome() == outcome).count();
  }

  private JudgedRun firstWith(Outcome outcome) {
    return runs.stream().filter(one -> one.outcome() == outcome).findFirst().orElseThrow();
  }

  /** Returns the combined measurement. */
  Measurement measurement() {
    if (runs.size() == 1) {
      return runs.get(0).measurement();
    }
    return isRatioWithLimit() ? ofRatio() : ofTime();
  }

  private Measurement ofRatio() {
    if (isUndecidable()) {
      return runs.get(runs.size() - 1).measurement();
    }
    if (agreeOnExceeded()) {
      return exceeded();
    }
    if (agreeOnWithin()) {
      return withOthers(firstWith(Outcome.WITHIN), "measured again with fresh code: ");
    }
    return count(Outcome.EXCEEDED) + count(Outcome.WITHIN) == 0
        ? runs.get(0).measurement()
        : disagreement();
  }

  private Measurement exceeded() {
    JudgedRun shown = firstWith(Outcome.EXCEEDED);
    boolean fresh = runs.stream().skip(1).allMatch(JudgedRun::fresh);
    return fresh || shown.isAbove(MOST_BY_COMPILATION, budget)
        ? withOthers(shown, "confirmed by a second run with fresh code: ")
        : doubtful(
            shown,
            "not confirmed: %s exceeded the limit, but the classes that the methods call could not"
                    .formatted(shown.figure())
                + " be compiled anew, and chance in their compilation can explain it; let the JVM"
                + " load Tare's agent with -XX:+EnableDynamicAgentLoading, or measure in fresh JVMs"
                + " with forks = 3");
  }

  /**
   * Returns the measurement of a run with the figures of the others, in the order in which they
   * were taken.
   */
  private Measurement withOthers(JudgedRun shown, String form) {
    List<String> others = others(shown).stream().map(RunAgreement::described).toList();
    return shown.measurement() instanceof Observed observed
        ? observed.alsoCounted(List.of(form + String.join(", ", others)))
        : shown.measurement();
  }

  private List<JudgedRun> others(JudgedRun shown) {
    List<JudgedRun> others = new ArrayList<>(runs);
    others.remove(shown);
    return others;
  }

  private static String described(JudgedRun one) {
    return one.figure() + (one.run().warmUp().quiet() ? "" : ", while the JIT still compiled");
  }

  /** Returns a doubtful measurement; at least one run was decided, and no other agreed. */
  private Measurement disagreement() {
    boolean exceeds = count(Outcome.EXCEEDED) > 0;
    JudgedRun decided = firstWith(exceeds ? Outcome.EXCEEDED : Outcome.WITHIN);
    List<JudgedRun> others = others(decided);
    return doubtful(
        decided,
        exceeds
            ? doubt(decided, others.get(others.size() - 1))
            : "two runs disagree: %s kept the limit, %s with fresh code may not"
                .formatted(decided.figure(), others.get(others.size() - 1).figure()));
  }

  private String doubt(JudgedRun exceeding, JudgedRun other) {
    String confirming = other.figure();
    if (other.outcome() == Outcome.WITHIN) {
      return "two runs disagree: %s exceeded the limit, %s with fresh code did not"
          .formatted(exceeding.figure(), confirming);
    }
    Optional<String> doubt = other.estimate().doubt(budget);
    return doubt.isPresent()
        ? "not confirmed: %s exceeded the limit, %s with fresh code may not: %s"
            .formatted(exceeding.figure(), confirming, doubt.get())
        : ("not confirmed: %s exceeded the limit, %s with fresh code is inconclusive in the"
                + " time that was left; allow more with measurementTime")
            .formatted(exceeding.figure(), confirming);
  }

  private static Measurement doubtful(JudgedRun shown, String reason) {
    return shown.measurement() instanceof Observed observed
        ? new Doubtful(observed.figure(), reason, observed)
        : shown.measurement();
  }

  private Measurement ofTime() {
    JudgedRun one = runs.get(0);
    JudgedRun second = runs.get(1);
    if (!(one.measurement() instanceof Observed observed)) {
      return one.measurement();
    }
    if (one.run().sharedThroughout(budget.figure())
        && explainsBySharing(second.estimate(), observed)) {
      return replaced(observed, second);
    }
    return second.estimate().judge(budget).outcome() == Outcome.EXCEEDED
        ? withOthers(one, "confirmed by a second run with fresh code: ")
        : doubtful(one, doubt(one, second));
  }

  /** Returns whether the shared core of the first run may explain its figure. */
  private static boolean explainsBySharing(Estimate second, Observed first) {
    return second.selection().best()
        && first.lower().amount() <= SampleSelection.MOST_BY_SHARING * second.interval().upper();
  }

  /** Returns the undisturbed second run in place of a first run on a shared core. */
  private static Measurement replaced(Observed first, JudgedRun second) {
    String phrase = "a first run, on a core that was shared, found " + first.value().rounded();
    return second.measurement() instanceof Observed observed
        ? observed.alsoCounted(
            List.of(
                second.outcome() == Outcome.EXCEEDED
                    ? "confirmed by a second run with fresh code, whose figure this is: " + phrase
                    : phrase))
        : second.measurement();
  }
}
