package dev.tare.internal.timing.estimate;

import dev.tare.internal.stats.Distributions;
import dev.tare.internal.stats.Interval;
import dev.tare.internal.stats.QuantileInterval;
import dev.tare.internal.stats.SerialCorrelation;
import dev.tare.internal.timing.call.SamplingPlan;
import dev.tare.internal.timing.call.TimeBasis;
import dev.tare.internal.timing.stage.GcCost;
import dev.tare.internal.timing.stage.SampleSelection;
import dev.tare.internal.timing.stage.TotalCallTime;
import dev.tare.model.Budget;
import dev.tare.model.Figure;
import dev.tare.model.Measurement;
import dev.tare.model.Measurement.Doubtful;
import dev.tare.model.Measurement.Observed;
import dev.tare.model.Remark;
import dev.tare.model.Sampling;
import dev.tare.model.Verdict;
import dev.tare.model.Verdict.Outcome;
import dev.tare.unit.Quantity;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.Optional;
import org.jspecify.annotations.Nullable;

/**
 * Estimate of one figure from the samples so far.
 *
 * @param plan how the methods were sampled
 * @param basis the clock
 * @param selection the samples used, and how many of them make a block
 * @param readings judged values: nanoseconds per operation, or ratios
 * @param interval the figure with its interval; the true value lies below it with the error
 *     probability of a failure, and above it with that of a pass
 * @param leastNanos lower bound of the time of an operation that no disturbance and no luck of
 *     compilation explains; 0 if there is none
 * @param inUsedMemory where a ratio lies if new memory slowed down one of both methods by as much
 *     as it can; null for a time
 * @param fastestWarmUp nanoseconds per operation in the fastest warm-up turn without new memory;
 *     NaN if unknown
 * @param tooFast whether the method takes less than the floor
 * @param baselineTooFast whether the baseline takes less than the floor
 * @param meanOfAllCalls the figure computed from all calls since the warm-up became steady; null if
 *     it need not agree with the samples
 */
