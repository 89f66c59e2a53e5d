package dev.tare.internal.weight;

import dev.tare.unit.Count;
import dev.tare.unit.Quantity;
import java.util.Collections;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.stream.Collectors;

/** How the figures of a run compare with their weights. */
final class WeightComparison {

  private static final String UNCHANGED = "unchanged";
  private static final String OF_OTHER_JVM = "not compared, being of another Java or object layout";

  /** What may have happened to a weight, in the order of the sentence. */
  private static final List<String> CHANGES = List.of(UNCHANGED, "grown", "shrunk", OF_OTHER_JVM);

  private final Map<String, String> changes = new HashMap<>();

  /**
   * Adds a figure.
   *
   * @param weight the name of its weight
   */
  synchronized void add(String weight, Quantity before, Quantity after) {
    int order = after.compare(before);
    changes.put(weight, CHANGES.get(order > 0 ? 1 : order < 0 ? 2 : 0));
  }

  /** Adds a figure that has a weight for another Java or object layout only. */
  synchronized void addMissing(String weight) {
    changes.put(weight, OF_OTHER_JVM);
  }

  /** Returns the numbers in one sentence; none if nothing was compared. */
  synchronized List<String> sum() {
    if (changes.isEmpty()) {
      return List.of();
    }
    String numbers =
        CHANGES.stream()
            .filter(changes::containsValue)
            .map(change -> Collections.frequency(changes.values(), change) + " " + change)
            .collect(Collectors.joining(", "));
    return List.of(
        Count.withNoun(changes.size(), "weight", "weights")
            + ": "
            + numbers
            + (numbers.matches("\\d+ " + UNCHANGED)
                ? ""
                : "; -Dtare.accept accepts the measured figures"));
  }
}
