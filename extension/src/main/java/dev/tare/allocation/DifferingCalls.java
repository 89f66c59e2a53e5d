package dev.tare.allocation;

import static java.util.Objects.requireNonNull;

import dev.tare.body.TestBody;
import dev.tare.internal.agent.record.WeavingLock;
import dev.tare.internal.allocation.AllocationCounter;
import dev.tare.internal.allocation.AllocationReadings;
import dev.tare.internal.allocation.AllocationSampler;
import dev.tare.model.Budget;
import dev.tare.model.Measurement;
import dev.tare.model.Measurement.Doubtful;
import dev.tare.model.Measurement.Observed;
import dev.tare.model.Remark;
import dev.tare.model.Sampling;
import dev.tare.model.Verdict.Outcome;
import dev.tare.unit.DataSize;
import dev.tare.unit.Quantity;
import java.util.concurrent.locks.Lock;

/**
 * Calls a body again if some of its judged calls exceeded the limit and others did not.
 *
 * <p>If the JVM loads a class or links a lambda late, one call has more bytes. A body that
 * allocates in every second or fifth call exceeds the limit again, so its smallest call proves
 * nothing.
 */
record DifferingCalls(AllocationCounter counter, TestBody body, Scope scope) {

  private static final int EXTRA_CALLS = 10;

  /** Least number of calls above the limit that late loading or linking does not explain. */
  static final int MIN_CALLS_ABOVE_LIMIT = 2;

  /** Returns whether the figure is within the limit and its largest reading is not. */
  static boolean straddleLimit(Budget budget, Observed observed) {
    Quantity limit = budget.limit();
    return limit != null
        && budget.judge(observed).outcome() == Outcome.WITHIN
        && observed.sampling().largest().compare(limit) > 0;
  }

  /** Returns the figure with a remark that the calls differ. */
  static Observed withRemark(Observed observed) {
    Sampling sampling = observed.sampling();
    return observed.alsoDistorted(
        Remark.of(
            Remark.DIFFERING_CALLS,
            "calls differ: {smallest} to {largest}; the smallest is judged",
            sampling.smallest(),
            sampling.largest()));
  }

  /**
   * Calls the body up to ten times more.
   *
   * @return the figure with a remark; in doubt if two of these calls exceed the limit too, or one
   *     of them throws
   */
  Measurement repeat(Budget budget, Observed observed) {
    Lock judging = WeavingLock.judging();
    try {
      return repeat(budget, observed, new AllocationSampler(counter));
    } catch (Throwable thrown) {
      return inDoubt(observed, "more calls could not be made: " + thrown, largest(observed));
    } finally {
      judging.unlock();
    }
  }

  private Measurement repeat(Budget budget, Observed observed, AllocationSampler sampler)
      throws Throwable {
    Quantity limit = requireNonNull(budget.limit());
    int above = 0;
    DataSize largest = largest(observed);
    for (int call = 1; call <= EXTRA_CALLS; call++) {
      AllocationReadings readings = sampler.sample(body, 0, 1);
      if (!readings.complete()) {
        return inDoubt(observed, "bytes of one more call may be missing", largest);
      }
      DataSize reading = new DataSize(readings.largest());
      largest = reading.compare(largest) > 0 ? reading : largest;
      if (reading.compare(limit) > 0 && ++above == MIN_CALLS_ABOVE_LIMIT) {
        return inDoubt(
            observed, "%s of %s more calls exceed the limit too".formatted(above, call), largest);
      }
    }
    return withRemark(observed);
  }

  /** Bytes of other threads may differ although the body does the same work. */
  private Doubtful inDoubt(Observed observed, String finding, Quantity largest) {
    return doubtful(
        observed,
        scope == Scope.ALL_THREADS ? finding + "; keep other threads idle" : finding,
        largest);
  }

  private static DataSize largest(Observed observed) {
    return (DataSize) observed.sampling().largest();
  }

  /**
   * Returns the figure in doubt, with an interval up to the largest call.
   *
   * @param finding what the calls show, such as {@code 2 of 3 more calls exceed the limit too}
   */
  static Doubtful doubtful(Observed observed, String finding, Quantity largest) {
    return new Doubtful(
        observed.figure(),
        "its calls differ, %s to %s, and %s; let each call do the same work, or raise the limit"
            .formatted(observed.sampling().smallest().exact(), largest.exact(), finding),
        observed.withInterval(observed.lower(), largest));
  }
}
