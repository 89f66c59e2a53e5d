package dev.tare.internal.timing.estimate;

import dev.tare.internal.stats.Distributions;
import dev.tare.internal.stats.Interval;
import dev.tare.internal.stats.Moments;
import dev.tare.internal.stats.Quantiles;
import dev.tare.internal.timing.call.Samples;
import dev.tare.internal.timing.call.SamplingPlan;
import dev.tare.internal.timing.call.Statistic;
import dev.tare.internal.timing.call.Statistic.StatisticKind;
import dev.tare.internal.timing.call.TimeBasis;
import dev.tare.internal.timing.call.TimingFloors;
import dev.tare.internal.timing.clock.CounterReading;
import dev.tare.internal.timing.clock.JvmCounters;
import dev.tare.internal.timing.stage.BenchmarkSettings;
import dev.tare.internal.timing.stage.GcCost;
import dev.tare.internal.timing.stage.SampledCase;
import dev.tare.internal.timing.stage.TotalCallTime.Mean;
import dev.tare.model.Figure;
import java.util.Arrays;
import java.util.List;
import java.util.function.ToDoubleFunction;
import org.jspecify.annotations.Nullable;

/**
 * Estimates figures from the samples so far.
 *
 * @param sampledCases the tested method and, if there is one, its baseline
 * @param pauses counters since the warm-up became steady
 */
public record Estimator(
    BenchmarkSettings settings, List<SampledCase> sampledCases, CounterReading pauses) {

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
    GcCost cost = new GcCost(pauses, hidesPauses(basis));
    double[] tested = readings(sampledCases.get(0), basis, samplesPerBlock, cost);
    LocationEstimate time = locate(tested, null, TimingFloors.SYSTEMATIC_ABSOLUTE, samplesPerBlock);
    return TimeFigures.isRatio(figure)
        ? ratioEstimate(figure, basis, samplesPerBlock, cost, tested, time.interval().estimate())
        : timeEstimate(figure, basis, samplesPerBlock, cost, time);
  }

  private Estimate timeEstimate(
      Figure figure, TimeBasis basis, int samplesPerBlock, GcCost cost, LocationEstimate time) {
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
        samplesPerBlock,
        time.readings(),
        raisedToFloor(widenedByClockCost(charged, nanos, 0)),
        basis == TimeBasis.CPU ? leastNanos(time.readings(), charge) : 0,
        cost,
        nanos < floor(),
        false,
        meanOfAllCalls(figure, cost));
  }

  private Estimate ratioEstimate(
      Figure figure,
      TimeBasis basis,
      int samplesPerBlock,
      GcCost cost,
      double[] tested,
      double testedNanos) {
    double[] baseline = readings(sampledCases.get(1), basis, samplesPerBlock, cost);
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
        samplesPerBlock,
        ratio.readings(),
        interval,
        0,
        cost,
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
    return new Mean(tested.nanos() / baseline.nanos(), tested.calls());
  }

  private @Nullable Mean meanWithCharge(SampledCase sampledCase, GcCost cost) {
    Mean mean = sampledCase.mean();
    double charge = cost.nanosPerOperation(sampledCase.recording());
    return mean == null ? null : new Mean(Math.max(floor(), mean.nanos() + charge), mean.calls());
  }

  private TimeBasis basis() {
    boolean cpu = !plan().statistic().ofSingleCalls() && plan().threads() == 1 && cpuBound();
    return cpu ? TimeBasis.CPU : TimeBasis.WALL;
  }

  private boolean cpuBound() {
    return sampledCases.stream().allMatch(SampledCase::isCpuBound);
  }

  /**
   * Returns whether the statistic hides garbage collection pauses: CPU time and blocks exclude
   * them, and medians of real time do not show them.
   */
  private boolean hidesPauses(TimeBasis basis) {
    StatisticKind kind = plan().statistic().kind();
    return kind == StatisticKind.ROBUST
        || kind == StatisticKind.MEDIAN
        || (kind == StatisticKind.MEAN && basis == TimeBasis.CPU);
  }

  /** What is judged of a block of samples, by its noun and its function. */
  record BlockStatistic(String noun, ToDoubleFunction<double[]> function) {

    /**
     * Returns the median of CPU time, which interrupted samples hardly change, and the mean of real
     * time, so that each wait counts. Where the operating system does not tell waits from the time
     * of other programs, it is the minimum.
     */
    static BlockStatistic of(TimeBasis basis, JvmCounters clock) {
      if (basis == TimeBasis.CPU) {
        return new BlockStatistic("median", Quantiles::median);
      }
      return clock.reportsStarvation()
          ? new BlockStatistic("mean", Moments::mean)
          : new BlockStatistic("minimum", block -> Arrays.stream(block).min().orElseThrow());
    }
  }

  private double[] readings(
      SampledCase sampledCase, TimeBasis basis, int samplesPerBlock, GcCost cost) {
    Samples recording = sampledCase.recording();
    if (plan().statistic().ofSingleCalls()) {
      return recording.singleCalls();
    }
    return cost.withCharge(
        plan().statistic().kind() == StatisticKind.ROBUST
            ? recording.blocks(
                basis, samplesPerBlock, BlockStatistic.of(basis, settings.clock()).function())
            : recording.perCall(basis),
        recording);
  }

  private LocationEstimate locate(
      double[] tested, double @Nullable [] baseline, double systematic, int block) {
    if (plan().statistic().kind() == StatisticKind.ROBUST) {
      return LocationEstimate.robust(ratios(tested, baseline), systematic);
    }
    if (!plan().statistic().ofSingleCalls()) {
      return LocationEstimate.averaged(
          tested, baseline == null ? new double[0] : baseline, systematic, plan(), block);
    }
    return baseline == null
        ? LocationEstimate.percentile(tested, systematic, plan())
        : LocationEstimate.percentile(tested, baseline, systematic, plan());
  }

  /**
   * Returns a lower bound of the CPU time of an operation that needs no statistics: the smallest
   * reading, without the charge for garbage collection, and without the largest effect of
   * compilation. The intervals of two or three readings may be wider.
   */
  private double leastNanos(List<Double> readings, double charge) {
    double smallest = readings.stream().mapToDouble(d -> d).min().orElseThrow() - charge;
    double clock = settings.clockNanosPerCall(sampledCases.get(0)) / plan().operations();
    return Math.max(0, smallest - clock) / MAX_COMPILATION_EFFECT;
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
