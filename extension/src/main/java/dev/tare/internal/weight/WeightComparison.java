package dev.tare.internal.weight;

import dev.tare.unit.Count;
import dev.tare.unit.DataSize;
import dev.tare.unit.Quantity;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Locale;
import java.util.LongSummaryStatistics;
import java.util.Map;
import java.util.Set;
import java.util.TreeMap;
import java.util.stream.Collectors;
import org.apiguardian.api.API;

/** How the figures of one or several runs compare with their weights. */
@API(status = API.Status.INTERNAL, since = "0.1")
public final class WeightComparison {

  private final Map<String, Compared> byWeight = new LinkedHashMap<>();

  /** What became of a weight, in the order of the sum. */
  private enum WeightChange {
    UNCHANGED,
    GROWN,
    SHRUNK,
    EQUAL_WITH_OTHER_ROWS;

    @Override
    public String toString() {
      return name().toLowerCase(Locale.ROOT).replace('_', ' ');
    }
  }

  private record Compared(WeightChange change, long bytes) {}

  /**
   * Adds a figure.
   *
   * @param weight the name of its weight
   * @param hasEqualRows whether the rows are those of the lock
   */
  public synchronized void add(
      String weight, Quantity before, Quantity after, boolean hasEqualRows) {
    int order = after.compare(before);
    WeightChange equal = hasEqualRows ? WeightChange.UNCHANGED : WeightChange.EQUAL_WITH_OTHER_ROWS;
    WeightChange change = order > 0 ? WeightChange.GROWN : order < 0 ? WeightChange.SHRUNK : equal;
    double bytes = after instanceof DataSize ? Math.abs(after.amount() - before.amount()) : 0;
    byWeight.put(weight, new Compared(change, (long) bytes));
  }

  /** Adds the figures of a later run, which replace earlier ones of the same weights. */
  public synchronized void addAll(WeightComparison later) {
    byWeight.putAll(later.byWeight);
  }

  /** Returns the sum in one sentence; none if nothing was compared. */
  public synchronized List<String> sum() {
    if (byWeight.isEmpty()) {
      return List.of();
    }
    Map<WeightChange, LongSummaryStatistics> bytes =
        byWeight.values().stream()
            .collect(
                Collectors.groupingBy(
                    Compared::change, TreeMap::new, Collectors.summarizingLong(Compared::bytes)));
    String parts =
        bytes.entrySet().stream()
            .map(part -> part(part.getKey(), part.getValue()))
            .collect(Collectors.joining(", "));
    String accept =
        bytes.keySet().equals(Set.of(WeightChange.UNCHANGED))
            ? ""
            : "; -Dtare.accept accepts the measured figures";
    return List.of(Count.withNoun(byWeight.size(), "weight", "weights") + ": " + parts + accept);
  }

  private static String part(WeightChange change, LongSummaryStatistics bytes) {
    String size = bytes.getSum() == 0 ? "" : " by " + new DataSize(bytes.getSum()).both();
    return bytes.getCount() + " " + change + size;
  }
}
