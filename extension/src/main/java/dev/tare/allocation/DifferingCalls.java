package dev.tare.allocation;

import dev.tare.internal.allocation.AllocationReadings;
import dev.tare.model.Measurement.Observed;
import dev.tare.model.Remark;
import dev.tare.unit.DataSize;
import dev.tare.unit.Quantity;

/**
 * A figure within its limit some of whose calls exceed the limit.
 *
 * <p>If the JVM loads a class or links a lambda late, one call has more. So the interval contains
 * all calls but the largest one.
 */
final class DifferingCalls {

  private DifferingCalls() {}

  /**
   * Returns the figure with an interval up to more calls; without an upper end if bytes of one of
   * them may be missing.
   */
  static Observed with(
      AllocationReadings more, Quantity limit, Observed observed, String obstacle) {
    Observed differing = upTo(new DataSize(more.secondLargest()), limit, observed, obstacle);
    return more.allComplete() ? differing : differing.atLeast(AllocatedBytes.OTHERS_ALLOCATE);
  }

  /**
   * Returns the figure with an interval up to the calls that count, or with a remark if these are
   * within the limit.
   *
   * @param most the amount of the largest call but one
   * @param obstacle what else explains the calls, or why there are not more; empty for nothing
   */
  static Observed upTo(Quantity most, Quantity limit, Observed observed, String obstacle) {
    Quantity smallest = observed.sampling().smallest();
    if (most.compare(limit) <= 0) {
      return observed.alsoDistorted(
          Remark.of(
              Remark.DIFFERING_CALLS,
              "calls differ: {smallest} to {largest}; the smallest is judged",
              smallest,
              observed.sampling().largest()));
    }
    return observed
        .withInterval(observed.lower(), most)
        .withDoubt(
            "its calls differ, %s to %s%s; let each call do the same work"
                .formatted(smallest.exact(), most.exact(), obstacle));
  }
}
