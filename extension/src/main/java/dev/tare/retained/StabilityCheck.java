package dev.tare.retained;

import dev.tare.heap.Footprint;
import dev.tare.heap.RetainedFootprint;
import dev.tare.model.Measurement.Observed;
import dev.tare.model.Remark;
import dev.tare.unit.Count;
import dev.tare.unit.DataSize;
import java.util.function.Supplier;
import org.jspecify.annotations.Nullable;

/**
 * Checks that a value does not change while it is measured. It is walked twice, and both walks must
 * find the same number of objects and bytes.
 *
 * <p>If what the value shares with others changes all the time, such as an application whose
 * threads work, a retained size within the limit counts nevertheless if all attempts find the same.
 *
 * <p>It detects objects that were added or removed between the two walks. It does not detect that
 * an object was replaced by one of equal size, that a change was undone, or that other roots began
 * or ceased to share objects.
 */
final class StabilityCheck {

  /**
   * Maximum number of attempts. A value may still change in the first ones, while a thread starts
   * or ends.
   */
  private static final int MAX_ATTEMPTS = 3;

  private StabilityCheck() {}

  /** Number of objects and bytes that a walk found. */
  record Extent(Count objects, DataSize size) {

    static Extent of(Footprint footprint) {
      return new Extent(footprint.objects(), footprint.size());
    }

    /** Returns the extent of everything that the value reaches, retained or shared. */
    static Extent of(RetainedFootprint retention) {
      long objects = retention.retained().objects().items() + retention.shared().objects().items();
      return new Extent(new Count(objects), retention.reachable());
    }

    /**
     * Returns whether the extents differ. It compares numbers, since linking a record's generated
     * equals takes as long as many walks.
     */
    boolean differs(Extent other) {
      return objects.items() != other.objects.items() || size.bytes() != other.size.bytes();
    }

    @Override
    public String toString() {
      String noun = objects.items() == 1 ? " object with " : " objects with ";
      return objects.exact() + noun + size.both();
    }
  }

  /**
   * A figure of a value that was walked twice.
   *
   * @param unshared what the value retains if it is within the limit and the value also reaches
   *     objects of others, which may be what changes; null otherwise
   */
  record Weighing(Extent first, Extent second, @Nullable Extent unshared, Observed observed) {

    Weighing(Extent first, Footprint second, Observed observed) {
      this(first, Extent.of(second), null, observed);
    }

    private boolean hasChanged() {
      return first.differs(second);
    }

    private boolean retainsAsMuchAs(Weighing other) {
      return unshared != null && other.unshared != null && !unshared.differs(other.unshared);
    }
  }

  /**
   * Measures a value, repeatedly if it changed during the walks.
   *
   * @return the first measurement during which nothing changed; the last one if all attempts found
   *     the same retained objects within the limit, since then only what others hold changes, such
   *     as the beans of an application; otherwise an unknown one
   */
  static Observed measure(Supplier<Weighing> attempt) {
    Weighing weighing = attempt.get();
    boolean retainsTheSame = true;
    for (int i = 1; i < MAX_ATTEMPTS && weighing.hasChanged(); i++) {
      Weighing earlier = weighing;
      weighing = attempt.get();
      retainsTheSame &= weighing.retainsAsMuchAs(earlier);
    }
    Observed observed = weighing.observed;
    if (!weighing.hasChanged()) {
      return observed;
    }
    return retainsTheSame
        ? observed.alsoDistorted(
            Remark.of(
                "others-change",
                "what others hold changed in each of {attempts} walks; what the value retains did"
                    + " not",
                MAX_ATTEMPTS))
        : Observed.unknown(
            observed.figure(),
            observed.value().withAmount(0),
            "the value changed while it was weighed: %s, then %s; end the threads that change it first"
                .formatted(weighing.first, weighing.second));
  }
}
