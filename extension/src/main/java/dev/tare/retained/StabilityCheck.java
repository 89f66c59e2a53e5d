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
 * Whether a value stayed as it was while it was weighed: it is walked twice, and both walks must
 * meet as many objects and bytes.
 *
 * <p>So it is seen that something came or went, from the first walk's way through the value to the
 * second's. It is not seen that something was replaced by its like, that a change was undone in
 * between, or that others began or ceased to hold what the value shares.
 */
final class StabilityCheck {

  /** How often a value that changes is weighed anew: a start or an end is no steady change. */
  private static final int ATTEMPTS = 3;

  private StabilityCheck() {}

  /** What a walk met of a value. */
  record Extent(Count objects, DataSize size) {

    static Extent of(Footprint footprint) {
      return new Extent(footprint.objects(), footprint.size());
    }

    /** Everything that the value reaches, retained or shared. */
    static Extent of(RetainedFootprint retention) {
      long objects = retention.retained().objects().items() + retention.shared().objects().items();
      return new Extent(new Count(objects), retention.reachable());
    }

    /** Numbers are compared: to link what a record compares with takes as long as many walks. */
    boolean differs(Extent other) {
      return objects.items() != other.objects.items() || size.bytes() != other.size.bytes();
    }

    @Override
    public String toString() {
      String noun = objects.items() == 1 ? " object with " : " objects with ";
      return objects.exact() + noun + size.both();
    }
  }

  private static final class Changed extends RuntimeException {

    private static final long serialVersionUID = 1L;

    private final transient Extent first;
    private final transient Extent second;

    Changed(Extent first, Extent second) {
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

  /** Ends the attempt unless both walks met the same. */
  static void require(Extent first, Extent second) {
    if (first.differs(second)) {
      throw new Changed(first, second);
    }
  }

  /**
   * Measures, again if the value has changed meanwhile.
   *
   * @param attempt calls {@link #require}
   * @return what the first attempt found in which nothing changed, otherwise a doubt
   */
  static Measurement measure(Figure figure, Supplier<Measurement> attempt) {
    for (int i = 1; ; i++) {
      try {
        return attempt.get();
      } catch (Changed e) {
        if (i == ATTEMPTS) {
          return e.doubt(figure);
        }
      }
    }
  }
}
