package dev.tare.internal.timing;

import dev.tare.internal.timing.call.SamplingPlan;
import dev.tare.internal.timing.clock.CoreSpeedProbe;
import dev.tare.internal.timing.clock.GcPauses;
import dev.tare.internal.timing.clock.JvmActivity;
import dev.tare.internal.timing.clock.JvmCounters;
import dev.tare.internal.timing.estimate.Estimate;
import dev.tare.internal.timing.estimate.Estimator;
import dev.tare.internal.timing.estimate.TimeFigures;
import dev.tare.internal.timing.noise.SampleSelection;
import dev.tare.internal.timing.stage.BenchmarkSettings;
import dev.tare.internal.timing.stage.GcPauseTally;
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
public final class SamplingStage {

  /** However slow the method, so many samples of it are taken. */
  static final int FEWEST_ROUNDS = 5;

  /** Facts, step 6. */
  private static final int SAMPLES_PER_BLOCK = 5;

  /** A figure without a limit is precise enough then: 160 samples. */
  private static final int REPORTED_BLOCKS = 32;

  /** Then another trial of a comparison, with fresh code, may decide it. */
  private static final int MOST_COMPARED_BLOCKS = 64;

  /** From this look on an undecided comparison is set against its baseline: a warm-up more. */
  private static final int CONTROLLED_LOOK = 16;

  /** Number of samples of slow calls that can show that a limit is exceeded by far. */
  private static final int FEWEST_FAR_ABOVE = 3;

  /** Calls are slow if a first look would take as long as this. */
  private static final double SLOW_LOOK_NANOS = 1e9;

  /** Half a second to five is what a core is shared for at a time. */
  private static final double ENOUGH_WATCHED_NANOS = 1e9;

  private final JvmCounters clock;
  private final TimeAllowance allowance;
  private final double capNanos;
  private final boolean controls;
  private final List<SampledCase> lanes;
  private final List<Budget> budgets;
  private final BenchmarkSettings setting;
  private final List<Estimate> estimates = new ArrayList<>();
  private final boolean[] decided;
  private JvmActivity activity = JvmActivity.NONE;
  private GcPauseTally pauses;
  private @Nullable BaselineSelfComparison control;
  private int rounds;

  /**
   * @param allowance how long it may take from now on
   * @param pauses those of the warm-up
   */
  SamplingStage(
      BenchmarkSettings setting,
      TimeAllowance allowance,
      List<SampledCase> lanes,
      List<Budget> budgets,
      GcPauseTally pauses) {
    this.setting = setting;
    this.clock = setting.clock();
    this.lanes = lanes;
    this.allowance = allowance;
    this.controls = !allowance.confirms();
    this.capNanos =
        allowance.sampling(lanes.size(), ofRounds(SamplingPlan.LOOKS.get(0) * SAMPLES_PER_BLOCK));
    this.budgets = budgets;
    this.pauses = pauses;
    this.decided = new boolean[budgets.size()];
  }

  /** Samples and looks; answers one estimate for each budget, as it stood when decided. */
  List<Estimate> sample() throws Throwable {
    try {
      takeLooks(clock.wallNanos() + capNanos);
    } finally {
      control().ifPresent(BaselineSelfComparison::forget);
    }
    if (!lanes.get(0).atOneSpeed()) {
      core().known().settle();
    }
    return estimates;
  }

  private void takeLooks(double end) throws Throwable {
    if (ofRounds(SamplingPlan.LOOKS.get(0) * SAMPLES_PER_BLOCK) > SLOW_LOOK_NANOS
        && exceedsByFar(end)) {
      return;
    }
    int perBlock = samplesPerBlock(ofRounds(SamplingPlan.LOOKS.get(0)));
    for (int look : SamplingPlan.LOOKS) {
      boolean capped = takeRounds(look * perBlock, end);
      if (look == SamplingPlan.LOOKS.get(0) && !capped && perBlock < SAMPLES_PER_BLOCK) {
        perBlock = Math.max(perBlock, samplesPerBlock(capNanos - (end - clock.wallNanos())));
        capped = takeRounds(look * perBlock, end);
      }
      boolean enough = rounds >= SamplingPlan.LOOKS.get(0) * perBlock;
      boolean last = capped || look >= lastLook() || reports(look);
      if (last && enough) {
        awaitBest(perBlock, allowance.lastEnd(end));
      }
      look(enough ? perBlock : fewer());
      if (last || allDecided()) {
        if (allowance.confirms() && enough) {
          watchCore(perBlock, allowance.lastEnd(end));
        }
        break;
      }
      if (look >= CONTROLLED_LOOK) {
        startControl(end);
      }
    }
  }

  /**
   * Takes a few samples and returns whether they show that each budget is exceeded by so much that
   * no shared core and no more samples could change it.
   */
  private boolean exceedsByFar(double end) throws Throwable {
    if (budgets.stream().anyMatch(budget -> budget.limit() == null)) {
      return false;
    }
    takeRounds(FEWEST_FAR_ABOVE, end);
    Estimator estimator = new Estimator(setting, lanes, pauses.steady(), pauses.all());
    List<Estimate> early =
        budgets.stream().map(budget -> estimator.estimate(budget.figure(), 1)).toList();
    for (int i = 0; i < budgets.size(); i++) {
      if (!isFarAbove(early.get(i), budgets.get(i))) {
        return false;
      }
    }
    return estimates.addAll(early);
  }

