package dev.tare.internal.timing;

import dev.tare.internal.timing.clock.CounterReading;
import dev.tare.internal.timing.sample.SampledCase;
import dev.tare.internal.timing.sample.SamplingPlan;
import dev.tare.model.Budget;
import dev.tare.model.Verdict.Outcome;
import java.util.List;

/** Takes samples of all methods in turn until every budget is decided or the cap is reached. */
final class SamplingStage {

  /** Number of samples in a block, which is one reading; see {@link Estimator.BlockStatistic}. */
  private static final int SAMPLES_PER_BLOCK = 5;

  /** Number of blocks for a figure without a limit: 160 samples. */
  private static final int REPORTED_BLOCKS = 32;

  private final Benchmark benchmark;
  private final List<SampledCase> sampledCases;
  private final List<Budget> budgets;
  private final Estimate[] estimates;
  private final boolean[] decided;
  private final CounterReading start;
  private final CounterReading steadyFrom;
  private int rounds;

  /**
   * Creates the stage.
   *
   * @param steadyFrom counters when the warm-up became steady
   */
  SamplingStage(
      Benchmark benchmark,
      List<SampledCase> sampledCases,
      List<Budget> budgets,
      CounterReading steadyFrom) {
    this.benchmark = benchmark;
    this.sampledCases = sampledCases;
    this.budgets = budgets;
    this.steadyFrom = steadyFrom;
    this.estimates = new Estimate[budgets.size()];
    this.decided = new boolean[budgets.size()];
    this.start = CounterReading.now(benchmark.clock());
  }

  /**
   * Samples until all budgets are decided. Returns one estimate for each budget, computed when it
   * was decided.
   */
  List<Estimate> sample() throws Throwable {
    double end = benchmark.clock().wallNanos() + benchmark.plan().samplingTime().nanos();
    for (int blocks : SamplingPlan.CHECKPOINTS) {
      boolean capped = takeRounds(blocks * SAMPLES_PER_BLOCK, end);
      boolean allDecided = evaluate();
      if (capped || allDecided) {
        break;
      }
    }
    return List.of(estimates);
  }

  /** Returns the counters since this stage began. */
  CounterReading spent() {
    return CounterReading.now(benchmark.clock()).minus(start);
  }

  /**
   * Takes rounds until there are {@code total} or the cap is reached, and returns whether it was
   * reached.
   */
  private boolean takeRounds(int total, double end) throws Throwable {
    boolean capped = false;
    while (rounds < total && !capped) {
      takeRound();
      capped = rounds >= SamplingPlan.MIN_ROUNDS && benchmark.clock().wallNanos() >= end;
    }
    return capped;
  }

  /**
   * Takes one sample of each method. The order rotates, since the first method finds colder caches.
   */
  private void takeRound() throws Throwable {
    for (int i = 0; i < sampledCases.size(); i++) {
      sampledCases.get((rounds + i) % sampledCases.size()).sample();
    }
    rounds++;
  }

  /** Estimates the figures that are not decided yet, and returns whether all are now. */
  private boolean evaluate() {
    CounterReading pauses = CounterReading.now(benchmark.clock()).minus(steadyFrom);
    Estimator estimator = new Estimator(benchmark, sampledCases, pauses);
    // if the cap was reached early, blocks are smaller, so that there are eight if possible
    int perBlock = Math.max(1, Math.min(SAMPLES_PER_BLOCK, rounds / SamplingPlan.FIRST_CHECKPOINT));
    boolean all = true;
    for (int i = 0; i < decided.length; i++) {
      if (!decided[i]) {
        estimates[i] = estimator.estimate(budgets.get(i).figure(), perBlock);
        decided[i] = isDecided(budgets.get(i), estimates[i]);
        all &= decided[i];
      }
    }
    return all;
  }

  private boolean isDecided(Budget budget, Estimate estimate) {
    return budget.limit() == null
        ? rounds / estimate.samplesPerBlock() >= REPORTED_BLOCKS
        : estimate.hasNoUpperEnd() || estimate.outcome(budget) != Outcome.INCONCLUSIVE;
  }
}
