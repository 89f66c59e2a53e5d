package dev.tare.internal.render;

import static java.util.stream.Collectors.groupingBy;
import static java.util.stream.Collectors.joining;
import static java.util.stream.Collectors.toSet;

import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Set;
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
   * @param maxWidth the width to which texts are clipped; not of the last column
   */
  record Column(String title, boolean right, int maxWidth) {

    static Column left(String title, int maxWidth) {
      return new Column(title, false, maxWidth);
    }

    static Column right(String title) {
      return new Column(title, true, Integer.MAX_VALUE);
    }

    /** Returns the title and the texts, all of one width. */
    private List<String> aligned(List<String> texts, int max) {
      Map<String, Set<String>> byClipped =
          texts.stream()
              .map(OneLine::of)
              .collect(groupingBy(text -> OneLine.clipped(text, max), toSet()));
      List<String> cells = new ArrayList<>(List.of(title));
      for (String text : texts) {
        String clipped = OneLine.clipped(text, max);
        // texts that would look alike have twice the width, unless they end the line
        boolean isAlike = max == maxWidth && byClipped.getOrDefault(clipped, Set.of()).size() > 1;
        cells.add(isAlike ? OneLine.clipped(text, 2 * max) : clipped);
      }
      int width = cells.stream().mapToInt(Column::length).max().orElse(0);
      cells.replaceAll(
          cell -> {
            String padding = " ".repeat(width - length(cell));
            return right ? padding + cell : cell + padding;
          });
      return cells;
    }

    private static int length(String cell) {
      return cell.codePointCount(0, cell.length());
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
    List<List<String>> shown = new ArrayList<>();
    int left = width;
    for (int i = 0; i < columns.size(); i++) {
      int index = i;
      List<String> texts = rows.stream().map(row -> row.get(index)).toList();
      boolean isLast = i == columns.size() - 1;
      List<String> cells =
          columns.get(i).aligned(texts, isLast ? Math.max(1, left) : columns.get(i).maxWidth());
      left -= Column.length(cells.get(0)) + GAP.length();
      if (!texts.stream().allMatch(String::isBlank)) {
        shown.add(cells);
      }
    }
    return IntStream.rangeClosed(0, rows.size())
        .mapToObj(row -> shown.stream().map(cells -> cells.get(row)).collect(joining(GAP)))
        .map(String::stripTrailing)
        .toList();
  }
}
