package dev.tare.internal.weight;

import static java.util.Objects.requireNonNull;

import dev.tare.internal.render.export.FigureChange;
import dev.tare.internal.render.export.FigureChange.ChangeKind;
import dev.tare.internal.render.export.WeightComparison;
import dev.tare.unit.Quantity;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;

/** Differences between weights and measured figures, collected during a run. */
final class WeightChanges {

  private final Map<String, Compared> byWeight = new LinkedHashMap<>();

  private record Compared(FigureChange change, boolean hasEqualRows) {

    /** Returns the larger figure of two invocations of one name, as {@link Weight#ofBoth} does. */
    Compared orLarger(Compared other) {
      return other.after().compare(after()) > 0 ? other : this;
    }

    private Quantity after() {
      return requireNonNull(change.after());
    }
  }

  /**
   * Adds the figure of a test.
   *
   * @param weight the name of the weight, which several invocations may share
   */
  void add(String weight, FigureChange change, boolean hasEqualRows) {
    byWeight.merge(weight, new Compared(change, hasEqualRows), Compared::orLarger);
  }

  WeightComparison comparison() {
    List<FigureChange> changes = new ArrayList<>();
    int equal = 0;
    int otherRows = 0;
    for (Compared compared : byWeight.values()) {
      if (compared.change.kind() != ChangeKind.UNCHANGED) {
        changes.add(compared.change);
      } else if (compared.hasEqualRows) {
        equal++;
      } else {
        otherRows++;
      }
    }
    return new WeightComparison(equal, otherRows, changes);
  }
}
