package dev.tare.internal.timing.estimate;

import dev.tare.internal.stats.Distributions;
import dev.tare.internal.stats.Interval;
import dev.tare.internal.stats.QuantileInterval;
import dev.tare.internal.stats.SerialCorrelation;
import dev.tare.internal.timing.call.SamplingPlan;
import dev.tare.internal.timing.call.TimeBasis;
import dev.tare.internal.timing.call.TimingFloors;
import dev.tare.internal.timing.noise.GcCost;
import dev.tare.internal.timing.noise.SampleSelection;
import dev.tare.internal.timing.noise.TotalCallTime;
import dev.tare.model.Budget;
import dev.tare.model.Figure;
import dev.tare.model.Measurement;
import dev.tare.model.Measurement.Doubtful;
import dev.tare.model.Measurement.Observed;
import dev.tare.model.Sampling;
import dev.tare.model.Verdict;
import dev.tare.model.Verdict.Outcome;
import dev.tare.unit.Quantity;
import java.util.List;
import java.util.Locale;
import java.util.Optional;
import org.jspecify.annotations.Nullable;

/**
 * What the samples so far say about one figure.
 *
 * @param figure which one
 * @param procedure what was made of the samples
 * @param basis which clock
 * @param selection which samples were taken for it, and how many of them make a block
 * @param readings what was judged: nanoseconds per action, or ratios
 * @param interval its middle is the figure; below it the truth lies with the error of a failure,
 *     above it with the error of a pass
 * @param gc what garbage collections cost
 * @param warm nanoseconds that an action of the method took in the fastest warm-up turn without new
 *     memory, or not a number
 * @param tooFast whether the method takes less than the floor
 * @param baselineTooFast whether the baseline does
 * @param ofAllCalls the same figure, of all calls since the warm-up was steady; null where it need
 *     not agree with the samples
 */
