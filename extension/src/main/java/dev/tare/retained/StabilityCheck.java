package dev.tare.retained;

import dev.tare.heap.Footprint;
import dev.tare.heap.RetainedFootprint;
import dev.tare.model.Figure;
import dev.tare.model.Measurement;
import dev.tare.model.Measurement.Observed;
import dev.tare.model.Remark;
import dev.tare.unit.Count;
import dev.tare.unit.DataSize;
import dev.tare.unit.Quantity;
import java.util.ArrayList;
import java.util.List;
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

  /** What a value retains that also reaches objects of others, and its figure. */
  private record UnsharedPart(Extent extent, Observed observed) {}

  private static final class ValueChangedException extends RuntimeException {

    private static final long serialVersionUID = 1L;

    private final transient Extent first;
    private final transient Extent second;
    private final transient @Nullable UnsharedPart retained;

    ValueChangedException(Extent first, Extent second, @Nullable UnsharedPart retained) {
      super(null, null, false, false);
      this.first = first;
      this.second = second;
      this.retained = retained;
    }

    Observed doubt(Figure figure, Quantity zero) {
      return Observed.unknown(
          figure,
          zero,
          "the value changed while it was weighed: %s, then %s; end the threads that change it first"
              .formatted(first, second));
    }
  }

  /** Aborts the attempt if two walks found different numbers. */
  static void requireEqual(Extent first, Extent second) {
    if (first.differs(second)) {
      throw new ValueChangedException(first, second, null);
    }
  }

  /**
   * Aborts the attempt if a walk and the analysis after it found different numbers.
   *
   * @param first the extent of the walk; null if it was aborted
   * @param within whether the figure has a limit and is within it
   */
  static void requireEqual(
      @Nullable Extent first, RetainedFootprint retention, Observed observed, boolean within) {
    Extent second = Extent.of(retention);
    if (first != null && first.differs(second)) {
      // an object that is added to those of others during the analysis may count as retained
      boolean mayBeKept = within && retention.shared().objects().items() > 0;
      throw new ValueChangedException(
          first,
          second,
          mayBeKept ? new UnsharedPart(Extent.of(retention.retained()), observed) : null);
    }
  }

  /**
   * Measures a value, repeatedly if it changed during the walks.
   *
   * @param zero an amount of 0 in the unit of the figure
   * @param attempt measures and calls {@code requireEqual}
   * @return the first measurement during which nothing changed; the last one if all attempts found
   *     the same retained objects within the limit, since then only what others hold changes, such
   *     as the beans of an application; otherwise an unknown one
   */
  static Measurement measure(Figure figure, Quantity zero, Supplier<Measurement> attempt) {
    List<ValueChangedException> changes = new ArrayList<>();
    while (changes.size() < MAX_ATTEMPTS) {
      try {
        return attempt.get();
      } catch (ValueChangedException e) {
        changes.add(e);
      }
    }
    ValueChangedException last = changes.get(MAX_ATTEMPTS - 1);
    UnsharedPart retained = last.retained;
    return retained != null && changes.stream().allMatch(change -> isEqual(change, retained))
        ? retained.observed().alsoDistorted(othersChange())
        : last.doubt(figure, zero);
  }

  private static Remark othersChange() {
    return Remark.of(
        "others-change",
        "what others hold changed in each of {attempts} walks; what the value retains did not",
        MAX_ATTEMPTS);
  }

  private static boolean isEqual(ValueChangedException change, UnsharedPart other) {
    return change.retained != null && !change.retained.extent().differs(other.extent());
  }
}
