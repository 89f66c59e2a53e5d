package dev.tare.internal.weight;

import dev.tare.unit.Count;
import dev.tare.unit.DataSize;
import dev.tare.unit.Quantity;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.function.Predicate;
import org.apiguardian.api.API;

/** How the figures of one or several runs compare with their weights. */
@API(status = API.Status.INTERNAL, since = "0.1")
public final class WeightComparison {

  private final Map<String, Compared> byWeight = new LinkedHashMap<>();

  private record Compared(Quantity before, Quantity after, boolean hasEqualRows) {

    boolean grew() {
      return after.compare(before) > 0;
    }

    boolean shrank() {
      return after.compare(before) < 0;
    }

    boolean isEqual() {
      return !grew() && !shrank() && hasEqualRows;
    }

    boolean hasOtherRows() {
      return !grew() && !shrank() && !hasEqualRows;
    }

    long bytes() {
      return before instanceof DataSize one && after instanceof DataSize other
          ? Math.abs(other.bytes() - one.bytes())
          : 0;
    }
  }

  /**
   * Adds a figure.
   *
   * @param weight the name of its weight
   * @param hasEqualRows whether the rows are those of the lock
   */
  public void add(String weight, Quantity before, Quantity after, boolean hasEqualRows) {
    byWeight.put(weight, new Compared(before, after, hasEqualRows));
  }

  /** Adds the figures of a later run, which replace earlier ones of the same weights. */
  public void addAll(WeightComparison later) {
    byWeight.putAll(later.byWeight);
  }

  /** Returns the sum in one sentence; none if nothing was compared. */
  public List<String> sum() {
    if (byWeight.isEmpty()) {
      return List.of();
    }
    List<String> parts = new ArrayList<>();
    add(parts, Compared::isEqual, "unchanged");
    add(parts, Compared::grew, "grown");
    add(parts, Compared::shrank, "shrunk");
    add(parts, Compared::hasOtherRows, "equal with other rows");
    String accept =
        byWeight.values().stream().allMatch(Compared::isEqual)
            ? ""
            : "; -Dtare.accept accepts the measured figures";
    return List.of(
        Count.withNoun(byWeight.size(), "weight", "weights")
            + ": "
            + String.join(", ", parts)
            + accept);
  }

  private void add(List<String> parts, Predicate<Compared> kind, String what) {
    List<Compared> ofKind = byWeight.values().stream().filter(kind).toList();
    if (!ofKind.isEmpty()) {
      long bytes = ofKind.stream().mapToLong(Compared::bytes).sum();
      String size = bytes == 0 ? "" : " by " + new DataSize(bytes).both();
      parts.add(ofKind.size() + " " + what + size);
    }
  }
}
