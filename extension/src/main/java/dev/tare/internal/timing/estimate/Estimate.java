package dev.tare.internal.timing.estimate;

import dev.tare.internal.stats.Interval;
import dev.tare.internal.stats.QuantileInterval;
import dev.tare.internal.stats.SerialCorrelation;
import dev.tare.internal.timing.call.SamplingPlan;
import dev.tare.internal.timing.call.TimeBasis;
import dev.tare.internal.timing.stage.GcCost;
import dev.tare.internal.timing.stage.TotalCallTime;
import dev.tare.model.Budget;
import dev.tare.model.Figure;
import dev.tare.model.Measurement;
import dev.tare.model.Measurement.Doubtful;
import dev.tare.model.Measurement.Observed;
import dev.tare.model.Remark;
import dev.tare.model.Sampling;
import dev.tare.model.Verdict.Outcome;
import dev.tare.unit.Quantity;
import java.util.List;
import java.util.Locale;
import java.util.Optional;
import org.jspecify.annotations.Nullable;

/**
 * Estimate of one figure from the samples so far.
 *
 * @param plan how the methods were sampled
 * @param basis the clock
 * @param readings judged values: nanoseconds per operation, or ratios
 * @param interval the figure with its interval; the true value lies below it with the error
 *     probability of a failure, and above it with that of a pass
 * @param leastNanos lower bound of the time of an operation that no luck of compilation explains; 0
 *     if there is none
 * @param tooFast whether the method takes less than the floor
 * @param baselineTooFast whether the baseline takes less than the floor
 * @param meanOfAllCalls the figure computed from all calls since the warm-up became steady; null if
 *     it need not agree with the samples
 */
