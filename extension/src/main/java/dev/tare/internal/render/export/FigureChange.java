package dev.tare.internal.render.export;

import dev.tare.internal.render.RowName;
import dev.tare.model.Breakdown;
import dev.tare.model.Measurement.Observed;
import dev.tare.unit.Quantity;
import java.util.Comparator;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.TreeMap;
import java.util.TreeSet;
import org.jspecify.annotations.Nullable;

/**
 * The change of a figure of a test between two runs, or since its weight was committed.
 *
 * @param test the test, as messages name it
 * @param figure the noun of the figure
 * @param before null if there was no number
 * @param after null if there is no number
 * @param outcome the outcome, or both if they differ
 * @param rows the rows of the breakdown that differ, those with the largest change first; empty
 *     without a breakdown on both sides
 */
public record FigureChange(
    ChangeKind kind,
    String test,
    String figure,
    @Nullable Quantity before,
    @Nullable Quantity after,
    String outcome,
    List<RowChange> rows) {

  /** What happened to a figure; the order is that of the comparison. */
  public enum ChangeKind {
    GREW("grew"),
    SHRANK("shrank"),
    NEW("new"),
    GONE("gone"),
    NOT_COMPARED("not compared"),
    UNCHANGED("unchanged");

    private final String word;

    ChangeKind(String word) {
      this.word = word;
    }

    String word() {
      return word;
    }

    /**
     * Compares two figures. Exact ones differ if they are not equal, others if their intervals do
     * not overlap.
     */
    static ChangeKind of(@Nullable Observed before, @Nullable Observed after) {
      if (before == null || after == null || !areComparable(before.value(), after.value())) {
        return NOT_COMPARED;
      }
      if (before.upper().compare(after.lower()) < 0) {
        return GREW;
      }
      return after.upper().compare(before.lower()) < 0 ? SHRANK : UNCHANGED;
    }

    /** Compares two exact figures of one kind. */
    public static ChangeKind of(Quantity before, Quantity after) {
      int order = after.compare(before);
      return order > 0 ? GREW : order < 0 ? SHRANK : UNCHANGED;
    }

    private static boolean areComparable(Quantity one, Quantity other) {
      return one.getClass() == other.getClass() && one.unit().equals(other.unit());
    }
  }

  /**
   * A row of a breakdown whose amount changed.
   *
   * @param row the class and the place, without numbers of lines
   * @param kind a quantity of the kind of the amounts
   */
  public record RowChange(String row, double before, double after, Quantity kind) {

    /** Returns the difference, negative if the amount shrank. */
    public double change() {
      return after - before;
    }
  }

  /** Copies the list. */
  public FigureChange {
    rows = List.copyOf(rows);
  }

  /** Returns the rows whose amounts differ. */
  static List<RowChange> rows(@Nullable Observed before, @Nullable Observed after) {
    Breakdown one = before == null ? null : before.breakdown();
    Breakdown other = after == null ? null : after.breakdown();
    return one == null || other == null || one.total().getClass() != other.total().getClass()
        ? List.of()
        : rows(amounts(one), amounts(other), other.total());
  }

  /**
   * Returns the rows whose amounts differ, those with the largest change first.
   *
   * @param kind a quantity of the kind of the amounts
   */
  public static List<RowChange> rows(
      Map<String, Double> before, Map<String, Double> after, Quantity kind) {
    Set<String> names = new TreeSet<>(before.keySet());
    names.addAll(after.keySet());
    return names.stream()
        .map(
            name ->
                new RowChange(
                    name, before.getOrDefault(name, 0.0), after.getOrDefault(name, 0.0), kind))
        .filter(change -> change.change() != 0)
        .sorted(
            Comparator.comparingDouble((RowChange change) -> Math.abs(change.change())).reversed())
        .toList();
  }

  private static Map<String, Double> amounts(Breakdown breakdown) {
    Map<String, Double> amounts = new TreeMap<>();
    for (Breakdown.Row row : breakdown.rows()) {
      amounts.merge(RowName.of(row), row.amount().amount(), Double::sum);
    }
    return amounts;
  }
}