public record Estimate(
    Figure figure,
    SamplingPlan plan,
    TimeBasis basis,
    SampleSelection selection,
    List<Double> readings,
    Interval interval,
    double leastNanos,
    @Nullable Interval inUsedMemory,
    GcCost gc,
    double fastestWarmUp,
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

  /** Returns the figure as a measurement, doubtful if the readings do not decide the budget. */
  public Measurement measurement(
      Budget budget, Sampling sampling, List<String> counted, SamplingDistortions distortions) {
    Observed observed = observed(budget, sampling, counted, distortions);
    Outcome outcome = budget.judge(observed).outcome();
    if (TimeFigures.isRatio(figure) && isRatioHiddenByFloor(budget, outcome)) {
      return new Doubtful(figure, BELOW_FLOOR, observed);
    }
    if (disturbanceMayDecide(budget.limit(), outcome)) {
      return new Doubtful(figure, BenchmarkPhrases.disturbanceDoubt(selection), observed);
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
   * and a reading is so near that only a shared core may have raised it. An interval alone may be
   * wide because there are few readings.
   */
  public boolean mayBeTooFast() {
    return tooFast
        || (!TimeFigures.isRatio(figure)
            && interval.lower() < plan.floorNanos()
            && readings.stream()
                .anyMatch(
                    nanos -> nanos < SampleSelection.MAX_SHARING_SLOWDOWN * plan.floorNanos()));
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
  private double tolerance() {
    boolean farApart =
        meanOfAllCalls != null
            && (meanOfAllCalls.minNanos() > FAR_APART * interval.estimate()
                || FAR_APART * meanOfAllCalls.nanos() < interval.estimate());
    return farApart ? 1 : TOLERANCE;
  }

  private double minOfAllCalls() {
    return meanOfAllCalls == null ? 0 : meanOfAllCalls.minNanos() / tolerance();
  }

  private double maxOfAllCalls() {
    return meanOfAllCalls == null ? Double.POSITIVE_INFINITY : meanOfAllCalls.nanos() * tolerance();
  }

  /**
   * Returns whether a slow core or new memory can explain the outcome. A ratio can be in doubt even
   * if it is within its limit, since new memory that slows down the baseline makes it too small.
   */
  private boolean disturbanceMayDecide(@Nullable Quantity limit, Outcome outcome) {
    if (limit == null) {
      return false;
    }
    return inUsedMemory != null
        ? selection.slowsMethodsUnequally()
            && inUsedMemory.lower() <= limit.amount()
            && limit.amount() <= inUsedMemory.upper()
        : outcome == Outcome.EXCEEDED
            && limit.amount() >= leastNanos
            && selection.mayExplain(limit.amount(), interval.lower(), fastestWarmUp);
  }

  /**
   * Returns a lower bound of the figure without disturbance; null if most samples were undisturbed.
   */
  public @Nullable Quantity undisturbed() {
    if (TimeFigures.isRatio(figure)
        ? !selection.slowsMethodsUnequally()
        : selection.isUndisturbed()) {
      return null;
    }
    double lowerBound =
        inUsedMemory != null
            ? inUsedMemory.lower()
            : Math.max(leastNanos, selection.minUndisturbedNanos(interval.lower(), fastestWarmUp));
    double positive = Math.max(lowerBound, Double.MIN_NORMAL);
    return TimeFigures.quantity(figure, Math.min(positive, interval.estimate()));
  }

  /** Returns whether a shared core may be the reason why the figure exceeds its limit. */
  public boolean mayBeExplainedBySharing(Budget budget) {
    return !TimeFigures.isRatio(figure)
        && plan.dropsDisturbedSamples()
        && budget.limit() != null
        && judge(budget).outcome() == Outcome.EXCEEDED
        && interval.lower() <= SampleSelection.MAX_SHARING_SLOWDOWN * budget.limit().amount();
  }

  private Observed observed(
      Budget budget, Sampling sampling, List<String> counted, SamplingDistortions distortions) {
    Quantity limit = budget.limit();
    double factor = limit == null ? 0 : lower(budget) / limit.amount();
    boolean exceeds = factor > 1;
    List<String> phrases = new ArrayList<>(counted);
    if (exceeds) {
      phrases.addAll(distortions.textsNotExplaining(factor));
    }
    return new Observed(
        figure,
        TimeFigures.quantity(figure, interval.estimate()),
        TimeFigures.quantity(figure, Math.max(lower(budget), Double.MIN_NORMAL)),
        TimeFigures.quantity(figure, upper(budget)),
        sampling,
        phrases,
        exceeds ? distortions.explaining(factor) : distortions.remarks(),
        distortions.isInflating(),
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

  /** Returns the number of samples in a block. */
  public int samplesPerBlock() {
    return selection.samplesPerBlock();
  }

  /** Judges the estimate. */
  public Verdict judge(Budget budget) {
    return budget.judge(measurement(budget, singleReading(), List.of(), new SamplingDistortions()));
  }

  private Sampling singleReading() {
    return Sampling.single(TimeFigures.quantity(figure, interval.estimate()));
  }

  /** Returns why the estimate is in doubt; empty if it is not. */
  public Optional<String> doubtReason(Budget budget) {
    return measurement(budget, singleReading(), List.of(), new SamplingDistortions())
            instanceof Doubtful doubtful
        ? Optional.of(doubtful.reason())
        : Optional.empty();
  }

  /** Returns whether the figure cannot be decided, however many samples are taken. */
  public boolean isUndecidable(Budget budget) {
    return TimeFigures.isRatio(figure)
        && isRatioHiddenByFloor(
            budget,
            budget
                .judge(observed(budget, singleReading(), List.of(), new SamplingDistortions()))
                .outcome());
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

  /**
   * Returns the smallest distance from a limit that can be resolved despite the systematic error,
   * in per cent of the limit.
   */
  public double resolution() {
    return Math.rint(
        100
            * TimeFigures.systematicError(figure)
            * Distributions.normalAbove(SamplingPlan.CHECKPOINT_PASS_ERROR));
  }

  /** Returns the serial correlation of the readings, from -1 to 1. */
  public double correlation() {
    return SerialCorrelation.lag1(readings.stream().mapToDouble(Math::log).toArray());
  }
}
