package dev.tare.internal.timing;

import dev.tare.internal.timing.call.SamplingPlan;
import dev.tare.internal.timing.clock.CoreSpeedProbe;
import dev.tare.internal.timing.clock.GcPauses;
import dev.tare.internal.timing.clock.JvmActivity;
import dev.tare.internal.timing.clock.JvmCounters;
import dev.tare.internal.timing.estimate.Estimate;
import dev.tare.internal.timing.estimate.Estimator;
import dev.tare.internal.timing.estimate.TimeFigures;
import dev.tare.internal.timing.stage.BenchmarkSettings;
import dev.tare.internal.timing.stage.GcPauseTally;
import dev.tare.internal.timing.stage.SampleSelection;
import dev.tare.internal.timing.stage.SampledCase;
import dev.tare.internal.timing.stage.TimeAllowance;
import dev.tare.internal.timing.stage.WarmUpStage;
import dev.tare.model.Budget;
import dev.tare.model.Figure;
import dev.tare.model.Verdict.Outcome;
import dev.tare.unit.Quantity;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.stream.IntStream;
import org.jspecify.annotations.Nullable;

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
   * Largest number of blocks of a comparison; after that, another run with fresh code may decide
   * it.
   */
  private static final int MAX_COMPARED_BLOCKS = 64;

  /**
   * Checkpoint from which an undecided comparison also compares its baseline with itself, at the
   * cost of one more warm-up.
   */
  private static final int SELF_COMPARISON_CHECKPOINT = 16;

  /** Number of rounds of slow calls after which a limit can count as exceeded by far. */
  private static final int ROUNDS_FAR_ABOVE = 3;

  /** Time until the first checkpoint beyond which calls count as slow. */
  private static final double SLOW_CHECKPOINT_NANOS = 1e9;

  /**
   * Time after which a core that showed only one speed counts as unshared. Cores are typically
   * shared for half a second to five seconds at a time.
   */
  private static final double WATCHED_NANOS = 1e9;

  private final JvmCounters clock;
  private final TimeAllowance allowance;
  private final double capNanos;
  private final boolean comparesBaseline;
  private final List<SampledCase> sampledCases;
  private final List<Budget> budgets;
  private final BenchmarkSettings settings;
  private final List<Estimate> estimates = new ArrayList<>();
  private final boolean[] decided;
  private JvmActivity activity = JvmActivity.NONE;
  private GcPauseTally pauses;
  private @Nullable BaselineSelfComparison selfComparison;
  private int rounds;

  /**
   * Creates the stage.
   *
   * @param allowance time that the stage may take from now on
   * @param pauses pauses of the warm-up
   */
  SamplingStage(
      BenchmarkSettings settings,
      TimeAllowance allowance,
      List<SampledCase> sampledCases,
      List<Budget> budgets,
      GcPauseTally pauses) {
    this.settings = settings;
    this.clock = settings.clock();
    this.sampledCases = sampledCases;
    this.allowance = allowance;
    this.comparesBaseline = !allowance.isConfirmation();
    this.capNanos =
        allowance.maxSampling(
            sampledCases.size(), nanosOfRounds(SamplingPlan.FIRST_CHECKPOINT * SAMPLES_PER_BLOCK));
    this.budgets = budgets;
    this.pauses = pauses;
    this.decided = new boolean[budgets.size()];
  }

  /**
   * Samples until all budgets are decided. Returns one estimate for each budget, computed when it
   * was decided.
   */
  List<Estimate> sample() throws Throwable {
    try {
      sampleToCheckpoints(clock.wallNanos() + capNanos);
    } finally {
      selfComparison().ifPresent(BaselineSelfComparison::forget);
    }
    if (!sampledCases.get(0).isCoreUnshared()) {
      coreSpeedProbe().shared().markReliable();
    }
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
      if (last && enoughForCheckpoint) {
        awaitUndisturbedSamples(perBlock, allowance.extendedEnd(end));
      }
      evaluate(enoughForCheckpoint ? perBlock : samplesPerBlockAfterCap());
      if (last || allDecided()) {
        if (allowance.isConfirmation() && enoughForCheckpoint) {
          watchCore(perBlock, allowance.extendedEnd(end));
        }
        break;
      }
      if (checkpoint >= SELF_COMPARISON_CHECKPOINT) {
        startSelfComparison(end);
      }
    }
  }

  /**
   * Takes a few samples and returns whether all budgets are exceeded by so much that neither a
   * shared core nor more samples could change the outcome.
   */
  private boolean exceedsByFar(double end) throws Throwable {
    if (budgets.stream().anyMatch(budget -> budget.limit() == null)) {
      return false;
    }
    takeRounds(ROUNDS_FAR_ABOVE, end);
    Estimator estimator = new Estimator(settings, sampledCases, pauses.steady(), pauses.all());
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
        && estimate.interval().lower() > SampleSelection.MAX_SHARING_SLOWDOWN * limit.amount()
        && estimate.judge(budget).outcome() == Outcome.EXCEEDED;
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

  /** Continues sampling until enough samples for a checkpoint are undisturbed, or until the end. */
  private void awaitUndisturbedSamples(int perBlock, double end) throws Throwable {
    while (clock.wallNanos() < end && needsUndisturbedSamples(perBlock)) {
      takeRounds(rounds + SamplingPlan.FIRST_CHECKPOINT * perBlock, end);
    }
  }

  /**
   * Continues sampling if a shared core may explain an exceeded limit, until the core has shown
   * another speed, or until the end. Happens at most once in a test run.
   */
  private void watchCore(int perBlock, double end) throws Throwable {
    List<Integer> explainable =
        IntStream.range(0, budgets.size())
            .filter(i -> estimates.get(i).mayBeExplainedBySharing(budgets.get(i)))
            .boxed()
            .toList();
    if (explainable.isEmpty() || coreSpeedProbe().shared().isReliable()) {
      return;
    }
    double from = clock.wallNanos();
    while (clock.wallNanos() < end && sampledCases.get(0).isCoreUnshared()) {
      takeRounds(rounds + SamplingPlan.FIRST_CHECKPOINT * perBlock, end);
    }
    if (clock.wallNanos() - from > WATCHED_NANOS) {
      coreSpeedProbe().shared().markReliable();
    }
    explainable.forEach(i -> decided[i] = false);
    if (!sampledCases.get(0).isCoreUnshared()) {
      awaitUndisturbedSamples(perBlock, end);
    }
    evaluate(perBlock);
  }

  private CoreSpeedProbe coreSpeedProbe() {
    return sampledCases.get(0).core();
  }

  private boolean needsUndisturbedSamples(int perBlock) {
    Estimator estimator = new Estimator(settings, sampledCases, pauses.steady(), pauses.all());
    for (int i = 0; i < budgets.size(); i++) {
      Figure figure = budgets.get(i).figure();
      if (!decided[i]
          && !TimeFigures.isRatio(figure)
          && !estimator.selection(figure, perBlock).isUndisturbed()) {
        return true;
      }
    }
    return false;
  }

  /** Returns the comparison of the baseline with itself; empty if none was started. */
  Optional<BaselineSelfComparison> selfComparison() {
    return Optional.ofNullable(selfComparison);
  }

  /**
   * Starts comparing the baseline with itself, in the first run only. The warm-up of the second
   * stub takes at most half of the remaining time.
   */
  private void startSelfComparison(double end) throws Throwable {
    double cap = (end - clock.wallNanos()) / 2;
    if (comparesBaseline
        && selfComparison == null
        && comparisonIsOpen()
        && cap > WarmUpStage.MIN_NANOS) {
      selfComparison = BaselineSelfComparison.start(sampledCases.get(1), settings, cap);
    }
  }

  /** Returns the activity of the JVM while samples were taken, without checkpoints. */
  JvmActivity activity() {
    return activity;
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
    JvmActivity before = JvmActivity.now(clock);
    boolean capped = false;
    while (rounds < total && !capped) {
      takeRound();
      long now = clock.wallNanos();
      capped = rounds >= SamplingPlan.MIN_ROUNDS && now >= end;
      double nanos = sampledCases.get(0).lastNanosPerCall();
      settings.progress().report("sampling", (long) rounds * sampledCases.size(), nanos, end - now);
    }
    activity = activity.plus(JvmActivity.now(clock).minus(before));
    return capped;
  }

  /**
   * Takes one sample of each method. The order rotates, since the first method finds colder caches.
   */
  private void takeRound() throws Throwable {
    GcPauses before = GcPauses.now(clock);
    int stubCount = sampledCases.size() + (selfComparison == null ? 0 : 1);
    for (int i = 0; i < stubCount; i++) {
      int next = (rounds + i) % stubCount;
      (selfComparison != null && next == sampledCases.size()
              ? selfComparison.sampledCase()
              : sampledCases.get(next))
          .sample();
    }
    rounds++;
    pauses = pauses.plus(GcPauses.now(clock).minus(before), sampledCases);
  }

  private void evaluate(int samplesPerBlock) {
    Estimator estimator = new Estimator(settings, sampledCases, pauses.steady(), pauses.all());
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
    return estimate.isUndecidable(budget)
        || estimate.judge(budget).outcome() != Outcome.INCONCLUSIVE;
  }

  private boolean comparisonIsOpen() {
    for (int i = 0; i < decided.length; i++) {
      if (!decided[i] && TimeFigures.isRatio(budgets.get(i).figure())) {
        return true;
      }
    }
    return false;
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