  private static boolean isFarAbove(Estimate estimate, Budget budget) {
    Quantity limit = budget.limit();
    return limit != null
        && estimate.interval().lower() > SampleSelection.MOST_BY_SHARING * limit.amount()
        && estimate.judge(budget).outcome() == Outcome.EXCEEDED;
  }

  /** What more samples of a comparison could tell is less than the luck of compilation. */
  private int lastLook() {
    boolean repeats = lanes.size() > 1 && !setting.procedure().statistic().ofSingleCalls();
    return repeats ? MOST_COMPARED_BLOCKS : SamplingPlan.LOOKS.get(SamplingPlan.LOOKS.size() - 1);
  }

  /** Whether there are only figures without a limit, and samples enough for them. */
  private boolean reports(int look) {
    return look >= REPORTED_BLOCKS && budgets.stream().allMatch(budget -> budget.limit() == null);
  }

  /** The last look may wait for the core to do its best in as many samples as a first look has. */
  private void awaitBest(int perBlock, double end) throws Throwable {
    while (clock.wallNanos() < end && waitsForBest(perBlock)) {
      takeRounds(rounds + SamplingPlan.LOOKS.get(0) * perBlock, end);
    }
  }

  /**
   * A time that a core which is shared all the while can explain is looked at until the core has
   * worked at another speed, too, or for as long as may be; once in a run.
   */
  private void watchCore(int perBlock, double end) throws Throwable {
    List<Integer> explained =
        IntStream.range(0, budgets.size())
            .filter(i -> estimates.get(i).mayBeShared(budgets.get(i)))
            .boxed()
            .toList();
    if (explained.isEmpty() || core().known().settled()) {
      return;
    }
    double from = clock.wallNanos();
    while (clock.wallNanos() < end && lanes.get(0).atOneSpeed()) {
      takeRounds(rounds + SamplingPlan.LOOKS.get(0) * perBlock, end);
    }
    if (clock.wallNanos() - from > ENOUGH_WATCHED_NANOS) {
      core().known().settle();
    }
    explained.forEach(i -> decided[i] = false);
    if (!lanes.get(0).atOneSpeed()) {
      awaitBest(perBlock, end);
    }
    look(perBlock);
  }

  private CoreSpeedProbe core() {
    return lanes.get(0).core();
  }

  private boolean waitsForBest(int perBlock) {
    Estimator estimator = new Estimator(setting, lanes, pauses.steady(), pauses.all());
    for (int i = 0; i < budgets.size(); i++) {
      Figure figure = budgets.get(i).figure();
      if (!decided[i]
          && !TimeFigures.isRatio(figure)
          && !estimator.selection(figure, perBlock).best()) {
        return true;
      }
    }
    return false;
  }

  /** What a comparison that was not decided at once makes of equal methods; empty if not known. */
  Optional<BaselineSelfComparison> control() {
    return Optional.ofNullable(control);
  }

  /** It may take half of the time that is left to warm up; it is told of the first trial only. */
  private void startControl(double end) throws Throwable {
    double most = (end - clock.wallNanos()) / 2;
    if (controls && control == null && comparisonIsOpen() && most > WarmUpStage.LEAST_NANOS) {
      control = BaselineSelfComparison.of(lanes.get(1), setting, most);
    }
  }

  /** What else the JVM did meanwhile, looks left out. */
  JvmActivity activity() {
    return activity;
  }

  /** How long so many samples of each method take. */
  private double ofRounds(int number) {
    return number * lanes.stream().mapToDouble(lane -> lane.pace() * lane.callsPerSample()).sum();
  }

  /**
   * Methods so slow that the first look would come after the cap get smaller blocks.
   *
   * @param nanos how long it takes until there are as many samples as a first look has blocks
   */
  private int samplesPerBlock(double nanos) {
    double affordable = capNanos / Math.max(1, nanos);
    return (int) Math.max(1, Math.min(SAMPLES_PER_BLOCK, affordable));
  }

  /** When the cap came early after all: blocks so small that there are eight, or as many as can. */
  private int fewer() {
    return Math.max(1, rounds / SamplingPlan.LOOKS.get(0));
  }

  /** Answers whether the cap was reached. */
  private boolean takeRounds(int total, double end) throws Throwable {
    JvmActivity before = JvmActivity.now(clock);
    boolean capped = false;
    while (rounds < total && !capped) {
      takeRound();
      long now = clock.wallNanos();
      capped = rounds >= FEWEST_ROUNDS && now >= end;
      double nanos = lanes.get(0).nanosPerCall();
      setting.progress().at("sampling", (long) rounds * lanes.size(), nanos, end - now);
    }
    activity = activity.plus(JvmActivity.now(clock).minus(before));
    return capped;
  }

  /** One sample of each method; who comes first changes, since the first finds colder caches. */
  private void takeRound() throws Throwable {
    GcPauses before = GcPauses.now(clock);
    int all = lanes.size() + (control == null ? 0 : 1);
    for (int i = 0; i < all; i++) {
      int next = (rounds + i) % all;
      (control != null && next == lanes.size() ? control.lane() : lanes.get(next)).sample();
    }
    rounds++;
    pauses = pauses.plus(GcPauses.now(clock).minus(before), lanes);
  }

  private void look(int samplesPerBlock) {
    Estimator estimator = new Estimator(setting, lanes, pauses.steady(), pauses.all());
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
    return estimate.hopeless(budget) || estimate.judge(budget).outcome() != Outcome.INCONCLUSIVE;
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
