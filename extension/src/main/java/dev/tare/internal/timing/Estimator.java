package dev.tare.internal.timing;

import static dev.tare.internal.timing.sample.SamplingPlan.CHECKPOINT_FAILURE_ERROR;
import static dev.tare.internal.timing.sample.SamplingPlan.CHECKPOINT_PASS_ERROR;

import dev.tare.internal.stats.Interval;
import dev.tare.internal.stats.Moments;
import dev.tare.internal.stats.Quantiles;
import dev.tare.internal.timing.clock.CounterReading;
import dev.tare.internal.timing.clock.JvmCounters;
import dev.tare.internal.timing.sample.SampledCase;
import dev.tare.internal.timing.sample.Samples;
import dev.tare.internal.timing.sample.Samples.TimeBasis;
import dev.tare.internal.timing.sample.SamplingPlan;
import dev.tare.internal.timing.sample.Statistic.StatisticKind;
import dev.tare.internal.timing.sample.TotalCallTime.Mean;
import dev.tare.model.Figure;
import java.util.Arrays;
import java.util.List;
import java.util.function.ToDoubleFunction;
import org.jspecify.annotations.Nullable;

/** Estimates figures from the samples so far. */
public final class Estimator {

  /**
   * Largest effect of compilation on a time, as a factor; 1.2 to 1.8 were measured for equal
   * methods whose classes kept their compiled code.
   */
  public static final double MAX_COMPILATION_EFFECT = 2;

  private static final double[] NO_BASELINE = {};

  private final JvmCounters clock;
  private final SamplingPlan plan;
  private final List<SampledCase> sampledCases;
  private final boolean cpuBound;
  private final TimeBasis basis;
  private final GcCost cost;

  /**
   * Creates an estimator.
   *
   * @param sampledCases the tested method and, if there is one, its baseline
   * @param pauses counters since the warm-up became steady
   */
  Estimator(Benchmark benchmark, List<SampledCase> sampledCases, CounterReading pauses) {
    this.clock = benchmark.clock();
    this.plan = benchmark.plan();
    this.sampledCases = sampledCases;
    this.cpuBound = sampledCases.stream().allMatch(SampledCase::isCpuBound);
    boolean cpu = cpuBound && !plan.statistic().ofSingleCalls();
    this.basis = cpu ? TimeBasis.CPU : TimeBasis.WALL;
    this.cost = new GcCost(pauses, hidesPauses());
  }

  /**
   * Returns whether the statistic hides garbage collection pauses: CPU time and blocks exclude
   * them, and medians of real time do not show them.
   */
  private boolean hidesPauses() {
    StatisticKind kind = plan.statistic().kind();
    return kind == StatisticKind.MEAN ? basis == TimeBasis.CPU : kind != StatisticKind.PERCENTILE;
  }

  /** Estimates a figure from blocks of that many samples. */
  Estimate estimate(Figure figure, int samplesPerBlock) {
    boolean isRatio = TimeFigures.isRatio(figure);
    double[] tested = readings(sampledCases.get(0), samplesPerBlock);
    LocationEstimate time = time(tested, samplesPerBlock);
    double nanos = time.interval().estimate();
    double baselineNanos = Double.POSITIVE_INFINITY;
    LocationEstimate location = time;
    if (isRatio) {
      double[] baseline = readings(sampledCases.get(1), samplesPerBlock);
      baselineNanos = time(baseline, samplesPerBlock).interval().estimate();
      location =
          LocationEstimate.of(
              plan.statistic(),
              atLeastFloor(tested),
              atLeastFloor(baseline),
              TimeFigures.systematicError(figure),
              samplesPerBlock);
    }
    return new Estimate(
        figure,
        plan,
        basis,
        samplesPerBlock,
        location.readings(),
        isRatio ? ratioInterval(location, nanos, baselineNanos) : timeInterval(time),
        cost,
        nanos < floor(),
        baselineNanos < floor(),
        meanOfAllCalls(isRatio));
  }

