package dev.tare.internal.timing;

import dev.tare.internal.timing.clock.JvmCounters;
import dev.tare.internal.timing.sample.BenchmarkCase;
import dev.tare.internal.timing.sample.SamplingPlan;
import dev.tare.model.Budget;
import dev.tare.model.Measurement;
import dev.tare.model.Measurement.Missing;
import java.util.Iterator;
import java.util.List;
import java.util.Optional;
import java.util.stream.IntStream;
import org.jspecify.annotations.Nullable;

/**
 * Times a method, alone or against a baseline, until its budgets are decided.
 *
 * <p>More samples do not average out the effect of compilation. Therefore each interval includes a
 * systematic error, and a caller measures once more, with freshly compiled code, before a limit
 * counts as exceeded.
 *
 * @param beforeWarmUp an action between the first call and the warm-up, run once and not timed
 * @param isFirst whether the method is timed in this JVM for the first time
 */
public record Benchmark(
    JvmCounters clock, SamplingPlan plan, Runnable beforeWarmUp, boolean isFirst) {

  // Steps: first call, fresh stub for each method, warm-up, pilot stage, interleaved samples,
  // blocks, robust interval, checkpoints, report.
  // How often its verdicts are wrong: docs/internals/measurements/times.md.
  //
  // [1] Boyer, Robust Java benchmarking, 2008
  //
  // [2] Bulej et al., Duet Benchmarking, ICPE 2020: interleaving
  //
  // [3] Barrett et al., Virtual Machine Warmup Blows Hot and Cold, OOPSLA 2017

  /** Creates the first benchmark of a method. */
  public Benchmark(JvmCounters clock, SamplingPlan plan, Runnable beforeWarmUp) {
    this(clock, plan, beforeWarmUp, true);
  }

  /** Creates the first benchmark of a method, without an action before the warm-up. */
  public Benchmark(JvmCounters clock, SamplingPlan plan) {
    this(clock, plan, () -> {});
  }

  /**
   * Measures the budgets.
   *
   * @param tested the method; its body keeps the value of the first call, which may be measured
   *     later
   * @param baseline the method to compare with; required by a budget of {@link
   *     TimeFigures#TIME_RATIO}
   * @param budgets budgets of {@link TimeFigures#FIRST_CALL}, {@link TimeFigures#TIME_PER_CALL} and
   *     {@link TimeFigures#TIME_RATIO}; if all are of the first call, the method is called only
   *     once
   * @return one measurement for each budget, in the same order
   * @throws Throwable exception of a method, unchanged
   */
  public List<Measurement> measure(
      BenchmarkCase tested, @Nullable BenchmarkCase baseline, List<Budget> budgets)
      throws Throwable {
    List<BenchmarkCase> cases = baseline == null ? List.of(tested) : List.of(tested, baseline);
    try {
      List<Budget> laterBudgets =
          budgets.stream().filter(budget -> !TimeFigures.isFirstCall(budget.figure())).toList();
      FirstCallTime first = FirstCallTime.measure(clock, tested);
      Iterator<Measurement> laterMeasurements =
          measureLaterCalls(cases, laterBudgets, first).iterator();
      return budgets.stream()
          .map(
              budget ->
                  TimeFigures.isFirstCall(budget.figure())
                      ? first.measurement(budget.figure())
                      : laterMeasurements.next())
          .toList();
    } finally {
      if (baseline != null) {
        baseline.forget();
      }
    }
  }

  private List<Measurement> measureLaterCalls(
      List<BenchmarkCase> cases, List<Budget> budgets, FirstCallTime first) throws Throwable {
    if (budgets.isEmpty()) {
      return List.of();
    }
    if (cases.size() > 1) {
      cases.get(1).prepare();
      cases.get(1).body().run();
      Optional<String> difference =
          plan.equalResults() ? ReturnedValueCheck.difference(cases) : Optional.empty();
      if (difference.isPresent()) {
        return budgets.stream()
            .<Measurement>map(
                budget -> new Missing(budget.figure(), difference.get(), ReturnedValueCheck.REMEDY))
            .toList();
      }
    }
    beforeWarmUp.run();
    BenchmarkRun run = BenchmarkRun.run(this, cases, budgets);
    return IntStream.range(0, budgets.size()).mapToObj(i -> run.measurement(i, first)).toList();
  }
}
