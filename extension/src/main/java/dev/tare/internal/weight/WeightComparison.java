package dev.tare.internal.weight;

import dev.tare.unit.Count;
import dev.tare.unit.DataSize;
import dev.tare.unit.Quantity;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;

/** How the figures of a run compare with their weights. */
final class WeightComparison {

  private static final String UNCHANGED = "unchanged";
  private static final String OF_OTHER_JVM = "not compared, being of another Java or object layout";

  /** What may have happened to a weight, in the order of the sentence. */
  private static final List<String> CHANGES = List.of(UNCHANGED, "grown", "shrunk", OF_OTHER_JVM);

  private final Map<String, Compared> byWeight = new LinkedHashMap<>();

  private record Compared(String change, long bytes) {}

  /**
   * Adds a figure.
   *
   * @param weight the name of its weight
   */
  synchronized void add(String weight, Quantity before, Quantity after) {
    int order = after.compare(before);
    int change = order > 0 ? 1 : order < 0 ? 2 : 0;
    double bytes = after instanceof DataSize ? Math.abs(after.amount() - before.amount()) : 0;
    byWeight.put(weight, new Compared(CHANGES.get(change), (long) bytes));
  }

  /** Adds a figure that has a weight for another Java or object layout only. */
  synchronized void addMissing(String weight) {
    byWeight.put(weight, new Compared(OF_OTHER_JVM, 0));
  }

  /** Returns the sum in one sentence; none if nothing was compared. */
  synchronized List<String> sum() {
    if (byWeight.isEmpty()) {
      return List.of();
    }
    List<String> parts = new ArrayList<>();
    for (String change : CHANGES) {
      List<Compared> all =
          byWeight.values().stream().filter(weight -> weight.change().equals(change)).toList();
      long bytes = all.stream().mapToLong(Compared::bytes).sum();
      if (!all.isEmpty()) {
        String size = bytes == 0 ? "" : " by " + new DataSize(bytes).both();
        parts.add(all.size() + " " + change + size);
      }
    }
    boolean areUnchanged = parts.size() == 1 && parts.get(0).endsWith(UNCHANGED);
    return List.of(
        Count.withNoun(byWeight.size(), "weight", "weights")
            + ": "
            + String.join(", ", parts)
            + (areUnchanged ? "" : "; -Dtare.accept accepts the measured figures"));
  }
}
