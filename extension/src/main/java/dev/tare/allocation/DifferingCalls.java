package dev.tare.allocation;

import static java.util.Objects.requireNonNull;

import dev.tare.body.TestBody;
import dev.tare.internal.agent.record.WeavingLock;
import dev.tare.internal.allocation.AllocationCounter;
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
 * <p>A JVM that loads a class or links a lambda late adds bytes to one call. A body that allocates
 * in every second or fifth call does so again, and its smallest call keeps no promise.
 */
record DifferingCalls(AllocationCounter counter, TestBody body) {

  private static final int MORE_CALLS = 10;

  /** Number of calls above the limit that the JVM alone does not explain. */
  static final int REPEATED = 2;

  /** Returns whether the figure is within the limit and its largest reading is not. */
  static boolean around(Budget budget, Observed observed) {
    Quantity limit = budget.limit();
    return limit != null
        && budget.judge(observed).outcome() == Outcome.WITHIN
        && observed.sampling().largest().compare(limit) > 0;
  }

  /** Adds a remark that the calls differ. */
  static Observed noted(Observed observed) {
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
  Measurement repeated(Budget budget, Observed observed) {
    Lock turn = WeavingLock.judging();
    try {
      return repeated(budget, observed, new AllocationSampler(counter));
    } catch (Throwable thrown) {
      return doubtful(observed, "more calls could not be made: " + thrown, largest(observed));
    } finally {
      turn.unlock();
    }
  }

  private Measurement repeated(Budget budget, Observed observed, AllocationSampler sampler)
      throws Throwable {
    Quantity limit = requireNonNull(budget.limit());
    int above = 0;
    DataSize largest = largest(observed);
    for (int call = 1; call <= MORE_CALLS; call++) {
      DataSize reading = new DataSize(sampler.sample(body, 0, 1).largest());
      largest = reading.compare(largest) > 0 ? reading : largest;
      if (reading.compare(limit) > 0 && ++above == REPEATED) {
        return doubtful(
            observed, "%s of %s more calls exceed the limit too".formatted(above, call), largest);
      }
    }
    return noted(observed);
  }

  private static DataSize largest(Observed observed) {
    return (DataSize) observed.sampling().largest();
  }

  /**
   * Returns the figure in doubt, with an interval up to the largest call.
   *
   * @param above how many calls exceed the limit
   */
  static Doubtful doubtful(Observed observed, String above, Quantity largest) {
    return new Doubtful(
        observed.figure(),
        "its calls differ, %s to %s, and %s; let each call do the same work, or raise the limit"
            .formatted(observed.sampling().smallest().exact(), largest.exact(), above),
        observed.withInterval(observed.lower(), largest));
  }
}
