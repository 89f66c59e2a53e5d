package dev.tare.internal.timing;

import static dev.tare.internal.timing.TimeFigures.TIME_PER_CALL;
import static dev.tare.internal.timing.TimeFigures.TIME_RATIO;

import dev.tare.internal.timing.sample.BenchmarkCase;
import dev.tare.internal.timing.sample.SamplingPlan;
import dev.tare.internal.timing.sample.SamplingPlans;
import dev.tare.model.Budget;
import dev.tare.model.Measurement;
import dev.tare.model.Measurement.Observed;
import dev.tare.model.Remark;
import dev.tare.model.Verdict.Outcome;
import dev.tare.unit.Elapsed;
import dev.tare.unit.Ratio;
import java.util.List;
import org.jspecify.annotations.Nullable;

/** Benchmarks of simulated bodies on a simulated clock. */
abstract class SimulatedBenchmarks {

  static final Budget NONE = Budget.unlimited(TIME_PER_CALL);

  final SimulatedClock clock = new SimulatedClock();

  static Budget max(String limit) {
    return Budget.atMost(TIME_PER_CALL, Elapsed.parse(limit));
  }

  static Budget maxRatio(double limit) {
    return Budget.atMost(TIME_RATIO, new Ratio(limit));
  }

  static SamplingPlan of(String statistic) {
    return SamplingPlans.of(statistic);
  }

  SimulatedBody body(double nanos) {
    return new SimulatedBody(clock, nanos, (long) nanos);
  }

  /** Returns a body that runs an action in each n-th sample. */
  SimulatedBody withSamples(int nth, Runnable action) {
    int[] turn = {0};
    return body(100)
        .with(
            (self, n, stub) -> {
              self.spend(n);
              if (n > 5_000 && ++turn[0] % nth == 0) {
                action.run();
              }
            });
  }

  List<Measurement> measureAll(
      SamplingPlan plan, BenchmarkCase tested, @Nullable BenchmarkCase other, Budget... budgets)
      throws Throwable {
    return new Benchmark(clock, plan).measure(tested, other, List.of(budgets));
  }

  Measurement measure(
      SamplingPlan plan, SimulatedBody tested, @Nullable SimulatedBody baseline, Budget budget)
      throws Throwable {
    BenchmarkCase other = baseline == null ? null : new BenchmarkCase("old()", baseline);
    return measureAll(plan, new BenchmarkCase("get()", tested), other, budget).get(0);
  }

  Measurement measure(SimulatedBody tested, @Nullable SimulatedBody baseline, Budget budget)
      throws Throwable {
    return measure(SamplingPlans.STANDARD, tested, baseline, budget);
  }

  Observed observed(SamplingPlan plan, SimulatedBody tested, Budget budget) throws Throwable {
    return (Observed) measure(plan, tested, null, budget);
  }

  Observed observed(SimulatedBody tested, Budget budget) throws Throwable {
    return (Observed) measure(tested, null, budget);
  }

  Outcome outcome(SamplingPlan plan, SimulatedBody tested, Budget budget) throws Throwable {
    return budget.judge(measure(plan, tested, null, budget)).outcome();
  }

  Outcome outcome(SimulatedBody tested, @Nullable SimulatedBody baseline, Budget budget)
      throws Throwable {
    return budget.judge(measure(tested, baseline, budget)).outcome();
  }

  static List<String> texts(Observed observed) {
    return observed.distortions().stream().map(Remark::text).toList();
  }
}
