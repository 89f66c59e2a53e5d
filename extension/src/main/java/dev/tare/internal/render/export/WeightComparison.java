package dev.tare.internal.render.export;

import dev.tare.internal.render.export.FigureChange.ChangeKind;
import dev.tare.unit.Count;
import dev.tare.unit.DataSize;
import java.util.ArrayList;
import java.util.List;
import java.util.stream.Stream;

/**
 * How the figures of a run compare with their weights.
 *
 * @param equal the number of figures that equal their weight, as do their rows
 * @param otherRows the number of figures that equal their weight, but have other rows
 * @param changes the figures that grew or shrank
 */
public record WeightComparison(int equal, int otherRows, List<FigureChange> changes) {

  /** The comparison of a run without weights. */
  public static final WeightComparison NONE = new WeightComparison(0, 0, List.of());

  /** Copies the list. */
  public WeightComparison {
    changes = List.copyOf(changes);
  }

  /** Returns the comparison of this run and another. */
  public WeightComparison plus(WeightComparison other) {
    return new WeightComparison(
        equal + other.equal,
        otherRows + other.otherRows,
        Stream.concat(changes.stream(), other.changes.stream()).toList());
  }

  /** Returns the sum in one sentence; none if nothing was compared. */
  public List<String> sum() {
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
    add(parts, ofKind.size(), what, ofKind.stream().mapToLong(WeightComparison::bytes).sum());
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
