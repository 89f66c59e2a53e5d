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

/** What a walk tells that met more objects than it may: at most that the budget is exceeded. */
final class AbortedWalk {

  private AbortedWalk() {}

  /** Why there is no number, with the line to change. */
  static Missing missing(Figure figure, UnweighableException e) {
    return e instanceof TooManyObjectsException ended
        ? new Missing(figure, e.reason(), remedy(ended))
        : new Missing(figure, e.reason(), e.remedy());
  }

  private static String remedy(TooManyObjectsException ended) {
    return "set %s to more than %s, or leave out what is not the value's own, with ignoring = … or"
            .formatted(Configuration.MAX_OBJECTS, ended.limit())
        + " @NotFollowed";
  }

  /** A number where what was met is too much already, otherwise none. */
  static Measurement measured(
      Figure figure, ObjectGraph graph, TooManyObjectsException ended, @Nullable Quantity limit) {
    DataSize seen = new DataSize(ended.bytes());
    if (limit == null || seen.compare(limit) <= 0) {
      String reason = "%s; those that were met have %s".formatted(ended.reason(), seen.both());
      return new Missing(figure, reason, remedy(ended));
    }
    List<String> counted = new ArrayList<>();
    counted.add(
        "the first %s objects that were met, as %s allows; the value reaches more"
            .formatted(new Count(ended.limit()).exact(), Configuration.MAX_OBJECTS));
    counted.addAll(SizeMeter.layout(graph));
    return new Observed(
        figure,
        seen,
        seen,
        new DataSize(Long.MAX_VALUE),
        Sampling.single(seen),
        counted,
        List.of(),
        null);
  }
}
