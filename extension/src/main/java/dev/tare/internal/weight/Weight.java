package dev.tare.internal.weight;

import static java.util.Comparator.comparingDouble;

import dev.tare.internal.render.OneLine;
import dev.tare.model.Breakdown;
import dev.tare.model.Measurement.Observed;
import dev.tare.unit.Count;
import dev.tare.unit.DataSize;
import dev.tare.unit.Quantity;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import org.jspecify.annotations.Nullable;

/**
 * One figure in a lock: its amount and the rows that add up to it.
 *
 * @param text the amount as it is printed: {@code 6,336 B}; empty if the figure is not locked
 * @param rows the rows in the order of their text; empty without a breakdown
 * @param reason why the figure is not locked; empty if it is
 */
record Weight(String text, List<WeightRow> rows, String reason) {

  /** Maximum number of rows of a figure; smaller rows are added up in one more. */
  private static final int MAX_ROWS = 20;

  private static final String OTHERS = "others";

  private static final Pattern NUMBER = Pattern.compile("[0-9]+(?:\\.[0-9]+)?(?:E-?[0-9]+)?");

  Weight {
    rows = List.copyOf(rows);
  }

  /**
   * A part of the amount.
   *
   * @param count the number of objects or calls
   * @param what class and place, without line numbers
   * @param text the amount as it is printed: {@code 32 B}; empty if the amount is the count
   */
  record WeightRow(long count, String what, String text) {

    double amount() {
      return text.isEmpty() ? count : number(text);
    }

    /** Returns the line of a lock, without its indentation. */
    @Override
    public String toString() {
      return new Count(count).exact() + " " + what + (text.isEmpty() ? "" : ", " + text);
    }
  }

  static Weight notLocked(String reason) {
    return new Weight("", List.of(), OneLine.of(reason));
  }

  /** Returns the weight of a figure: the upper end of its interval. */
  static Weight of(Observed observed) {
    Breakdown breakdown = observed.breakdown();
    List<WeightRow> rows =
        breakdown == null || breakdown.total().compare(observed.upper()) != 0
            ? List.of() // or of another call
            : rows(breakdown);
    return new Weight(observed.upper().exact(), rows, "");
  }

  /** Returns the rows of a breakdown, merged where they differ in what locks leave out. */
  static List<WeightRow> rows(Breakdown breakdown) {
    TreeMap<String, Breakdown.Row> merged = new TreeMap<>();
    breakdown.rows().forEach(row -> add(merged, RowName.of(row), row));
    if (merged.size() > MAX_ROWS) {
      List<Breakdown.Row> largestFirst = new ArrayList<>(merged.values());
      largestFirst.sort(comparingDouble((Breakdown.Row row) -> row.amount().amount()).reversed());
      for (Breakdown.Row row : largestFirst.subList(MAX_ROWS - 1, largestFirst.size())) {
        merged.remove(row.type());
        add(merged, OTHERS, row);
      }
    }
    return merged.values().stream()
        .map(
            row ->
                new WeightRow(
                    row.count(),
                    row.type(),
                    row.amount() instanceof Count ? "" : row.amount().exact()))
        .toList();
  }

  private static void add(Map<String, Breakdown.Row> merged, String what, Breakdown.Row row) {
    merged.merge(
        what,
        new Breakdown.Row(row.amount(), row.count(), what, ""),
        (one, other) ->
            new Breakdown.Row(
                one.amount().withAmount(one.amount().amount() + other.amount().amount()),
                one.count() + other.count(),
                what,
                ""));
  }

  boolean isLocked() {
    return reason.isEmpty();
  }

  double amount() {
    return number(text);
  }

  /**
   * Returns the amount as a limit.
   *
   * @param own the limit of the annotation, which says what is limited; null if it has none and
   *     limits bytes
   */
  Quantity limit(@Nullable Quantity own) {
    return own == null ? new DataSize((long) amount()) : own.withAmount(amount());
  }

  /**
   * Returns the first number of a text.
   *
   * @throws IllegalArgumentException if there is none
   */
  static double number(String text) {
    Matcher number = NUMBER.matcher(text.replace(",", ""));
    if (!number.find()) {
      throw new IllegalArgumentException(text);
    }
    return Double.parseDouble(number.group());
  }
}
