package dev.tare.internal.timing;

import dev.tare.internal.timing.sample.DeadCodeCheck;
import dev.tare.model.Budget;
import dev.tare.model.Figure;
import dev.tare.model.Measurement;
import dev.tare.model.Measurement.Missing;
import dev.tare.model.Measurement.Observed;
import dev.tare.model.Remark;
import dev.tare.model.Sampling;
import dev.tare.model.Verdict.Outcome;
import dev.tare.unit.Quantity;
import java.util.List;
import java.util.Optional;

/**
 * Measurement of a method whose work the JIT removed from the loop of its calls. Its time is
 * unknown, but calls that the JIT had not optimized bound it from above. If the bound does not
 * decide the limit, the time is unmeasured.
 */
public final class RemovedWorkBound {

  private RemovedWorkBound() {}

  /**
   * Returns an upper bound.
   *
   * @param reason why the time itself is unknown
   */
  public static Observed atMost(Figure figure, String reason, Quantity bound, Sampling sampling) {
    return bound(figure, reason, bound.withAmount(Double.MIN_NORMAL), bound, bound, sampling);
  }

  /**
   * Returns a lower bound.
   *
   * @param bound the bound; 0 if nothing is known
   */
  public static Observed atLeast(Figure figure, String reason, double bound, Sampling sampling) {
    Quantity least = TimeFigures.quantity(figure, Math.max(Double.MIN_NORMAL, bound));
    return bound(figure, reason, least, least, least.withAmount(Long.MAX_VALUE), sampling);
  }

  private static Observed bound(
      Figure figure,
      String reason,
      Quantity lower,
      Quantity value,
      Quantity upper,
      Sampling sampling) {
    Remark remark =
        Remark.of(
            Remark.BOUND,
            "{which} of {amount}, from calls that the JIT had not optimized: {reason}",
            lower.compare(value) < 0 ? "an upper bound" : "a lower bound",
            value,
            reason);
    return new Observed(figure, value, lower, upper, sampling, List.of(), List.of(remark), null);
  }

  /**
   * Returns the bound if it decides a limit, and otherwise that the time is unmeasured. Any other
   * measurement is returned unchanged.
   */
  public static Measurement decided(Measurement measurement, Budget budget) {
    Optional<Remark> bound = of(measurement);
    boolean decides =
        budget.limit() != null && budget.judge(measurement).outcome() != Outcome.INCONCLUSIVE;
    return bound.isEmpty() || decides
        ? measurement
        : new Missing(
            measurement.figure(),
            String.valueOf(bound.get().facts().get("reason")),
            DeadCodeCheck.REMEDY);
  }

  /** Returns the remark of a bound; empty if a measurement is none. */
  public static Optional<Remark> of(Measurement measurement) {
    return measurement instanceof Observed observed
        ? observed.distortions().stream()
            .filter(remark -> remark.id().equals(Remark.BOUND))
            .findFirst()
        : Optional.empty();
  }
}
