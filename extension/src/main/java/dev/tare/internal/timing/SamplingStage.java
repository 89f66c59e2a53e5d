package dev.tare.internal.timing;

import dev.tare.internal.timing.call.SamplingPlan;
import dev.tare.internal.timing.clock.CounterReading;
import dev.tare.internal.timing.clock.JvmCounters;
import dev.tare.internal.timing.estimate.Estimate;
import dev.tare.internal.timing.estimate.Estimator;
import dev.tare.internal.timing.stage.BenchmarkSettings;
import dev.tare.internal.timing.stage.SampledCase;
import dev.tare.model.Budget;
import dev.tare.model.Verdict.Outcome;
import dev.tare.unit.Quantity;
import java.util.ArrayList;
import java.util.List;

/** Takes samples of all methods in turn until every budget is decided or the cap is reached. */
final class SamplingStage {

  /**
   * Number of samples in a block. The median or minimum of a block is one reading, which reduces
   * the effect of interrupted samples.
   */
  private static final int SAMPLES_PER_BLOCK = 5;

  /** Number of blocks for a figure without a limit: 160 samples. */
  private static final int REPORTED_BLOCKS = 32;

  /**
   * Largest number of blocks of a comparison. More samples would only resolve differences smaller
   * than the effect of compilation.
   */
  private static final int MAX_COMPARED_BLOCKS = 64;

  /** Number of rounds of slow calls after which a limit can count as exceeded by far. */
  private static final int ROUNDS_FAR_ABOVE = 3;

  /** Time until the first checkpoint beyond which calls count as slow. */
  private static final double SLOW_CHECKPOINT_NANOS = 1e9;

  /** Multiple of the limit from which slow calls exceed it by far. */
  private static final double FAR_ABOVE = 2;