public record Estimate(
    Figure figure,
    SamplingPlan procedure,
    TimeBasis basis,
    SampleSelection selection,
    List<Double> readings,
    Interval interval,
    GcCost gc,
    double warm,
    boolean tooFast,
    boolean baselineTooFast,
    TotalCallTime.@Nullable Mean ofAllCalls) {

  /**
   * The samples and all calls may differ by this factor: calls of the warm-up are made in short
   * loops, and no two moments of a machine are the same.
   */
  private static final double TOLERANCE = 1.25;

  /** Samples and all calls that differ by more than this factor are of other work. */
  private static final double FAR = 2;

  private static final String NO_CPU_CLOCK =
      "CPU time was asked for, and the CPU clock of this JVM does not tell it of these calls; let"
          + " each call do more, for example the same work 100 times, or judge real time with clock ="
          + " WALL";

  private static final String BELOW_FLOOR =
      "a call takes less than the floor of 1 ns, so its ratio cannot be told; let each call do"
          + " more, for example the same work 100 times in a loop";

  /** The figure as a measurement, in doubt where the readings cannot say enough. */
  public Measurement measurement(
      Budget budget, Sampling sampling, List<String> counted, SamplingDistortions distortions) {
    Observed observed = observed(budget, sampling, counted, distortions);
    Outcome outcome = budget.judge(observed).outcome();
    if (TimeFigures.isRatio(figure) && hidesTheRatio(budget, outcome)) {
      return new Doubtful(figure, BELOW_FLOOR, observed);
    }
    if (withoutCpuClock() && mayBeWaiting(budget.limit(), outcome)) {
      return new Doubtful(figure, NO_CPU_CLOCK, observed);
    }
    if (mayBeWrong(budget.limit(), outcome)) {
      return new Doubtful(figure, BenchmarkPhrases.doubt(selection), observed);
    }
    if (isOpen() && budget.limit() != null && outcome != Outcome.EXCEEDED) {
      return new Doubtful(figure, tooFew(), observed);
    }
    return outcome == Outcome.INCONCLUSIVE && isDecidedBySamples(budget)
        ? new Doubtful(figure, String.join("; ", callsDiffer().orElseThrow()), observed)
        : observed;
  }

  /** Whether the samples alone would decide, so that the time of all calls is what prevents it. */
  private boolean isDecidedBySamples(Budget budget) {
    Quantity limit = budget.limit();
    return limit != null
        && callsDiffer().isPresent()
        && (interval.upper() <= limit.amount() || interval.lower() > limit.amount());
  }

  /** How the samples differ from all calls, and what to do; empty if they agree. */
  public Optional<List<String>> callsDiffer() {
    return ofAllCalls == null
            || (leastOfAllCalls() <= interval.estimate() && mostOfAllCalls() >= interval.estimate())
        ? Optional.empty()
        : Optional.of(
            List.of(BenchmarkPhrases.callsDiffer(this, ofAllCalls), BenchmarkPhrases.remedy(this)));
  }

  /** Samples that are far from all calls leave too much of them out to allow for a tolerance. */
  private double tolerance() {
    boolean far =
        ofAllCalls != null
            && (ofAllCalls.least() > FAR * interval.estimate()
                || FAR * ofAllCalls.nanos() < interval.estimate());
    return far ? 1 : TOLERANCE;
  }

  private double leastOfAllCalls() {
    return ofAllCalls == null ? 0 : ofAllCalls.least() / tolerance();
  }

  private double mostOfAllCalls() {
    return ofAllCalls == null ? Double.POSITIVE_INFINITY : ofAllCalls.nanos() * tolerance();
  }

  /** Whether real time stands in for the CPU time that was asked for. */
  boolean withoutCpuClock() {
    return procedure.basis() == TimeBasis.CPU && basis == TimeBasis.WALL;
  }

  /** Real time is no less than CPU time, so a limit that it keeps is kept; a ratio may be any. */
  private boolean mayBeWaiting(@Nullable Quantity limit, Outcome outcome) {
    return limit != null && (TimeFigures.isRatio(figure) || outcome == Outcome.EXCEEDED);
  }

  /**
   * Whether a core that did not do its best or new memory can explain the outcome. New memory that
   * slows down the baseline makes a ratio too small.
   */
  private boolean mayBeWrong(@Nullable Quantity limit, Outcome outcome) {
    if (limit == null) {
      return false;
    }
    return TimeFigures.isRatio(figure)
        ? selection.unequal()
        : outcome == Outcome.EXCEEDED && selection.explains(limit.amount(), interval.lower(), warm);
  }

  /**
   * The least that the figure would be had nothing slowed down most samples; null if nothing did.
   */
  public @Nullable Quantity undisturbed() {
    if (TimeFigures.isRatio(figure) ? !selection.unequal() : selection.best()) {
      return null;
    }
    double least = TimeFigures.isRatio(figure) ? 0 : selection.least(interval.lower(), warm);
    double positive = Math.max(least, Double.MIN_NORMAL);
    return TimeFigures.quantity(figure, Math.min(positive, interval.estimate()));
  }

  /** Whether it exceeds a limit that it may keep on a core that nobody shares. */
  public boolean mayBeShared(Budget budget) {
    return !TimeFigures.isRatio(figure)
        && procedure.leavesOut()
        && budget.limit() != null
        && judge(budget).outcome() == Outcome.EXCEEDED
        && interval.lower() <= SampleSelection.MOST_BY_SHARING * budget.limit().amount();
  }

  private Observed observed(
      Budget budget, Sampling sampling, List<String> counted, SamplingDistortions distortions) {
    return new Observed(
        figure,
        TimeFigures.quantity(figure, interval.estimate()),
        TimeFigures.quantity(figure, Math.max(lower(budget), Double.MIN_NORMAL)),
        TimeFigures.quantity(figure, upper(budget)),
        sampling,
        counted,
        distortions.phrases(),
        distortions.inflating(),
        null);
  }

  // With no limit a fresh JVM measures for one that judges: what would be in doubt against a limit
  // has no end on that side.

  private double lower(Budget budget) {
    boolean ratio = TimeFigures.isRatio(figure);
    return budget.limit() == null && (withoutCpuClock() || (ratio && tooFast))
        ? 0
        : Math.min(interval.lower(), mostOfAllCalls());
  }

  /** Where the interval has no end and there is a limit: what was seen. */
  private double upper(Budget budget) {
    boolean hidden = TimeFigures.isRatio(figure) && (withoutCpuClock() || baselineTooFast);
    if (budget.limit() == null && hidden) {
      return Long.MAX_VALUE;
    }
    if (!isOpen()) {
      return Math.max(interval.upper(), leastOfAllCalls());
    }
    double largest = readings.stream().mapToDouble(d -> d).max().orElseThrow();
    return budget.limit() == null ? Long.MAX_VALUE : Math.max(largest, interval.estimate());
  }

  /** Whether there is no upper end. */
  boolean isOpen() {
    return Double.isInfinite(interval.upper());
  }

  private String tooFew() {
    int needed = QuantileInterval.fewest(procedure.statistic().share(), procedure.passError());
    return readings.size() >= needed
        ? "reading the clock takes as long as a call; let each call do more, and say how often with"
            + " operations = 100"
        : String.format(
            Locale.ROOT,
            "%,d calls cannot bound the %s from above, which takes %,d that are independent; allow"
                + " more with maxTime",
            readings.size(),
            procedure.statistic().noun(),
            needed);
  }

  /** How many samples make a block. */
  public int samplesPerBlock() {
    return selection.samplesPerBlock();
  }

  /** What the budget says of it as it stands. */
  public Verdict judge(Budget budget) {
    return budget.judge(measurement(budget, single(), List.of(), new SamplingDistortions()));
  }

  private Sampling single() {
    return Sampling.single(TimeFigures.quantity(figure, interval.estimate()));
  }

  /** Why it is in doubt; empty if it is not. */
  public Optional<String> doubt(Budget budget) {
    return measurement(budget, single(), List.of(), new SamplingDistortions())
            instanceof Doubtful doubtful
        ? Optional.of(doubtful.reason())
        : Optional.empty();
  }

  /** Whether more samples cannot change that nothing can be said. */
  public boolean hopeless(Budget budget) {
    return TimeFigures.isRatio(figure)
        && hidesTheRatio(
            budget,
            budget
                .judge(observed(budget, single(), List.of(), new SamplingDistortions()))
                .outcome());
  }

  /**
   * A time below the floor counts as the floor. So the ratio of a method to a faster baseline is
   * only known from below, and that of a method below the floor only from above.
   */
  private boolean hidesTheRatio(Budget budget, Outcome outcome) {
    boolean judged = budget.limit() != null;
    return (tooFast && baselineTooFast)
        || (judged && baselineTooFast && outcome != Outcome.EXCEEDED)
        || (judged && tooFast && outcome == Outcome.EXCEEDED);
  }

  /** The distance from a limit, in per cent of it, that the systematic part alone hides. */
  public double resolution() {
    double systematic =
        TimeFigures.isRatio(figure)
            ? TimingFloors.SYSTEMATIC_RATIO
            : TimingFloors.SYSTEMATIC_ABSOLUTE;
    return Math.rint(100 * systematic * Distributions.normalAbove(procedure.passError()));
  }

  /** How far each reading repeats the one before, from -1 to 1. */
  public double correlation() {
    return SerialCorrelation.lag1(readings.stream().mapToDouble(Math::log).toArray());
  }
}
