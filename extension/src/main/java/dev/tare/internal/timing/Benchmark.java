package dev.tare.internal.timing;

import dev.tare.internal.timing.call.Arm;
import dev.tare.internal.timing.call.Procedure;
import dev.tare.internal.timing.clock.Clock;
import dev.tare.internal.timing.estimate.TimeFigures;
import dev.tare.internal.timing.stage.Allowance;
import dev.tare.internal.timing.stage.Caps;
import dev.tare.internal.timing.stage.EarlyCalls;
import dev.tare.internal.timing.stage.Equality;
import dev.tare.internal.timing.stage.FirstCall;
import dev.tare.internal.timing.stage.Progress;
import dev.tare.internal.timing.stage.Setting;
import dev.tare.model.Budget;
import dev.tare.model.Measurement;
import dev.tare.model.Measurement.Missing;
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
 * second run with freshly compiled code agrees. A ratio is within its limit only if a second run
 * agrees, too.
 */
public final class Benchmark {

  // The numbered method of the project's measurements: first call, fresh stub for each method,
  // warm-up, pilot, interleaved samples, blocks, robust interval, looks, confirmation, report.
  // docs/internals/measurements/times.md says how often its verdicts are wrong.
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
    EarlyCalls early = EarlyCalls.after(first, setting.clock(), arms.get(0));
    Trial trial = Trial.run(setting, allowance, arms, budgets);
    return agreed(arms, trial, allowance.ofSecond(), early);
  }

  private List<Measurement> agreed(List<Arm> arms, Trial trial, Allowance left, EarlyCalls early)
      throws Throwable {
    List<Agreement> agreements = new ArrayList<>();
    for (Budget budget : trial.budgets()) {
      Agreement agreement = new Agreement(budget, early);
      agreement.add(trial, true);
      agreements.add(agreement);
    }
    double oneMore = trial.leastNanos();
    List<Agreement> open = open(agreements);
    while (open.stream().anyMatch(Agreement::needsConfirmation)
        || (!open.isEmpty() && left.allows(oneMore))) {
      boolean fresh = setting.clock().discardCompiledCode();
      Trial next = Trial.run(setting, left, arms, open.stream().map(Agreement::budget).toList());
      open.forEach(agreement -> agreement.add(next, fresh));
      open = open(agreements);
    }
    return agreements.stream().map(Agreement::measurement).toList();
  }

  private static List<Agreement> open(List<Agreement> agreements) {
    return agreements.stream().filter(Agreement::isOpen).toList();
  }
}
