package dev.tare.internal.render;

import dev.tare.internal.render.TextTable.Column;
import dev.tare.model.Breakdown;
import dev.tare.model.Breakdown.Row;
import dev.tare.unit.Count;
import dev.tare.unit.DataSize;
import dev.tare.unit.Quantity;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.Comparator;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/**
 * The rows of a breakdown that are shown, as a table. If the largest ones explain less than half of
 * the figure, rows are added up by the beginning of their path, or by line, method or class; unless
 * nearly all of it is at one place.
 */
final class BreakdownTable {

  private static final int MAX_TYPE_WIDTH = 60;

  /** Width of a line without its indentation. */
  private static final int MAX_WIDTH = OneLine.MAX_WIDTH - 2;

  /** Share of the figure below which a row is not shown. */
  private static final double LEAST_SHARE = 0.05;

  /** Share of the figure that the shown rows should explain. */
  private static final double MOST = 0.5;

  /** Share of the figure above which one path is divided into those that it leads to. */
  private static final double NEARLY_ALL = 0.9;

  /** Rows that are shown if each of them is small. */
  private static final int SMALL_ROWS = 3;

  /** A line of code: its class, its method and the rest. */
  private static final Pattern LINE = Pattern.compile("([^\\s(]+)(\\.[^.\\s(]+)(\\(.*)");

  private static final List<Column> COLUMNS =
      List.of(
          Column.right("share"),
          Column.right("amount"),
          Column.right("count"),
          Column.left("type", MAX_TYPE_WIDTH),
          Column.left("where", MAX_WIDTH));

  /** Rows of a message, including one for all others. */
  private static final int MAX_ROWS = 5;

  private final Quantity total;
  private final List<Row> all;

  BreakdownTable(Breakdown breakdown) {
    this.total = breakdown.total();
    this.all = breakdown.rows();
  }

  /** Returns all rows, or the first ones and one with the sum of the others. */
  static List<Row> shown(Breakdown breakdown, int maxRows) {
    BreakdownTable table = new BreakdownTable(breakdown);
    return table.all.size() <= maxRows ? table.all : table.withOthers(table.all, maxRows);
  }

  /** Returns the titles and all rows, one line each; no lines if there is no row. */
  List<String> all() {
    return lines(all);
  }

  /**
   * Returns the titles and at most a number of rows, one line each; no lines if there is no row.
   *
   * @param max the maximum number of rows, including one for all others
   */
  List<String> atMost(int max) {
    if (max == 0) {
      return List.of();
    }
    List<Row> rows = largeFirst(explaining(Math.min(max, MAX_ROWS)));
    int large = (int) rows.stream().filter(this::isLarge).count();
    int count = Math.min(rows.size(), Math.min(max, large == 0 ? SMALL_ROWS : large));
    if (count == max && isLarge(amount(rows.subList(max, rows.size())))) {
      count = max - 1;
    }
    if (count == 0 && !rows.isEmpty()) {
      return lines(rows.subList(0, 1)); // says more than the sum of all
    }
    boolean hasOthers = count < rows.size() && isLarge(amount(rows.subList(count, rows.size())));
    return lines(hasOthers ? withOthers(rows, count) : rows.subList(0, count));
  }

  /** Returns the first rows and one with the sum of the others. */
  private List<Row> withOthers(List<Row> rows, int count) {
    List<Row> shown = new ArrayList<>(rows.subList(0, count));
    List<Row> others = rows.subList(count, rows.size());
    shown.add(sum(others, AmountText.grouped(others.size()) + " more", ""));
    return shown;
  }

  private List<Row> largeFirst(List<Row> rows) {
    List<Row> sorted = new ArrayList<>(rows);
    sorted.sort(Comparator.comparing(row -> !isLarge(row)));
    return sorted;
  }

  /** Returns whether a row is shown: a method, also if what it calls is large. */
  private boolean isLarge(Row row) {
    Quantity withCalls = row.total();
    return isLarge(amount(row)) || (withCalls != null && isLarge(withCalls.amount()));
  }

  private boolean isLarge(double amount) {
    return amount >= LEAST_SHARE * total.amount();
  }

  private static double amount(Row row) {
    return row.amount().amount();
  }

