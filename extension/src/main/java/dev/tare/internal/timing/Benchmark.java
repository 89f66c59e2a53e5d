package dev.tare.internal.timing;

import dev.tare.model.Budget;
import dev.tare.model.Measurement;
import dev.tare.model.Measurement.Doubtful;
import dev.tare.model.Measurement.Missing;
import dev.tare.model.Measurement.Observed;
import dev.tare.model.Verdict.Outcome;
import dev.tare.unit.Elapsed;
import java.util.ArrayList;
import java.util.Iterator;
import java.util.List;
import java.util.Optional;
import org.jspecify.annotations.Nullable;

/**
 * Times a method, alone or against a baseline, until its budgets are decided.
 *
 * <p>A time that is taken from samples alone is dishonest: the luck of compilation stays however
 * many they are. So each interval includes a systematic floor, and a budget is exceeded only if a
 * second run with freshly compiled code says so too; if the two disagree the figure is in doubt.
 */
public final class Benchmark {

  // The numbered method of the project's measurements: first call, fresh stub for each method,
  // warm-up, pilot, interleaved samples, blocks, robust interval, looks, confirmation, report.
  // How often its verdicts are wrong is told in docs/times.md.
  //
  // [1] Boyer, Robust Java benchmarking, 2008
  // [2] Bulej et al., Duet Benchmarking, ICPE 2020: interleaving
  // [3] Barrett et al., Virtual Machine Warmup Blows Hot and Cold, OOPSLA 2017

  private final Setting setting;
  private final Runnable beforeWarmUp;

  /** A benchmark that reads the clock given, stays within the caps and follows the procedure. */
  public Benchmark(Clock clock, Caps caps, Procedure procedure) {
    this(clock, caps, procedure, Progress.SILENT);
  }

  /** The same, which tells how far it is. */
  public Benchmark(Clock clock, Caps caps, Procedure procedure, Progress progress) {
    this(clock, caps, procedure, progress, () -> {});
  }

  /**
   * The same, which does something between the first call and the warm-up.
   *
   * @param beforeWarmUp does it, once; its time does not count
   */
  public Benchmark(
      Clock clock, Caps caps, Procedure procedure, Progress progress, Runnable beforeWarmUp) {
    this.setting = Setting.of(clock, caps, procedure, progress);
    this.beforeWarmUp = beforeWarmUp;
  }

  /**
   * Measures.
   *
   * @param tested the method; it keeps what its first call returned, which may yet be weighed
   * @param baseline what it is compared with; needed by a budget of {@link TimeFigures#TIME_RATIO}
   * @param budgets of {@link TimeFigures#FIRST_CALL} and {@link TimeFigures#TIME_PER_CALL}, of the
   *     method, and of {@link TimeFigures#TIME_RATIO}; if all are of the first call there is no
   *     other
   * @return one measurement for each budget, in the same order
   * @throws Throwable what a method threw, unchanged
   */
  public List<Measurement> measure(Arm tested, @Nullable Arm baseline, List<Budget> budgets)
      throws Throwable {
    List<Arm> arms = baseline == null ? List.of(tested) : List.of(tested, baseline);
    try {
      FirstCall first = FirstCall.make(setting.clock(), tested);
      List<Budget> repeated =
          budgets.stream().filter(budget -> !TimeFigures.isFirstCall(budget.figure())).toList();
      Iterator<Measurement> measured = repeated(arms, repeated, first).iterator();
      return budgets.stream()
          .map(
              budget ->
                  TimeFigures.isFirstCall(budget.figure())
                      ? first.measurement(budget.figure())
                      : measured.next())
          .toList();
    } finally {
      if (baseline != null) {
        baseline.forget();
      }
    }
  }

