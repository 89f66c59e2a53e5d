package dev.tare.internal.timing.estimate;

import dev.tare.internal.timing.call.DeadCodeCheck;
import dev.tare.model.Budget;
import dev.tare.model.Figure;
import dev.tare.model.Measurement;
import dev.tare.model.Measurement.Doubtful;
import dev.tare.model.Measurement.Missing;
import dev.tare.model.Measurement.Observed;
import dev.tare.model.Remark;
import dev.tare.model.Sampling;
import dev.tare.model.Verdict.Outcome;
import dev.tare.unit.Quantity;
import java.util.List;

/**
 * Measurement of a method whose work the JIT removed from the loop of its calls. Its time is
 * unknown, but calls that the JIT had not optimized bound it from above. If the bound does not
 * decide the limit, the time is unmeasured.
 */
public final class RemovedWorkBound {

  private RemovedWorkBound() {}

  /**
   * Returns an upper bound, without a decision on a limit.
   *
   * @param reason why the time itself is unknown
   */
  public static Doubtful atMost(Figure figure, String reason, Quantity bound, Sampling sampling) {
    return bound(figure, reason, bound.withAmount(Double.MIN_NORMAL), bound, bound, sampling);
  }

  /**
   * Returns a lower bound, without a decision on a limit.
   *
   * @param bound the bound; 0 if nothing is known
   */
  public static Doubtful atLeast(Figure figure, String reason, double bound, Sampling sampling) {
    Quantity least = TimeFigures.quantity(figure, Math.max(Double.MIN_NORMAL, bound));
    return bound(figure, reason, least, least, least.withAmount(Long.MAX_VALUE), sampling);
  }

  private static Doubtful bound(
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
    return new Doubtful(
        figure,
        reason,
        new Observed(figure, value, lower, upper, sampling, List.of(), List.of(remark), null));
  }

  /**
   * Returns the bound if it decides a limit, and otherwise that the time is unmeasured. Any other
   * measurement is returned unchanged.
   */
  public static Measurement decided(Measurement measurement, Budget budget) {
    if (!(measurement instanceof Doubtful doubtful) || !isBound(doubtful)) {
      return measurement;
    }
    Observed bound = doubtful.observed();
    Outcome outcome =
        bound == null || budget.limit() == null
            ? Outcome.INCONCLUSIVE
            : budget.judge(bound).outcome();
    return outcome == Outcome.INCONCLUSIVE || bound == null
        ? new Missing(doubtful.figure(), doubtful.reason(), DeadCodeCheck.REMEDY)
        : bound;
  }

  private static boolean isBound(Doubtful doubtful) {
    Observed observed = doubtful.observed();
    return observed != null
        && observed.distortions().stream().anyMatch(remark -> remark.id().equals(Remark.BOUND));
  }
}
