package dev.tare.internal.timing;

import dev.tare.internal.timing.sample.SamplingPlan;
import dev.tare.internal.timing.sample.Statistic;
import dev.tare.model.Figure;
import dev.tare.model.Measurement;
import dev.tare.model.Measurement.Observed;
import dev.tare.unit.Elapsed;
import dev.tare.unit.Quantity;
import dev.tare.unit.Ratio;

/** Figures that a benchmark measures. */
public final class TimeFigures {

  /** Time of one call, an {@link Elapsed}. */
  public static final Figure TIME_PER_CALL = new Figure("time-per-call", "time per call", false);

  /** Ratio of the time of a call to that of the baseline, a {@link Ratio}. */
  public static final Figure TIME_RATIO =
      new Figure("time-ratio", "time relative to baseline", false);

  /** Time of the first call, class loading included, an {@link Elapsed}. */
  public static final Figure FIRST_CALL = new Figure("first-call", "time of the first call", false);

  // Variation from run to run, as a standard deviation of the logarithm. Two methods of one run
  // share most of it.
  private static final double SYSTEMATIC_ABSOLUTE = 0.05;
  private static final double SYSTEMATIC_RATIO = 0.02;

  private TimeFigures() {}

  /** Returns {@link #TIME_PER_CALL} with a noun that names the statistic and the unit. */
  public static Figure timePer(SamplingPlan plan) {
    String noun = prefix(plan) + "time per " + plan.unit();
    return new Figure(TIME_PER_CALL.id(), noun, false);
  }

  /** Returns {@link #TIME_RATIO} with a noun that names the statistic and the baseline. */
  public static Figure relativeTo(String baseline, SamplingPlan plan) {
    String noun = prefix(plan) + "time relative to " + displayName(baseline);
    return new Figure(TIME_RATIO.id(), noun, false);
  }

  /**
   * Returns the name of a baseline for messages: a method name gets parentheses, any other text
   * stays as it is.
   */
  public static String displayName(String baseline) {
    return baseline.chars().allMatch(Character::isJavaIdentifierPart) ? baseline + "()" : baseline;
  }

  private static String prefix(SamplingPlan plan) {
    Statistic statistic = plan.statistic();
    return statistic.kind() == Statistic.StatisticKind.ROBUST ? "" : statistic.noun() + " ";
  }

  public static Quantity quantity(Figure figure, double amount) {
    return isRatio(figure) ? new Ratio(amount) : new Elapsed(amount);
  }

  /** Returns the measurement of a time of which nothing is known, and why. */
  public static Measurement unknown(Figure figure, String reason) {
    return Observed.unknown(figure, quantity(figure, Double.MIN_NORMAL), reason);
  }

  /** Returns whether a figure is the time of the first call. */
  public static boolean isFirstCall(Figure figure) {
    return figure.id().equals(FIRST_CALL.id());
  }

  public static boolean isRatio(Figure figure) {
    return figure.id().equals(TIME_RATIO.id());
  }

  /**
   * Returns the standard deviation of a figure from run to run, as a logarithm; more samples do not
   * average it out.
   */
  public static double systematicError(Figure figure) {
    return isRatio(figure) ? SYSTEMATIC_RATIO : SYSTEMATIC_ABSOLUTE;
  }
}