public record Estimate(
    Figure figure,
    SamplingPlan plan,
    TimeBasis basis,
    int samplesPerBlock,
    List<Double> readings,
    Interval interval,
    double leastNanos,
    GcCost gc,
    boolean tooFast,
    boolean baselineTooFast,
    TotalCallTime.@Nullable Mean meanOfAllCalls) {

  /**
   * Factor by which samples and all calls may differ, since warm-up calls are made in short loops
   * and the speed of the machine varies.
   */
  private static final double TOLERANCE = 1.25;

  /** Factor beyond which samples and all calls must have done different work. */
  private static final double FAR_APART = 2;

  private static final String BELOW_FLOOR =
      "a call takes less than the floor of 1 ns, so its ratio cannot be measured; let each call do"
          + " more, for example the same work 100 times in a loop";

  // What makes a time inconclusive: a ratio below the floor, an interval without an upper end,
  // calls of different work, an interval on both sides of the limit; and, outside of an estimate,
  // a second measurement that does not exceed the limit, a debugger, concurrent tests, and options
  // that switch off the optimizing compiler.

  /** Returns the figure as a measurement, doubtful if the readings cannot decide the budget. */
  public Measurement measurement(
      Budget budget, Sampling sampling, List<String> counted, List<Remark> distortions) {
    Observed observed = observed(budget, sampling, counted, distortions);
    Outcome outcome = budget.judge(observed).outcome();
    if (TimeFigures.isRatio(figure) && isRatioHiddenByFloor(budget, outcome)) {
      return new Doubtful(figure, BELOW_FLOOR, observed);
    }
    if (isUnbounded() && budget.limit() != null && outcome != Outcome.EXCEEDED) {
      return new Doubtful(figure, unboundedReason(), observed);
    }
    return outcome == Outcome.INCONCLUSIVE && isDecidedBySamples(budget)
        ? new Doubtful(
            figure,
            differenceFromAllCalls().orElseThrow().text()
                + "; "
                + BenchmarkPhrases.remedyForDifference(this),
            observed)
        : observed;
  }

  /**
   * Returns whether the time of the method may be less than the floor: its interval reaches below,
   * and a reading is less than twice the floor. An interval alone may be wide because there are few
   * readings.
   */
  public boolean mayBeTooFast() {
    return tooFast
        || (!TimeFigures.isRatio(figure)
            && interval.lower() < plan.floorNanos()
            && readings.stream().anyMatch(nanos -> nanos < 2 * plan.floorNanos()));
  }

  /**
   * Returns whether the samples alone would decide the budget, and only their difference from all
   * calls prevents it.
   */
  private boolean isDecidedBySamples(Budget budget) {
    Quantity limit = budget.limit();
    return limit != null
        && differenceFromAllCalls().isPresent()
        && (interval.upper() <= limit.amount() || interval.lower() > limit.amount());
  }

  /** Returns how the samples differ from all calls; empty if they agree. */
  public Optional<Remark> differenceFromAllCalls() {
    return meanOfAllCalls == null
            || (minOfAllCalls() <= interval.estimate() && maxOfAllCalls() >= interval.estimate())
        ? Optional.empty()
        : Optional.of(BenchmarkPhrases.differenceFromAllCalls(this, meanOfAllCalls));
  }

  /** Returns the allowed factor between samples and all calls; 1 if they are far apart. */
  private double tolerance(TotalCallTime.Mean all) {
    boolean farApart =
        all.nanos() > FAR_APART * interval.estimate()
            || FAR_APART * all.nanos() < interval.estimate();
    return farApart ? 1 : TOLERANCE;
  }

  private double minOfAllCalls() {
    return meanOfAllCalls == null ? 0 : meanOfAllCalls.nanos() / tolerance(meanOfAllCalls);
  }

  private double maxOfAllCalls() {
    return meanOfAllCalls == null
        ? Double.POSITIVE_INFINITY
        : meanOfAllCalls.nanos() * tolerance(meanOfAllCalls);
  }

  private Observed observed(
      Budget budget, Sampling sampling, List<String> counted, List<Remark> distortions) {
    return new Observed(
        figure,
        TimeFigures.quantity(figure, interval.estimate()),
        TimeFigures.quantity(figure, Math.max(lower(budget), Double.MIN_NORMAL)),
        TimeFigures.quantity(figure, upper(budget)),
        sampling,
        counted,
        distortions,
        null);
  }

  // If there is no limit, another JVM may judge this measurement. An end that would be in doubt
  // against a limit is then unbounded.

  private double lower(Budget budget) {
    boolean ratio = TimeFigures.isRatio(figure);
    return budget.limit() == null && ratio && tooFast
        ? 0
        : Math.min(Math.max(interval.lower(), leastNanos), maxOfAllCalls());
  }

  /**
   * Returns the upper end. If the interval is unbounded and there is a limit, it is the largest
   * reading.
   */
  private double upper(Budget budget) {
    boolean ratioUnknown = TimeFigures.isRatio(figure) && baselineTooFast;
    if (budget.limit() == null && ratioUnknown) {
      return Long.MAX_VALUE;
    }
    if (!isUnbounded()) {
      return Math.max(interval.upper(), minOfAllCalls());
    }
    double largest = readings.stream().mapToDouble(d -> d).max().orElseThrow();
    return budget.limit() == null ? Long.MAX_VALUE : Math.max(largest, interval.estimate());
  }

  /** Returns whether the interval has no upper end. */
  boolean isUnbounded() {
    return Double.isInfinite(interval.upper());
  }

  private String unboundedReason() {
    int needed =
        QuantileInterval.minValues(plan.statistic().share(), SamplingPlan.CHECKPOINT_PASS_ERROR);
    return readings.size() >= needed
        ? "reading the clock takes as long as a call; let each call do more, and say how often with"
            + " operations = 100"
        : String.format(
            Locale.ROOT,
            "%,d calls cannot bound the %s from above, which takes %,d that are independent; allow"
                + " more with measurementTime",
            readings.size(),
            plan.statistic().noun(),
            needed);
  }

  /** Returns the outcome of the figure. */
  public Outcome outcome(Budget budget) {
    return budget.judge(measurement(budget, singleReading(), List.of(), List.of())).outcome();
  }

  private Sampling singleReading() {
    return Sampling.single(TimeFigures.quantity(figure, interval.estimate()));
  }

  /** Returns whether the figure cannot be decided, however many samples are taken. */
  public boolean isUndecidable(Budget budget) {
    return TimeFigures.isRatio(figure)
        && isRatioHiddenByFloor(
            budget,
            budget.judge(observed(budget, singleReading(), List.of(), List.of())).outcome());
  }

  /**
   * Returns whether a time below the floor prevents judging the ratio. Such a time counts as the
   * floor. So if the baseline is below the floor, only a lower bound of the ratio is known, and if
   * the tested method is, only an upper bound.
   */
  private boolean isRatioHiddenByFloor(Budget budget, Outcome outcome) {
    boolean judged = budget.limit() != null;
    return (tooFast && baselineTooFast)
        || (judged && baselineTooFast && outcome != Outcome.EXCEEDED)
        || (judged && tooFast && outcome == Outcome.EXCEEDED);
  }

  /** Returns the serial correlation of the readings, from -1 to 1. */
  public double correlation() {
    return SerialCorrelation.lag1(readings.stream().mapToDouble(Math::log).toArray());
  }
}
