package dev.tare.internal.render;

import java.util.ArrayList;
import java.util.List;
import java.util.stream.IntStream;

/**
 * Rows of text below titles, aligned with spaces. Columns without any text are omitted.
 *
 * @param columns the titles, in order
 * @param rows one text for each column
 */
record TextTable(List<Column> columns, List<List<String>> rows) {

  private static final String GAP = "  ";

  /**
   * One column.
   *
   * @param right whether its texts are aligned to the right
   * @param maxWidth the width to which texts are clipped
   */
  record Column(String title, boolean right, int maxWidth) {

    static Column left(String title, int maxWidth) {
      return new Column(title, false, maxWidth);
    }

    static Column right(String title) {
      return new Column(title, true, Integer.MAX_VALUE);
    }
  }

  TextTable {
    columns = List.copyOf(columns);
    rows = rows.stream().map(List::copyOf).toList();
  }

  /** Returns the titles and the rows, one line each, without trailing spaces. */
  List<String> lines() {
    return lines(Integer.MAX_VALUE);
  }

  /**
   * Returns the titles and the rows, one line each, without trailing spaces.
   *
   * @param width width of a line, to which the last column is clipped
   */
  List<String> lines(int width) {
    int last = columns.size() - 1;
    int others = IntStream.range(0, last).map(i -> width(i) + GAP.length()).sum();
    List<Column> fitting = new ArrayList<>(columns);
    fitting.set(last, new Column(columns.get(last).title(), false, Math.max(1, width - others)));
    return new TextTable(fitting, rows).aligned();
  }

  private List<String> aligned() {
    int[] shown =
        IntStream.range(0, columns.size())
            .filter(i -> rows.stream().anyMatch(row -> !row.get(i).isBlank()))
            .toArray();
    List<List<String>> titlesAndRows = new ArrayList<>();
    titlesAndRows.add(columns.stream().map(Column::title).toList());
    titlesAndRows.addAll(rows);
    return titlesAndRows.stream().map(row -> line(row, shown)).toList();
  }

  /** Returns the width of a column, its title included. */
  private int width(int column) {
    int width = columns.get(column).title().length();
    for (List<String> row : rows) {
      width = Math.max(width, length(cell(row, column)));
    }
    return width;
  }

  private String line(List<String> row, int[] shown) {
    List<String> cells = new ArrayList<>();
    for (int column : shown) {
      String cell = cell(row, column);
      String padding = " ".repeat(width(column) - length(cell));
      cells.add(columns.get(column).right() ? padding + cell : cell + padding);
    }
    return String.join(GAP, cells).stripTrailing();
  }

  private String cell(List<String> row, int column) {
    return OneLine.clipped(row.get(column), columns.get(column).maxWidth());
  }

  private static int length(String cell) {
    return cell.codePointCount(0, cell.length());
  }
}
