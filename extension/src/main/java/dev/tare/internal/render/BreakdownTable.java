package dev.tare.internal.render;

import dev.tare.internal.render.TextTable.Column;
import dev.tare.model.Breakdown;
import dev.tare.model.Breakdown.Row;
import dev.tare.unit.Count;
import dev.tare.unit.Quantity;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;

/** Formats a breakdown as a table whose rows add up to the total. */
final class BreakdownTable {

  private static final int MAX_TYPE_WIDTH = 60;

  /** Width of a line without its indentation. */
  private static final int MAX_WIDTH = OneLine.MAX_WIDTH - 2;

  private static final List<Column> COLUMNS =
      List.of(
          Column.right("share"),
          Column.right("amount"),
          Column.right("count"),
          Column.left("type", MAX_TYPE_WIDTH),
          Column.left("where", MAX_WIDTH));

  private BreakdownTable() {}

  /**
   * Returns the titles and the rows, one line each; no lines if there is no row.
   *
   * @param maxRows the maximum number of rows, including one for all others
   */
  static List<String> lines(Breakdown breakdown, int maxRows) {
    if (breakdown.rows().isEmpty() || maxRows == 0) {
      return List.of();
    }
    return new TextTable(
            COLUMNS,
            shown(breakdown, maxRows, maxRows - 1).stream()
                .map(row -> cells(row, breakdown.total()))
                .toList())
        .narrowed(COLUMNS.size() - 1, 1, MAX_WIDTH)
        .lines();
  }

  /**
   * Returns the rows to show: all of them, or the first ones and the sum of the others.
   *
   * @param maxRows the maximum number of rows that are shown without a sum
   * @param rowsBeforeSum the number of rows that are shown together with a sum
   */
  static List<Row> shown(Breakdown breakdown, int maxRows, int rowsBeforeSum) {
    List<Row> rows = breakdown.rows();
    if (rows.size() <= maxRows) {
      return rows;
    }
    List<Row> shown = new ArrayList<>(rows.subList(0, rowsBeforeSum));
    shown.add(rest(breakdown.total(), rows.subList(rowsBeforeSum, rows.size())));
    return shown;
  }

  private static Row rest(Quantity kind, List<Row> rows) {
    double amount = rows.stream().mapToDouble(row -> row.amount().amount()).sum();
    long count = rows.stream().mapToLong(Row::count).sum();
    return new Row(kind.withAmount(amount), count, AmountText.grouped(rows.size()) + " more", "");
  }

  private static List<String> cells(Row row, Quantity total) {
    return List.of(
        total.amount() > 0
            ? AmountText.percentInColumn(row.amount().amount() / total.amount())
            : "",
        row.amount().exact(),
        // if objects are counted, the amount is the count
        total instanceof Count ? "" : AmountText.grouped(row.count()),
        row.type(),
        where(row, total));
  }

  private static String where(Row row, Quantity breakdownTotal) {
    Quantity rowTotal = row.total();
    Quantity bytes = row.bytesPerCall();
    String share =
        rowTotal == null
            ? ""
            : String.format(
                Locale.ROOT, "; total %.1f %%", 100 * rowTotal.amount() / breakdownTotal.amount());
    return row.where() + share + (bytes == null ? "" : "; " + bytes.rounded() + " a call");
  }
}