  private List<Measurement> repeated(List<Arm> arms, List<Budget> budgets, FirstCall first)
      throws Throwable {
    if (budgets.isEmpty()) {
      return List.of();
    }
    if (arms.size() > 1) {
      arms.get(1).prepare();
      arms.get(1).body().run();
      Optional<String> difference =
          setting.procedure().equalResults() ? Equality.difference(arms) : Optional.empty();
      if (difference.isPresent()) {
        return budgets.stream()
            .<Measurement>map(
                budget -> new Missing(budget.figure(), difference.get(), Equality.REMEDY))
            .toList();
      }
    }
    beforeWarmUp.run();
    // from now on: what a first call loads and builds is no part of it
    boolean judged = budgets.stream().anyMatch(budget -> budget.limit() != null);
    Allowance allowance = Allowance.from(setting.clock(), setting.caps(), judged);
    Trial trial = Trial.run(setting, allowance, arms, budgets);
    return confirmed(arms, trial, allowance.ofSecond(), first.elapsed());
  }

  private List<Measurement> confirmed(List<Arm> arms, Trial trial, Allowance left, Elapsed first)
      throws Throwable {
    List<Measurement> measurements = new ArrayList<>();
    List<Budget> exceeded = new ArrayList<>();
    for (int i = 0; i < trial.budgets().size(); i++) {
      Budget budget = trial.budgets().get(i);
      Measurement measurement =
          trial.measurement(i, TimeFigures.isRatio(budget.figure()) ? null : first);
      measurements.add(measurement);
      if (budget.judge(measurement).outcome() == Outcome.EXCEEDED) {
        exceeded.add(budget);
      }
    }
    if (!exceeded.isEmpty()) {
      Trial second = Trial.run(setting, left, arms, List.copyOf(exceeded));
      for (int i = 0; i < exceeded.size(); i++) {
        int at = trial.budgets().indexOf(exceeded.get(i));
        Observed seen = (Observed) measurements.get(at);
        Budget budget = exceeded.get(i);
        measurements.set(
            at,
            trial.sharedThroughout(budget.figure())
                    && explainsBySharing(second.estimates().get(i), seen)
                ? replaced(seen, second.measurement(i, first), budget)
                : joined(seen, second, i));
      }
    }
    return measurements;
  }

  /** Whether the first run may have found what it did since its core was shared. */
  private static boolean explainsBySharing(Estimate second, Observed first) {
    return second.selection().best()
        && first.lower().amount() <= Selection.MOST_BY_SHARING * second.interval().upper();
  }

  /** The second run, of undisturbed samples, where the first had a core that was shared. */
  private static Measurement replaced(Observed first, Measurement second, Budget budget) {
    String phrase = "a first run, on a core that was shared, found " + first.value().rounded();
    return second instanceof Observed observed
        ? observed.alsoCounted(
            List.of(
                budget.judge(second).outcome() == Outcome.EXCEEDED
                    ? "confirmed by a second run with fresh code, whose figure this is: " + phrase
                    : phrase))
        : second;
  }

  /** The first run, if the second agrees that the budget is exceeded; else a doubt. */
  private static Measurement joined(Observed first, Trial second, int index) {
    Estimate estimate = second.estimates().get(index);
    Budget budget = second.budgets().get(index);
    String again = TimeFigures.quantity(budget.figure(), estimate.interval().estimate()).rounded();
    Outcome outcome = estimate.judge(budget).outcome();
    if (outcome == Outcome.EXCEEDED) {
      String compiling = second.warmUp().quiet() ? "" : ", while the JIT still compiled";
      return first.alsoCounted(
          List.of("confirmed by a second run with fresh code: " + again + compiling));
    }
    Optional<String> doubt = estimate.doubt(budget);
    if (doubt.isPresent()) {
      return new Doubtful(
          budget.figure(),
          "not confirmed: %s exceeded the limit, %s with fresh code may not: %s"
              .formatted(first.value().rounded(), again, doubt.get()),
          first);
    }
    String form =
        outcome == Outcome.INCONCLUSIVE
            ? "not confirmed: %s exceeded the limit, %s with fresh code is too near to tell in the"
                + " time that was left; allow more with maxTime"
            : "two runs disagree: %s exceeded the limit, %s with fresh code did not";
    return new Doubtful(budget.figure(), form.formatted(first.value().rounded(), again), first);
  }
}
