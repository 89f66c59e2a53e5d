package dev.tare.model;

import dev.tare.model.Measurement.Missing;
import dev.tare.model.Measurement.Observed;
import dev.tare.unit.Quantity;
import org.apiguardian.api.API;
import org.jspecify.annotations.Nullable;

/**
 * A figure and its limit.
 *
 * @param figure what is limited
 * @param limit the largest amount that passes; null if the figure is only measured and reported
 * @param source the configuration key or the lock that set the limit; null if the annotation or the
 *     assertion did
 */
@API(status = API.Status.EXPERIMENTAL, since = "0.1")
public record Budget(Figure figure, @Nullable Quantity limit, @Nullable String source) {

  /** Creates a budget whose limit the annotation or the assertion set. */
  public Budget(Figure figure, @Nullable Quantity limit) {
    this(figure, limit, null);
  }

  /** Returns a budget with a limit; exactly the limit passes. */
  public static Budget atMost(Figure figure, Quantity limit) {
    return new Budget(figure, limit);
  }

  /** Returns a budget without a limit: the figure is measured and reported. */
  public static Budget unlimited(Figure figure) {
    return new Budget(figure, null);
  }

  /** Returns the amount of the limit; 0 if there is none. */
  public double amount() {
    return limit == null ? 0 : limit.amount();
  }

  /** Returns this budget with the configuration key or the lock that set its limit. */
  public Budget from(String key) {
    return new Budget(figure, limit, key);
  }

  /** Returns this budget with more words in the name of its figure. */
  public Budget named(String words) {
    return new Budget(
        new Figure(figure.id(), figure.noun() + words, figure.plural()), limit, source);
  }

  /**
   * Compares a measurement with this budget. It has no side effects, so that it may be called
   * repeatedly while sampling goes on.
   *
   * @throws IllegalArgumentException if the measurement is of another figure, or the limit, such as
   *     a line of a lock that was edited, is of another kind
   */
  public Verdict judge(Measurement measurement) {
    if (!measurement.figure().id().equals(figure.id())) {
      throw new IllegalArgumentException(
          "a budget of " + figure.id() + " cannot judge " + measurement.figure().id());
    }
    if (measurement instanceof Missing missing) {
      return new Verdict.Unmeasured(this, missing.reason(), missing.remedy());
    }
    return judgeNumber((Observed) measurement);
  }

  private Verdict judgeNumber(Observed observed) {
    String doubt = observed.doubt();
    if (limit == null) {
      return doubt == null || !observed.isAtLeast()
          ? new Verdict.Within(this, observed)
          : inconclusive(doubt, observed);
    }
    if (observed.upper().getClass() != limit.getClass()) {
      throw new IllegalArgumentException(
          "%s: %s cannot be compared with the limit %s%s; restore the limit"
              .formatted(
                  figure.noun(),
                  observed.value().exact(),
                  limit.exact(),
                  source == null ? "" : " of " + source));
    }
    if (observed.upper().compare(limit) <= 0) {
      return new Verdict.Within(this, observed);
    }
    if (observed.lower().compare(limit) > 0) {
      return new Verdict.Exceeded(this, observed);
    }
    return inconclusive(
        doubt == null
            ? "the interval %s to %s includes the limit %s"
                .formatted(observed.lower().exact(), observed.upper().exact(), limit.exact())
            : doubt,
        observed);
  }

  private Verdict inconclusive(String reason, Observed observed) {
    return new Verdict.Inconclusive(this, reason, observed.isUnknown() ? null : observed);
  }
}
