package dev.tare.internal.weight;

import dev.tare.internal.render.export.FigureChange;
import dev.tare.internal.render.export.FigureChange.ChangeKind;
import dev.tare.internal.render.export.WeightComparison;
import java.util.ArrayList;
import java.util.List;

/** Differences between weights and measured figures, collected during a run. */
final class WeightChanges {

  private final List<FigureChange> changes = new ArrayList<>();
  private int equal;
  private int otherRows;

  void add(FigureChange change, boolean hasEqualRows) {
    if (change.kind() != ChangeKind.UNCHANGED) {
      changes.add(change);
    } else if (hasEqualRows) {
      equal++;
    } else {
      otherRows++;
    }
  }

  WeightComparison comparison() {
    return new WeightComparison(equal, otherRows, changes);
  }
}