  private final JvmCounters clock;
  private final double capNanos;
  private final List<SampledCase> sampledCases;
  private final List<Budget> budgets;
  private final BenchmarkSettings settings;
  private final List<Estimate> estimates = new ArrayList<>();
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
      BenchmarkSettings settings,
      List<SampledCase> sampledCases,
      List<Budget> budgets,
      CounterReading steadyFrom) {
    this.settings = settings;
    this.clock = settings.clock();
    this.sampledCases = sampledCases;
    this.capNanos = settings.caps().sampling().nanos();
    this.budgets = budgets;
    this.steadyFrom = steadyFrom;
    this.decided = new boolean[budgets.size()];
    this.start = CounterReading.now(clock);
  }

  /**
   * Samples until all budgets are decided. Returns one estimate for each budget, computed when it
   * was decided.
   */
  List<Estimate> sample() throws Throwable {
    sampleToCheckpoints(clock.wallNanos() + capNanos);
    return estimates;
  }

  private void sampleToCheckpoints(double end) throws Throwable {
    if (nanosOfRounds(SamplingPlan.FIRST_CHECKPOINT * SAMPLES_PER_BLOCK) > SLOW_CHECKPOINT_NANOS
        && exceedsByFar(end)) {
      return;
    }
    int perBlock = samplesPerBlock(nanosOfRounds(SamplingPlan.FIRST_CHECKPOINT));
    for (int checkpoint : SamplingPlan.CHECKPOINTS) {
      boolean capped = takeRounds(checkpoint * perBlock, end);
      if (checkpoint == SamplingPlan.FIRST_CHECKPOINT && !capped && perBlock < SAMPLES_PER_BLOCK) {
        perBlock = Math.max(perBlock, samplesPerBlock(capNanos - (end - clock.wallNanos())));
        capped = takeRounds(checkpoint * perBlock, end);
      }
      boolean enoughForCheckpoint = rounds >= SamplingPlan.FIRST_CHECKPOINT * perBlock;
      boolean last = capped || checkpoint >= lastCheckpoint() || isEnoughForReport(checkpoint);
      evaluate(enoughForCheckpoint ? perBlock : samplesPerBlockAfterCap());
      if (last || allDecided()) {
        break;
      }
    }
  }

  /**
   * Takes a few samples and returns whether all budgets are exceeded by so much that more samples
   * could not change the outcome.
   */
  private boolean exceedsByFar(double end) throws Throwable {
    if (budgets.stream().anyMatch(budget -> budget.limit() == null)) {
      return false;
    }
    takeRounds(ROUNDS_FAR_ABOVE, end);
    Estimator estimator = estimator();
    List<Estimate> firstEstimates =
        budgets.stream().map(budget -> estimator.estimate(budget.figure(), 1)).toList();
    for (int i = 0; i < budgets.size(); i++) {
      if (!isFarAbove(firstEstimates.get(i), budgets.get(i))) {
        return false;
      }
    }
    return estimates.addAll(firstEstimates);
  }

  private static boolean isFarAbove(Estimate estimate, Budget budget) {
    Quantity limit = budget.limit();
    return limit != null
        && estimate.interval().lower() > FAR_ABOVE * limit.amount()
        && estimate.outcome(budget) == Outcome.EXCEEDED;
  }

  /**
   * Returns the number of blocks at the last checkpoint. A comparison ends earlier, since more
   * samples would only resolve differences smaller than the effect of compilation.
   */
  private int lastCheckpoint() {
    boolean repeats = sampledCases.size() > 1 && !settings.plan().statistic().ofSingleCalls();
    return repeats
        ? MAX_COMPARED_BLOCKS
        : SamplingPlan.CHECKPOINTS.get(SamplingPlan.CHECKPOINTS.size() - 1);
  }

  /** Returns whether no figure has a limit and the samples suffice for a report. */
  private boolean isEnoughForReport(int checkpoint) {
    return checkpoint >= REPORTED_BLOCKS
        && budgets.stream().allMatch(budget -> budget.limit() == null);
  }

  /** Returns the counters since this stage began. */
  CounterReading spent() {
    return CounterReading.now(clock).minus(start);
  }

  /** Returns the expected time of a number of rounds, in nanoseconds. */
  private double nanosOfRounds(int number) {
    return number
        * sampledCases.stream()
            .mapToDouble(
                sampledCase -> sampledCase.meanNanosPerCall() * sampledCase.callsPerSample())
            .sum();
  }

  /**
   * Returns the number of samples in a block, reduced if the first checkpoint would otherwise come
   * after the cap.
   *
   * @param nanos time of one sample for each block of the first checkpoint
   */
  private int samplesPerBlock(double nanos) {
    double affordable = capNanos / Math.max(1, nanos);
    return (int) Math.max(1, Math.min(SAMPLES_PER_BLOCK, affordable));
  }

  /**
   * Returns the number of samples in a block if the cap was reached early: so few that there are
   * eight blocks, if possible.
   */
  private int samplesPerBlockAfterCap() {
    return Math.max(1, rounds / SamplingPlan.FIRST_CHECKPOINT);
  }

  /**
   * Takes rounds until there are {@code total} or the cap is reached, and returns whether it was
   * reached.
   */
  private boolean takeRounds(int total, double end) throws Throwable {
    boolean capped = false;
    while (rounds < total && !capped) {
      takeRound();
      long now = clock.wallNanos();
      capped = rounds >= SamplingPlan.MIN_ROUNDS && now >= end;
      double nanos = sampledCases.get(0).lastNanosPerCall();
      settings.progress().report("sampling", (long) rounds * sampledCases.size(), nanos, end - now);
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

  private Estimator estimator() {
    return new Estimator(settings, sampledCases, CounterReading.now(clock).minus(steadyFrom));
  }

  private void evaluate(int samplesPerBlock) {
    Estimator estimator = estimator();
    for (int i = 0; i < budgets.size(); i++) {
      if (!decided[i]) {
        Budget budget = budgets.get(i);
        Estimate estimate = estimator.estimate(budget.figure(), samplesPerBlock);
        replace(i, estimate);
        decided[i] = isDecided(budget, estimate);
      }
    }
  }

  private void replace(int i, Estimate estimate) {
    if (i < estimates.size()) {
      estimates.set(i, estimate);
    } else {
      estimates.add(estimate);
    }
  }

  private boolean isDecided(Budget budget, Estimate estimate) {
    if (budget.limit() == null) {
      return rounds / estimate.samplesPerBlock() >= REPORTED_BLOCKS;
    }
    return estimate.hasNoUpperEnd() || estimate.outcome(budget) != Outcome.INCONCLUSIVE;
  }

  private boolean allDecided() {
    for (boolean one : decided) {
      if (!one) {
        return false;
      }
    }
    return true;
  }
}
