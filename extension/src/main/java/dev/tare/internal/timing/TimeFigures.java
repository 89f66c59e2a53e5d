package dev.tare.internal.timing;

import dev.tare.model.Figure;
import dev.tare.unit.Elapsed;
import dev.tare.unit.Quantity;
import dev.tare.unit.Ratio;

/** The two figures that a benchmark measures. */
public final class TimeFigures {

  /** How long one call takes, an {@link Elapsed}. */
  public static final Figure TIME_PER_CALL = new Figure("time-per-call", "time per call", false);

  /** How many times as long as a call of the baseline, a {@link Ratio}. */
  public static final Figure TIME_RATIO =
      new Figure("time-ratio", "time relative to baseline", false);

  private TimeFigures() {}

  /** The ratio to a method, named in its noun; the same figure as {@link #TIME_RATIO}. */
  public static Figure relativeTo(String method) {
    return new Figure(TIME_RATIO.id(), "time relative to " + method + "()", false);
  }

  static Quantity quantity(Figure figure, double amount) {
    return isRatio(figure) ? new Ratio(amount) : new Elapsed(amount);
  }

  static boolean isRatio(Figure figure) {
    return figure.id().equals(TIME_RATIO.id());
  }
}
