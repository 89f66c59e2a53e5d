package dev.tare.retained;

import dev.tare.heap.Footprint;
import dev.tare.heap.RetainedFootprint;
import dev.tare.model.Figure;
import dev.tare.model.Measurement;
import dev.tare.model.Measurement.Doubtful;
import dev.tare.unit.Count;
import dev.tare.unit.DataSize;
import java.util.function.Supplier;

/**
 * Checks that a value does not change while it is measured. It is walked twice, and both walks must
 * find the same number of objects and bytes.
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

  private static final class ValueChangedException extends RuntimeException {

    private static final long serialVersionUID = 1L;

    private final transient Extent first;
    private final transient Extent second;

    ValueChangedException(Extent first, Extent second) {
      super(null, null, false, false);
      this.first = first;
      this.second = second;
    }

    Doubtful doubt(Figure figure) {
      return new Doubtful(
          figure,
          "the value changed while it was weighed: %s, then %s; end the threads that change it first"
              .formatted(first, second),
          null);
    }
  }

  /** Aborts the attempt if two walks found different numbers. */
  static void requireEqual(Extent first, Extent second) {
    if (first.differs(second)) {
      throw new ValueChangedException(first, second);
    }
  }

  /**
   * Measures a value, repeatedly if it changed during the walks.
   *
   * @param attempt measures and calls {@link #requireEqual}
   * @return the first measurement during which nothing changed, otherwise a doubtful one
   */
  static Measurement measure(Figure figure, Supplier<Measurement> attempt) {
    for (int i = 1; ; i++) {
      try {
        return attempt.get();
      } catch (ValueChangedException e) {
        if (i == MAX_ATTEMPTS) {
          return e.doubt(figure);
        }
      }
    }
  }
}
