package dev.tare.internal.timing.estimate;

import dev.tare.internal.stats.Distributions;
import dev.tare.internal.stats.Interval;
import dev.tare.internal.stats.Quantiles;
import dev.tare.internal.timing.call.Samples;
import dev.tare.internal.timing.call.SamplingPlan;
import dev.tare.internal.timing.call.Statistic;
import dev.tare.internal.timing.call.TimeBasis;
import dev.tare.internal.timing.call.TimingFloors;
import dev.tare.internal.timing.clock.GcPauses;
import dev.tare.internal.timing.stage.BenchmarkSettings;
import dev.tare.internal.timing.stage.GcCost;
import dev.tare.internal.timing.stage.SampleSelection;
import dev.tare.internal.timing.stage.SampledCase;
import dev.tare.internal.timing.stage.TotalCallTime.Mean;
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

  /**
   * Largest effect of compilation on a time, as a factor; 1.2 to 1.8 were measured for equal
   * methods whose classes kept their compiled code.
   */
  public static final double MAX_COMPILATION_EFFECT = 2;

  private SamplingPlan plan() {
    return settings.plan();
  }

  /** Estimates a figure from blocks of that many samples. */
  public Estimate estimate(Figure figure, int samplesPerBlock) {
    TimeBasis basis = basis();
    SampleSelection selection = selection(figure, samplesPerBlock);
    GcCost cost = new GcCost(steadyPauses, allPauses, hidesPauses(basis));
    double[] tested = readings(sampledCases.get(0), basis, selection, cost);
    LocationEstimate time = locate(tested, null, TimingFloors.SYSTEMATIC_ABSOLUTE, samplesPerBlock);
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
    double charge = cost.charge(sampledCases.get(0).recording());
    Interval interval =
        widenedByCharge(time.interval(), cost.error(sampledCases.get(0).recording(), nanos));
    // the error of the charge cannot make the figure smaller than the time without it
    Interval charged =
        new Interval(
            Math.max(interval.lower(), time.interval().lower() * (1 - charge / nanos)),
            nanos,
            interval.upper());
    return new Estimate(
        figure,
        plan(),
        basis,
        selection,
        time.readings(),
        raisedToFloor(widenedByClockCost(charged, nanos, 0)),
        basis == TimeBasis.CPU ? leastNanos(time.readings(), charge, selection) : 0,
        null,
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
        locate(baseline, null, TimingFloors.SYSTEMATIC_ABSOLUTE, samplesPerBlock)
            .interval()
            .estimate();
    LocationEstimate ratio =
        locate(
            atLeastFloor(tested),
            atLeastFloor(baseline),
            TimingFloors.SYSTEMATIC_RATIO,
            samplesPerBlock);
    Interval charged = widenedByCharge(ratio.interval(), chargeErrorOfRatio(cost));
    Interval interval = widenedByClockCost(charged, testedNanos, baselineNanos);
    return new Estimate(
        figure,
        plan(),
        basis,
        selection,
        ratio.readings(),
        interval,
        0,
        new Interval(
            interval.lower() * shareInUsedMemory(sampledCases.get(0), testedNanos),
            interval.estimate(),
            interval.upper() / shareInUsedMemory(sampledCases.get(1), baselineNanos)),
        cost,
        sampledCases.get(0).fastestWarmUpPerOperation(),
        testedNanos < floor(),
        baselineNanos < floor(),
        meanOfAllCalls(figure, cost));
  }

  /** Returns the least share of a time that does not come from new memory or a shared core. */
  private double shareInUsedMemory(SampledCase sampledCase, double nanos) {
    double least =
        SampleSelection.leastInUsedMemory(nanos, sampledCase.recording().bytesPerOperation());
    return Math.min(nanos, Math.max(floor(), least)) / nanos;
  }

  /**
   * Returns the figure computed from all calls since the warm-up became steady; null if it need not
   * agree with the samples.
   */
  private @Nullable Mean meanOfAllCalls(Figure figure, GcCost cost) {
    Statistic.StatisticKind kind = plan().statistic().kind();
    boolean median = kind == Statistic.StatisticKind.MEDIAN;
    if (kind == Statistic.StatisticKind.PERCENTILE || (median && cpuBound())) {
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
    Mean mean = sampledCase.mean();
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
      double[] tested, double @Nullable [] baseline, double systematic, int block) {
    return switch (plan().statistic().kind()) {
      case ROBUST -> LocationEstimate.robust(ratios(tested, baseline), systematic);
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
   * Returns a lower bound of the CPU time of an operation that needs no statistics: the smallest
   * reading, without the charge for garbage collection, and without the largest effects of shared
   * cores, new memory and compilation. The intervals of two or three readings may be wider.
   */
  private double leastNanos(List<Double> readings, double charge, SampleSelection selection) {
    double smallest = readings.stream().mapToDouble(d -> d).min().orElseThrow() - charge;
    double undisturbed =
        selection.minUndisturbedNanos(smallest, sampledCases.get(0).fastestWarmUpPerOperation());
    double clock = settings.clockNanosPerCall(sampledCases.get(0)) / plan().operations();
    return Math.max(0, Math.min(undisturbed, smallest) - clock) / MAX_COMPILATION_EFFECT;
  }

  /**
   * Widens an interval by the error of the charge for garbage collection. The charge is a part of
   * the time, so its error is added, while other errors are factors.
   *
   * @param error standard error of the charge as a share of the time
   */
  private Interval widenedByCharge(Interval interval, double error) {
    double value = interval.estimate();
    double below = Distributions.normalAbove(SamplingPlan.CHECKPOINT_FAILURE_ERROR) * error;
    double above = Distributions.normalAbove(SamplingPlan.CHECKPOINT_PASS_ERROR) * error;
    return error == 0
        ? interval
        : new Interval(
            value / (1 + Math.hypot(value / interval.lower() - 1, below)),
            value,
            value * (1 + Math.hypot(interval.upper() / value - 1, above)));
  }

  /**
   * Returns the relative error of the charges for garbage collection. Both methods of a ratio are
   * charged for the same pauses, so only the larger error counts.
   */
  private double chargeErrorOfRatio(GcCost cost) {
    double largest = 0;
    for (SampledCase sampledCase : sampledCases) {
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
