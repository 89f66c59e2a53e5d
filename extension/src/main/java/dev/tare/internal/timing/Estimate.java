package dev.tare.internal.timing;

import dev.tare.internal.stats.Interval;
import dev.tare.internal.stats.QuantileInterval;
import dev.tare.internal.timing.sample.Samples.TimeBasis;
import dev.tare.internal.timing.sample.SamplingPlan;
import dev.tare.internal.timing.sample.Statistic;
import dev.tare.internal.timing.sample.TotalCallTime;
import dev.tare.model.Budget;
import dev.tare.model.Figure;
import dev.tare.model.Measurement;
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
 * @param tooFast whether the method takes less than the floor
 * @param baselineTooFast whether the baseline takes less than the floor
 * @param meanOfAllCalls the figure computed from all calls since the warm-up became steady; null if
 *     it need not agree with the samples
 */
record Estimate(
    Figure figure,
    SamplingPlan plan,
    TimeBasis basis,
    int samplesPerBlock,
    List<Double> readings,
    Interval interval,
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

  /** Returns the figure as a measurement, with the reason if it does not decide the budget. */
  public Measurement measurement(
      Budget budget, Sampling sampling, List<String> counted, List<Remark> distortions) {
    Observed observed = observed(sampling, counted, distortions);
    Optional<String> doubt =
        budget.judge(observed).outcome() == Outcome.INCONCLUSIVE ? doubt(budget) : Optional.empty();
    return doubt.map(observed::withDoubt).orElse(observed);
  }

  // Decision 0026 lists all reasons for which a time is inconclusive; these are those of samples.

  /** Returns the reason for an end of the interval that does not follow from the samples. */
  private Optional<String> doubt(Budget budget) {
    if (TimeFigures.isRatio(figure) && (tooFast || baselineTooFast)) {
      return Optional.of(BELOW_FLOOR);
    }
    if (isUnbounded()) {
      return Optional.of(unboundedReason());
    }
    return isDecidedBySamples(budget)
        ? differenceFromAllCalls().map(difference -> difference.text() + "; " + remedy())
        : Optional.empty();
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

  /**
   * Returns how the judged samples differ from all calls since the warm-up was steady; empty if
   * they agree.
   */
  public Optional<Remark> differenceFromAllCalls() {
    return meanOfAllCalls == null
            || (minOfAllCalls() <= interval.estimate() && maxOfAllCalls() >= interval.estimate())
        ? Optional.empty()
        : Optional.of(
            Remark.of(
                Remark.DIFFERING_SAMPLES,
                "the samples judged give {samples}, all {calls|call|calls} since the warm-up {mean}"
                    + " on average: {why}",
                TimeFigures.quantity(figure, interval.estimate()),
                meanOfAllCalls.calls(),
                TimeFigures.quantity(figure, meanOfAllCalls.nanos()),
                meanOfAllCalls.nanos() > interval.estimate()
                    ? "some calls take much longer than others"
                    : "calls were faster when they were not judged"));
  }

  /** Returns the remedy for a difference between the judged samples and all calls. */
  private String remedy() {
    return plan.statistic().kind() == Statistic.StatisticKind.ROBUST
        ? "judge slow calls, too, with statistic = \"mean\" and a longer measurementTime, or let each call"
            + " do the same work"
        : "allow more with measurementTime, or let each call do the same work";
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

  private Observed observed(Sampling sampling, List<String> counted, List<Remark> distortions) {
    return new Observed(
        figure,
        TimeFigures.quantity(figure, interval.estimate()),
        TimeFigures.quantity(figure, lower()),
        TimeFigures.quantity(figure, upper()),
        sampling,
        counted,
        distortions,
        null);
  }

  // A time below the floor counts as the floor. So if the baseline is below the floor, only a lower
  // bound of the ratio is known, and if the tested method is, only an upper bound.

  private double lower() {
    return TimeFigures.isRatio(figure) && tooFast
        ? Double.MIN_NORMAL
        : Math.max(Double.MIN_NORMAL, Math.min(interval.lower(), maxOfAllCalls()));
  }

  private double upper() {
    return isUnbounded() || hasNoUpperEnd()
        ? Long.MAX_VALUE
        : Math.max(interval.upper(), minOfAllCalls());
  }

  /** Returns whether the interval has no upper end. */
  private boolean isUnbounded() {
    return Double.isInfinite(interval.upper());
  }

  private String unboundedReason() {
    int needed =
        QuantileInterval.minValues(plan.statistic().share(), SamplingPlan.CHECKPOINT_PASS_ERROR);
    // only a ratio is divided by a time from which the clock's is taken off
    return readings.size() >= needed && TimeFigures.isRatio(figure)
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
    Sampling single = Sampling.single(TimeFigures.quantity(figure, interval.estimate()));
    return budget.judge(observed(single, List.of(), List.of())).outcome();
  }

  /** Returns whether more samples cannot bound the figure from above. */
  public boolean hasNoUpperEnd() {
    return TimeFigures.isRatio(figure) && baselineTooFast;
  }
}
