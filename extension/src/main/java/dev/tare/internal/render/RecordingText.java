package dev.tare.internal.render;

import dev.tare.internal.render.TextTable.Column;
import dev.tare.model.Breakdown;
import dev.tare.model.Breakdown.Row;
import java.util.ArrayList;
import java.util.List;

/** Formats the recording of a whole JVM: rows that add up to the total on line 1. */
public final class RecordingText {

  private static final int WIDEST_CLASS = 60;
  private static final int WIDEST_PLACE = 120;
  private static final String INDENT = "  ";

  private static final List<Column> COLUMNS =
      List.of(
          Column.right("share"),
          Column.right("bytes"),
          Column.right("count"),
          Column.left("class", WIDEST_CLASS),
          Column.left("at", WIDEST_PLACE));

  private static final List<Column> THREAD_COLUMNS =
      List.of(
          Column.right("share"),
          Column.right("bytes"),
          Column.right("threads"),
          Column.left("thread", WIDEST_CLASS));

  private RecordingText() {}

  /**
   * Renders a recording; lines are separated by {@code \n}, there is none at the end.
   *
   * @param process the process id
   * @param breakdown the rows, with notes on what they do not include
   * @param threads the bytes by thread
   * @param most the largest number of rows; the others are summed in one
   * @param phrases how the recording was made
   */
  public static String render(
      long process, Breakdown breakdown, Breakdown threads, int most, List<String> phrases) {
    List<String> lines = new ArrayList<>();
    lines.add("Process " + process + " allocated " + breakdown.total().both());
    new TextTable(
            COLUMNS,
            BreakdownTable.shown(breakdown, most, most).stream()
                .map(row -> cells(row, breakdown.total().amount()))
                .toList())
        .lines()
        .forEach(line -> lines.add(INDENT + line));
    if (!threads.rows().isEmpty()) {
      new TextTable(
              THREAD_COLUMNS,
              BreakdownTable.shown(threads, most, most).stream()
                  .map(row -> threadCells(row, threads.total().amount()))
                  .toList())
          .lines()
          .forEach(line -> lines.add(INDENT + line));
    }
    lines.addAll(MessageDetails.labelled("recorded", List.of(String.join("; ", phrases))));
    lines.addAll(MessageDetails.labelled("not told", MessageDetails.texts(breakdown.notes())));
    return String.join("\n", lines);
  }

  private static List<String> threadCells(Row row, double total) {
    return List.of(
        AmountText.percentInColumn(row.amount().amount() / total),
        row.amount().exact(),
        row.count() > 1 ? AmountText.grouped(row.count()) : "",
        row.type());
  }

  private static List<String> cells(Row row, double total) {
    // a row without a source line is a sum that has no count
    boolean counted = !row.where().isEmpty();
    return List.of(
        AmountText.percentInColumn(row.amount().amount() / total),
        row.amount().exact(),
        counted ? AmountText.grouped(row.count()) : "",
        row.type(),
        row.where());
  }
}
