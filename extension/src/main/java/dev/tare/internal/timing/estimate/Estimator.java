package dev.tare.internal.timing.estimate;

import dev.tare.internal.stats.Interval;
import dev.tare.internal.stats.Quantiles;
import dev.tare.internal.timing.call.Samples;
import dev.tare.internal.timing.call.SamplingPlan;
import dev.tare.internal.timing.call.Statistic;
import dev.tare.internal.timing.call.TimeBasis;
import dev.tare.internal.timing.call.TimingFloors;
import dev.tare.internal.timing.clock.GcPauses;
import dev.tare.internal.timing.noise.GcCost;
import dev.tare.internal.timing.noise.SampleSelection;
import dev.tare.internal.timing.noise.TotalCallTime.Mean;
import dev.tare.internal.timing.stage.BenchmarkSettings;
import dev.tare.internal.timing.stage.SampledCase;
import dev.tare.model.Figure;
import java.util.Arrays;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * Estimates figures from the samples so far.
 *
 * @param sampledCases the tested method and, if there is one, its baseline
 * @param steadyPauses pauses so far while the heap used no new memory
 * @param allPauses all pauses so far
 */
public record Estimator(
    BenchmarkSettings settings,
    List<SampledCase> sampledCases,
    GcPauses steadyPauses,
    GcPauses allPauses) {

  private SamplingPlan plan() {
    return settings.plan();
  }

  /** Estimates a figure from blocks of that many samples. */
  public Estimate estimate(Figure figure, int samplesPerBlock) {
    TimeBasis basis = basis();
    SampleSelection selection = selection(figure, samplesPerBlock);
    GcCost cost = new GcCost(steadyPauses, allPauses, hidesPauses(basis));
    double[] tested = readings(sampledCases.get(0), basis, selection, cost);
    LocationEstimate time =
        locate(tested, null, TimingFloors.SYSTEMATIC_ABSOLUTE, cost, samplesPerBlock);
    return TimeFigures.isRatio(figure)
        ? ratioEstimate(figure, basis, selection, cost, tested, time.interval().estimate())
        : timeEstimate(figure, basis, selection, cost, time);
  }

  private Estimate timeEstimate(
      Figure figure,
      TimeBasis basis,
      SampleSelection selection,
      GcCost cost,
      LocationEstimate time) {
    double nanos = time.interval().estimate();
    return new Estimate(
        figure,
        plan(),
        basis,
        selection,
        time.readings(),
        raisedToFloor(widenedByClockCost(time.interval(), nanos, 0)),
        cost,
        sampledCases.get(0).fastestWarmUpPerOperation(),
        nanos < floor(),
        false,
        meanOfAllCalls(figure, cost));
  }

  private Estimate ratioEstimate(
      Figure figure,
      TimeBasis basis,
      SampleSelection selection,
      GcCost cost,
      double[] tested,
      double testedNanos) {
    int samplesPerBlock = selection.samplesPerBlock();
    double[] baseline = readings(sampledCases.get(1), basis, selection, cost);
    double baselineNanos =
        locate(baseline, null, TimingFloors.SYSTEMATIC_ABSOLUTE, cost, samplesPerBlock)
            .interval()
            .estimate();
    LocationEstimate ratio =
        locate(
            atLeastFloor(tested),
            atLeastFloor(baseline),
            TimingFloors.SYSTEMATIC_RATIO,
            cost,
            samplesPerBlock);
    return new Estimate(
        figure,
        plan(),
        basis,
        selection,
        ratio.readings(),
        widenedByClockCost(ratio.interval(), testedNanos, baselineNanos),
        cost,
        sampledCases.get(0).fastestWarmUpPerOperation(),
        testedNanos < floor(),
        baselineNanos < floor(),
        meanOfAllCalls(figure, cost));
  }

  /**
   * Returns the figure computed from all calls since the warm-up became steady; null if it need not
   * agree with the samples.
   */
  private @Nullable Mean meanOfAllCalls(Figure figure, GcCost cost) {
    Statistic.StatisticKind kind = plan().statistic().kind();
    boolean median = kind == Statistic.StatisticKind.MEDIAN;
    if (kind == Statistic.StatisticKind.PERCENTILE
        || (median && (cpuBound() || plan().basis() != null))) {
      return null;
    }
    Mean tested = meanWithCharge(sampledCases.get(0), cost);
    if (tested == null || !TimeFigures.isRatio(figure)) {
      return tested;
    }
    Mean baseline = meanWithCharge(sampledCases.get(1), cost);
    if (baseline == null) {
      return null;
    }
    // disturbances slow down both methods
    double ratio = tested.minNanos() / Math.max(floor(), baseline.minNanos());
    return new Mean(ratio, ratio, tested.calls());
  }

  private @Nullable Mean meanWithCharge(SampledCase sampledCase, GcCost cost) {
    Mean mean = sampledCase.mean(plan().basis());
    double charge = cost.nanosPerOperation(sampledCase.recording());
    return mean == null
        ? null
        : new Mean(
            Math.max(floor(), mean.nanos() + charge),
            Math.max(floor(), mean.minNanos() + charge),
            mean.calls());
  }

  /** Returns the samples from which a figure is computed. */
  public SampleSelection selection(Figure figure, int samplesPerBlock) {
    SampledCase tested = sampledCases.get(0);
    if (!plan().dropsDisturbedSamples()) {
      List<SampledCase> sampled = TimeFigures.isRatio(figure) ? sampledCases : List.of(tested);
      return SampleSelection.all(
          sampled.stream().map(SampledCase::recording).toList(), samplesPerBlock);
    }
    return TimeFigures.isRatio(figure)
        ? SampleSelection.ofCompared(
            sampledCases.stream().map(SampledCase::recording).toList(),
            basis(),
            tested.core(),
            samplesPerBlock)
        : SampleSelection.ofOne(tested.recording(), basis(), tested.core(), samplesPerBlock);
  }

  private TimeBasis basis() {
    TimeBasis required = plan().basis();
    if (required != null) {
      boolean usable =
          sampledCases.stream().map(SampledCase::recording).allMatch(Samples::hasUsableCpuClock);
      return usable ? required : TimeBasis.WALL;
    }
    boolean cpu = !plan().statistic().ofSingleCalls() && plan().threads() == 1 && cpuBound();
    return cpu ? TimeBasis.CPU : TimeBasis.WALL;
  }

  private boolean cpuBound() {
    return sampledCases.stream().allMatch(SampledCase::isCpuBound);
  }

  /**
   * Returns whether the statistic hides garbage collection pauses: CPU time excludes them, and
   * minima and medians of real time do not show them.
   */
  private boolean hidesPauses(TimeBasis basis) {
    return switch (plan().statistic().kind()) {
      case ROBUST, MEDIAN -> true;
      case MEAN -> basis == TimeBasis.CPU;
      case PERCENTILE -> false;
    };
  }

  private double[] readings(
      SampledCase sampledCase, TimeBasis basis, SampleSelection selection, GcCost cost) {
    Samples recording = sampledCase.recording();
    return switch (plan().statistic().kind()) {
      case ROBUST -> cost.withCharge(selection.blockReadings(recording, basis), recording);
      case MEAN, MEDIAN -> cost.withCharge(recording.perCall(basis), recording);
      case PERCENTILE -> recording.singleCalls();
    };
  }

  private LocationEstimate locate(
      double[] tested, double @Nullable [] baseline, double floor, GcCost cost, int block) {
    double systematic = Math.hypot(floor, chargeError(cost, baseline != null));
    return switch (plan().statistic().kind()) {
      case ROBUST -> LocationEstimate.robust(ratios(tested, baseline), systematic, plan());
      case MEAN, MEDIAN ->
          LocationEstimate.averaged(
              tested, baseline == null ? new double[0] : baseline, systematic, plan(), block);
      case PERCENTILE ->
          baseline == null
              ? LocationEstimate.percentile(tested, systematic, plan())
              : LocationEstimate.percentile(tested, baseline, systematic, plan());
    };
  }

  /**
   * Returns the relative error of the charges for garbage collection. Both methods of a ratio are
   * charged for the same pauses, so only the larger error counts.
   */
  private double chargeError(GcCost cost, boolean ratio) {
    double largest = 0;
    for (SampledCase sampledCase : ratio ? sampledCases : sampledCases.subList(0, 1)) {
      double charge = cost.charge(sampledCase.recording());
      double[] times = sampledCase.recording().perCall(basis());
      double typical = Quantiles.median(times) + charge;
      largest = Math.max(largest, cost.error(sampledCase.recording(), typical));
    }
    return largest;
  }

  private static double[] ratios(double[] tested, double @Nullable [] baseline) {
    if (baseline == null) {
      return tested;
    }
    double[] ratios = new double[tested.length];
    Arrays.setAll(ratios, i -> tested[i] / baseline[i]);
    return ratios;
  }

  private double[] atLeastFloor(double[] times) {
    return Arrays.stream(times).map(time -> Math.max(floor(), time)).toArray();
  }

  private double floor() {
    return plan().floorNanos();
  }

  /**
   * Widens an interval by the cost of the clock: a call that is timed by itself may be that much
   * shorter.
   */
  private Interval widenedByClockCost(Interval interval, double tested, double baseline) {
    double cost = settings.clockNanosPerCall(sampledCases.get(0)) / plan().operations();
    if (cost == 0) {
      return interval;
    }
    double upper =
        baseline == 0
            ? 1
            : baseline > cost ? baseline / (baseline - cost) : Double.POSITIVE_INFINITY;
    return new Interval(
        interval.lower() * Math.max(0, tested - cost) / tested,
        interval.estimate(),
        interval.upper() * upper);
  }

  /** Raises an interval to the floor; a time below it is only known to be at most the floor. */
  private Interval raisedToFloor(Interval interval) {
    return interval.estimate() >= floor()
        ? interval
        : new Interval(
            Math.min(interval.lower(), floor()), floor(), Math.max(interval.upper(), floor()));
  }
}