  private static double amount(List<Row> rows) {
    return rows.stream().mapToDouble(BreakdownTable::amount).sum();
  }

  /** Returns the rows, added up as far as is needed so that few of them explain the figure. */
  private List<Row> explaining(int max) {
    boolean areParts = total instanceof DataSize || total instanceof Count;
    if (!areParts || explains(all, max)) {
      return all;
    }
    boolean areLines = all.stream().anyMatch(row -> LINE.matcher(row.where()).matches());
    List<List<String>> places = all.stream().map(row -> segments(row.where())).toList();
    List<Row> rows = merged(places, 1);
    int deepest = places.stream().mapToInt(List::size).max().orElse(1);
    for (int depth = 2; depth <= deepest; depth++) {
      List<Row> deeper = merged(places, depth);
      if (areLines ? !explains(deeper, max) : amount(rows.get(0)) < NEARLY_ALL * total.amount()) {
        break;
      }
      rows = deeper;
    }
    return amount(rows.get(0)) < NEARLY_ALL * total.amount() ? rows : all;
  }

  private boolean explains(List<Row> rows, int max) {
    return rows.size() <= max || amount(rows.subList(0, max - 1)) >= MOST * total.amount();
  }

  /**
   * Returns the rows added up by the beginning of their place, the largest sum first.
   *
   * @param places the parts of the place of each row
   */
  private List<Row> merged(List<List<String>> places, int depth) {
    Map<String, List<Row>> byBeginning = new LinkedHashMap<>();
    for (int i = 0; i < all.size(); i++) {
      Row row = all.get(i);
      List<String> segments = places.get(i);
      String beginning = String.join("", segments.subList(0, Math.min(depth, segments.size())));
      byBeginning
          .computeIfAbsent(beginning.isEmpty() ? row.type() : beginning, key -> new ArrayList<>())
          .add(row);
    }
    List<Row> merged = new ArrayList<>();
    byBeginning.forEach(
        (beginning, rows) -> {
          long types = rows.stream().map(Row::type).distinct().count();
          String type = types == 1 ? rows.get(0).type() : AmountText.grouped(types) + " types";
          merged.add(rows.size() == 1 ? rows.get(0) : sum(rows, type, beginning.strip()));
        });
    merged.sort(Comparator.comparingDouble((Row row) -> amount(row)).reversed());
    return merged;
  }

  /** Returns the parts of a path, or of the line of the application that led to a place. */
  private static List<String> segments(String place) {
    String where = place.replaceFirst("^.* from (?=\\S+\\()", "");
    Matcher line = LINE.matcher(where);
    if (line.matches()) {
      return List.of(line.group(1), line.group(2), line.group(3));
    }
    int root = where.lastIndexOf(' ') + 1; // of a path from a static field or a thread
    List<String> segments = new ArrayList<>();
    if (root > 0) {
      segments.add(where.substring(0, root));
    }
    segments.addAll(Arrays.asList(where.substring(root).split("(?=[.\\[])")));
    return segments;
  }

  private Row sum(List<Row> rows, String type, String where) {
    long count = rows.stream().mapToLong(Row::count).sum();
    return new Row(total.withAmount(amount(rows)), count, type, where);
  }

  private List<String> lines(List<Row> rows) {
    return rows.isEmpty()
        ? List.of()
        : new TextTable(COLUMNS, rows.stream().map(this::cells).toList()).lines(MAX_WIDTH);
  }

  private List<String> cells(Row row) {
    return List.of(
        total.amount() > 0 ? AmountText.percentInColumn(amount(row) / total.amount()) : "",
        row.amount().exact(),
        // if objects are counted, the amount is the count
        total instanceof Count ? "" : AmountText.grouped(row.count()),
        row.type(),
        where(row));
  }

  private String where(Row row) {
    Quantity withCalls = row.total();
    Quantity bytes = row.bytesPerCall();
    String share =
        withCalls == null
            ? ""
            : String.format(
                Locale.ROOT, "; total %.1f %%", 100 * withCalls.amount() / total.amount());
    return row.where() + share + (bytes == null ? "" : "; " + bytes.rounded() + " a call");
  }
}
