package dev.tare.internal.weight;

import dev.tare.internal.render.export.FigureChange;
import dev.tare.internal.render.export.FigureChange.ChangeKind;
import dev.tare.internal.render.export.WeightComparison;
import dev.tare.unit.Count;
import dev.tare.unit.DataSize;
import java.util.ArrayList;
import java.util.List;

/** Differences between weights and measured figures in a run, and their sum. */
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
    return new WeightComparison(sentences(), changes);
  }

  /** Returns the sum in one sentence; none if nothing was compared. */
  List<String> sentences() {
    int all = equal + otherRows + changes.size();
    if (all == 0) {
      return List.of();
    }
    List<String> parts = new ArrayList<>();
    add(parts, equal, "unchanged", 0);
    add(parts, ChangeKind.GREW, "grown");
    add(parts, ChangeKind.SHRANK, "shrunk");
    add(parts, otherRows, "equal with other rows", 0);
    String accept = all == equal ? "" : "; -Dtare.accept accepts the measured figures";
    return List.of(
        Count.withNoun(all, "weight", "weights") + ": " + String.join(", ", parts) + accept);
  }

  private void add(List<String> parts, ChangeKind kind, String what) {
    List<FigureChange> ofKind = changes.stream().filter(change -> change.kind() == kind).toList();
    add(parts, ofKind.size(), what, ofKind.stream().mapToLong(WeightChanges::bytes).sum());
  }

  private static long bytes(FigureChange change) {
    return change.before() instanceof DataSize before && change.after() instanceof DataSize after
        ? Math.abs(after.bytes() - before.bytes())
        : 0;
  }

  private static void add(List<String> parts, int number, String what, long bytes) {
    if (number > 0) {
      String size = bytes == 0 ? "" : " by " + new DataSize(bytes).both();
      parts.add(number + " " + what + size);
    }
  }
}
