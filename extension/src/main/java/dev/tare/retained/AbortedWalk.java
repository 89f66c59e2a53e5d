package dev.tare.retained;

import dev.tare.extension.Configuration;
import dev.tare.heap.ObjectGraph;
import dev.tare.heap.TooManyObjectsException;
import dev.tare.heap.UnweighableException;
import dev.tare.model.Figure;
import dev.tare.model.Measurement;
import dev.tare.model.Measurement.Missing;
import dev.tare.model.Measurement.Observed;
import dev.tare.model.Sampling;
import dev.tare.unit.Count;
import dev.tare.unit.DataSize;
import dev.tare.unit.Quantity;
import java.util.ArrayList;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * Measurements from a walk that was aborted at the object limit. Such a walk can only prove that
 * the budget is exceeded.
 */
final class AbortedWalk {

  private AbortedWalk() {}

  /** Returns a missing number with its reason and its remedy. */
  static Missing missing(Figure figure, UnweighableException e) {
    return e instanceof TooManyObjectsException aborted
        ? new Missing(figure, e.reason(), remedy(aborted))
        : new Missing(figure, e.reason(), e.remedy());
  }

  private static String remedy(TooManyObjectsException aborted) {
    return "set %s to more than %s, or leave out what is not the value's own, with ignoring = … or"
            .formatted(Configuration.WALKED_OBJECTS, aborted.limit())
        + " @NotFollowed";
  }

  /**
   * Returns an observation if the visited objects exceed the budget, otherwise a missing number.
   */
  static Measurement measured(
      Figure figure, ObjectGraph graph, TooManyObjectsException aborted, @Nullable Quantity limit) {
    DataSize visited = new DataSize(aborted.bytes());
    if (limit == null || visited.compare(limit) <= 0) {
      String reason = "%s; those that were met have %s".formatted(aborted.reason(), visited.both());
      return new Missing(figure, reason, remedy(aborted));
    }
    List<String> phrases = new ArrayList<>();
    phrases.add(
        "the first %s objects that were met, as %s allows; the value reaches more"
            .formatted(new Count(aborted.limit()).exact(), Configuration.WALKED_OBJECTS));
    phrases.addAll(SizeMeter.layout(graph));
    return new Observed(
        figure,
        visited,
        visited,
        new DataSize(Long.MAX_VALUE),
        Sampling.single(visited),
        phrases,
        List.of(),
        null);
  }
}