  private LocationEstimate time(double[] readings, int samplesPerBlock) {
    return LocationEstimate.of(
        plan.statistic(),
        readings,
        NO_BASELINE,
        TimeFigures.systematicError(TimeFigures.TIME_PER_CALL),
        samplesPerBlock);
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

  private double[] readings(SampledCase sampledCase, int samplesPerBlock) {
    Samples recording = sampledCase.recording();
    if (plan.statistic().ofSingleCalls()) {
      return recording.singleCalls();
    }
    BlockStatistic block = BlockStatistic.of(basis, clock);
    return cost.withCharge(
        plan.statistic().kind() == StatisticKind.ROBUST
            ? recording.blocks(basis, samplesPerBlock, block.function())
            : recording.perCall(basis),
        recording);
  }

  private Interval timeInterval(LocationEstimate time) {
    Interval interval = time.interval();
    double nanos = interval.estimate();
    Samples recording = sampledCases.get(0).recording();
    double charge = cost.charge(recording);
    Interval charged = widenedByCharge(interval, cost.error(recording, nanos));
    // the error of the charge cannot make the figure smaller than the time without it
    double lower = Math.max(charged.lower(), interval.lower() * (1 - charge / nanos));
    double clockNanos = clockNanos();
    double least =
        Math.max(
            lower * (Math.max(0, nanos - clockNanos) / nanos),
            basis == TimeBasis.CPU ? leastNanos(time.readings(), charge + clockNanos) : 0);
    // a time below the floor is only known to be at most the floor
    return nanos >= floor()
        ? new Interval(least, nanos, charged.upper())
        : new Interval(Math.min(least, floor()), floor(), Math.max(charged.upper(), floor()));
  }

  /**
   * Returns a lower bound of the CPU time of an operation that needs no statistics: the smallest
   * reading without the largest effect of compilation. The interval of a few readings may be wider.
   *
   * @param addition part of each reading that is charged for garbage collection or the clock
   */
  private static double leastNanos(List<Double> readings, double addition) {
    double smallest = readings.stream().mapToDouble(d -> d).min().orElseThrow();
    return Math.max(0, smallest - addition) / MAX_COMPILATION_EFFECT;
  }

  /**
   * Widens the interval of a ratio. Both methods are charged for the same pauses, so only the
   * larger error of the charges counts. A call that is timed by itself may be shorter by the cost
   * of the clock.
   */
  private Interval ratioInterval(LocationEstimate ratio, double tested, double baseline) {
    double error = 0;
    for (SampledCase sampledCase : sampledCases) {
      Samples recording = sampledCase.recording();
      double typical = Quantiles.median(recording.perCall(basis)) + cost.charge(recording);
      error = Math.max(error, cost.error(recording, typical));
    }
    Interval charged = widenedByCharge(ratio.interval(), error);
    double clockNanos = clockNanos();
    return new Interval(
        charged.lower() * Math.max(0, tested - clockNanos) / tested,
        charged.estimate(),
        baseline > clockNanos
            ? charged.upper() * (baseline / (baseline - clockNanos))
            : Double.POSITIVE_INFINITY);
  }

  private double clockNanos() {
    return sampledCases.get(0).clockNanosPerCall() / plan.operations();
  }

  /**
   * Widens an interval by the error of the charge for garbage collection. The charge is a part of
   * the time, so its error is added, while other errors are factors.
   *
   * @param error standard error of the charge as a share of the time
   */
  private static Interval widenedByCharge(Interval interval, double error) {
    double value = interval.estimate();
    double below = Interval.normalAbove(CHECKPOINT_FAILURE_ERROR) * error;
    double above = Interval.normalAbove(CHECKPOINT_PASS_ERROR) * error;
    return error == 0
        ? interval
        : new Interval(
            value / (1 + Math.hypot(value / interval.lower() - 1, below)),
            value,
            value * (1 + Math.hypot(interval.upper() / value - 1, above)));
  }

  /**
   * Returns the figure computed from all calls since the warm-up became steady; null if it need not
   * agree with the samples.
   */
  private @Nullable Mean meanOfAllCalls(boolean isRatio) {
    StatisticKind kind = plan.statistic().kind();
    if (kind == StatisticKind.PERCENTILE || (kind == StatisticKind.MEDIAN && cpuBound)) {
      return null;
    }
    Mean tested = meanWithCharge(sampledCases.get(0));
    if (tested == null || !isRatio) {
      return tested;
    }
    Mean baseline = meanWithCharge(sampledCases.get(1));
    return baseline == null ? null : new Mean(tested.nanos() / baseline.nanos(), tested.calls());
  }

  private @Nullable Mean meanWithCharge(SampledCase sampledCase) {
    Mean mean = sampledCase.mean();
    double charge = cost.nanosPerOperation(sampledCase.recording());
    return mean == null ? null : new Mean(Math.max(floor(), mean.nanos() + charge), mean.calls());
  }

  private double[] atLeastFloor(double[] times) {
    return Arrays.stream(times).map(time -> Math.max(floor(), time)).toArray();
  }

  private double floor() {
    return plan.floorNanos();
  }
}
