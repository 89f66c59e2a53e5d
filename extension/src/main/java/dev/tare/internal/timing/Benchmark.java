package dev.tare.internal.timing;

import dev.tare.model.Budget;
import dev.tare.model.Measurement;
import dev.tare.model.Measurement.Doubtful;
import dev.tare.model.Measurement.Observed;
import dev.tare.model.Verdict.Outcome;
import dev.tare.unit.Elapsed;
import java.util.ArrayList;
import java.util.List;
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
  // 347 verdicts on a loaded machine: no failure in 254 cases at or below the limit, 92 failures
  // in 93 cases at 1.13 times the limit and above.
  //
  // [1] Boyer, Robust Java benchmarking, 2008
  // [2] Bulej et al., Duet Benchmarking, ICPE 2020: interleaving
  // [3] Barrett et al., Virtual Machine Warmup Blows Hot and Cold, OOPSLA 2017

  private final Clock clock;
  private final Caps caps;

  /** A benchmark that reads the clock given and stays within the caps. */
  public Benchmark(Clock clock, Caps caps) {
    this.clock = clock;
    this.caps = caps;
  }

  /**
   * Measures.
   *
   * @param tested the method
   * @param baseline what it is compared with; needed by a budget of {@link TimeFigures#TIME_RATIO}
   * @param budgets of {@link TimeFigures#TIME_PER_CALL}, of the method, and of {@link
   *     TimeFigures#TIME_RATIO}
   * @return one measurement for each budget, in the same order
   * @throws Throwable what a method threw, unchanged
   */
  public List<Measurement> measure(Arm tested, @Nullable Arm baseline, List<Budget> budgets)
      throws Throwable {
    List<Arm> arms = baseline == null ? List.of(tested) : List.of(tested, baseline);
    try {
      Elapsed first = firstCall(tested);
      if (baseline != null) {
        baseline.body().run();
      }
      return confirmed(arms, Trial.run(clock, caps, arms, budgets), first);
    } finally {
      arms.forEach(arm -> arm.body().forget());
    }
  }

  private Elapsed firstCall(Arm arm) throws Throwable {
    long from = clock.wallNanos();
    arm.body().run();
    return new Elapsed(clock.wallNanos() - from);
  }

  private List<Measurement> confirmed(List<Arm> arms, Trial trial, Elapsed first) throws Throwable {
    List<Measurement> measurements = new ArrayList<>();
    List<Budget> exceeded = new ArrayList<>();
    for (int i = 0; i < trial.budgets().size(); i++) {
      Budget budget = trial.budgets().get(i);
      measurements.add(trial.measurement(i, TimeFigures.isRatio(budget.figure()) ? null : first));
      if (trial.estimates().get(i).judge(budget).outcome() == Outcome.EXCEEDED) {
        exceeded.add(budget);
      }
    }
    if (!exceeded.isEmpty()) {
      Trial second = Trial.run(clock, caps, arms, List.copyOf(exceeded));
      for (int i = 0; i < exceeded.size(); i++) {
        int at = trial.budgets().indexOf(exceeded.get(i));
        measurements.set(at, joined((Observed) measurements.get(at), second, i));
      }
    }
    return measurements;
  }

  /** The first run, if the second agrees that the budget is exceeded; else a doubt. */
  private static Measurement joined(Observed first, Trial second, int index) {
    Estimate estimate = second.estimates().get(index);
    Budget budget = second.budgets().get(index);
    String again = TimeFigures.quantity(budget.figure(), estimate.interval().estimate()).rounded();
    if (estimate.judge(budget).outcome() == Outcome.EXCEEDED) {
      return withCounted(first, "confirmed by a second run with fresh code: " + again);
    }
    String reason =
        "two runs disagree: %s exceeded the limit, %s with fresh code did not"
            .formatted(first.value().rounded(), again);
    return new Doubtful(budget.figure(), reason, first);
  }

  private static Observed withCounted(Observed observed, String phrase) {
    List<String> counted = new ArrayList<>(observed.counted());
    counted.add(phrase);
    return new Observed(
        observed.figure(),
        observed.value(),
        observed.lower(),
        observed.upper(),
        observed.sampling(),
        counted,
        observed.distortions(),
        observed.breakdown());
  }
}
