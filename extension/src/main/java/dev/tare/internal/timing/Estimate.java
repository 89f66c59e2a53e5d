package dev.tare.internal.timing;

import dev.tare.internal.stats.Interval;
import dev.tare.internal.stats.RobustInterval;
import dev.tare.internal.stats.SerialCorrelation;
import dev.tare.model.Budget;
import dev.tare.model.Figure;
import dev.tare.model.Measurement;
import dev.tare.model.Measurement.Doubtful;
import dev.tare.model.Measurement.Observed;
import dev.tare.model.Sampling;
import dev.tare.model.Verdict;
import dev.tare.model.Verdict.Outcome;
import java.util.Arrays;
import java.util.List;

/**
 * What the samples so far say about one figure.
 *
 * @param figure which one
 * @param basis which clock
 * @param samplesPerBlock how many consecutive samples make a block
 * @param blocks the figure of each block: nanoseconds per call, or the ratio
 * @param interval the trimmed mean of the blocks; below it the truth lies with the error of a
 *     failure, above it with the error of a pass
 * @param tooFast whether the method takes less than the floor
 * @param baselineTooFast whether the baseline does
 */
record Estimate(
    Figure figure,
    Basis basis,
    int samplesPerBlock,
    List<Double> blocks,
    Interval interval,
    boolean tooFast,
    boolean baselineTooFast) {

  // Facts, "The loop": an empty body measures 0.000; what is below about 1 ns says nothing.
  static final double FLOOR_NANOS = 1;

  // Facts, step 7: what differs from run to run and no number of samples averages out, as a
  // standard deviation of the logarithm. Two methods in one run share most of it.
  private static final double SYSTEMATIC_RATIO = 0.02;
  private static final double SYSTEMATIC_ABSOLUTE = 0.05;

  // Facts, step 8: 1 % of all tests at their limit may fail, 5 % beyond it may pass, shared out
  // among the looks (Bonferroni).
  private static final double FAILURE_ERROR = 0.01 / Sampler.LOOKS.size();
  private static final double PASS_ERROR = 0.05 / Sampler.LOOKS.size();

  private static final String BELOW_FLOOR =
      "a call takes less than the floor of 1 ns, so its ratio cannot be told; let each call do"
          + " more, for example the same work 100 times in a loop";

  /** The first lane is the method tested, the second, if there is one, its baseline. */
  static Estimate of(Figure figure, List<Lane> lanes, int samplesPerBlock) {
    boolean cpu = lanes.stream().allMatch(lane -> lane.recording().cpuBound());
    Basis basis = cpu ? Basis.CPU : Basis.WALL;
    double[] tested = lanes.get(0).recording().blocks(basis, samplesPerBlock);
    if (!TimeFigures.isRatio(figure)) {
      Interval interval = interval(tested, SYSTEMATIC_ABSOLUTE);
      boolean tooFast = interval.estimate() < FLOOR_NANOS;
      return new Estimate(
          figure, basis, samplesPerBlock, boxed(tested), raised(interval), tooFast, false);
    }
    double[] baseline = lanes.get(1).recording().blocks(basis, samplesPerBlock);
    double[] ratios = new double[tested.length];
    Arrays.setAll(
        ratios, i -> Math.max(FLOOR_NANOS, tested[i]) / Math.max(FLOOR_NANOS, baseline[i]));
    return new Estimate(
        figure,
        basis,
        samplesPerBlock,
        boxed(ratios),
        interval(ratios, SYSTEMATIC_RATIO),
        interval(tested, SYSTEMATIC_ABSOLUTE).estimate() < FLOOR_NANOS,
        interval(baseline, SYSTEMATIC_ABSOLUTE).estimate() < FLOOR_NANOS);
  }

  /** The figure as a measurement, in doubt where the floor makes it say nothing. */
  Measurement measurement(
      Budget budget, Sampling sampling, List<String> counted, List<String> distortions) {
    Observed observed =
        new Observed(
            figure,
            TimeFigures.quantity(figure, interval.estimate()),
            TimeFigures.quantity(figure, interval.lower()),
            TimeFigures.quantity(figure, interval.upper()),
            sampling,
            counted,
            distortions,
            null);
    return TimeFigures.isRatio(figure) && hidesTheRatio(budget.judge(observed).outcome())
        ? new Doubtful(figure, BELOW_FLOOR, observed)
        : observed;
  }

  /** What the budget says of it as it stands. */
  Verdict judge(Budget budget) {
    Sampling sampling = Sampling.single(TimeFigures.quantity(figure, interval.estimate()));
    return budget.judge(measurement(budget, sampling, List.of(), List.of()));
  }

  /** Whether more samples cannot change that nothing can be said. */
  boolean hopeless(Budget budget) {
    Sampling sampling = Sampling.single(TimeFigures.quantity(figure, interval.estimate()));
    return measurement(budget, sampling, List.of(), List.of()) instanceof Doubtful;
  }

  /**
   * A time below the floor counts as the floor. So the ratio of a method to a faster baseline is
   * only known from below, and that of a method below the floor only from above.
   */
  private boolean hidesTheRatio(Outcome outcome) {
    return (tooFast && baselineTooFast)
        || (baselineTooFast && outcome != Outcome.EXCEEDED)
        || (tooFast && outcome == Outcome.EXCEEDED);
  }

  /** The distance from a limit, in per cent of it, that the systematic part alone hides. */
  double resolution() {
    return TimeFigures.isRatio(figure) ? 5 : 12;
  }

  /** How far each block repeats the one before, from -1 to 1. */
  double correlation() {
    return SerialCorrelation.lag1(blocks.stream().mapToDouble(Math::log).toArray());
  }

  /** Times and ratios vary by factors, so their centre is sought among logarithms. */
  private static Interval interval(double[] blocks, double systematic) {
    double[] logarithms = Arrays.stream(blocks).map(Math::log).toArray();
    Interval interval = RobustInterval.of(logarithms, systematic, FAILURE_ERROR, PASS_ERROR);
    return new Interval(
        Math.exp(interval.lower()), Math.exp(interval.estimate()), Math.exp(interval.upper()));
  }

  private static List<Double> boxed(double[] values) {
    return Arrays.stream(values).boxed().toList();
  }

  /** What is below the floor is only known to be at most the floor. */
  private static Interval raised(Interval interval) {
    return interval.estimate() >= FLOOR_NANOS
        ? interval
        : new Interval(
            Math.min(interval.lower(), FLOOR_NANOS),
            FLOOR_NANOS,
            Math.max(interval.upper(), FLOOR_NANOS));
  }
}
