package dev.tare.internal.render;

import dev.tare.internal.render.TextTable.Column;
import dev.tare.model.Report;
import dev.tare.model.Verdict.Outcome;
import java.net.URI;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.Collection;
import java.util.Comparator;
import java.util.List;
import java.util.stream.Collectors;
import org.jspecify.annotations.Nullable;

/**
 * Formats all verdicts of a run as one table. The gravest verdicts come first; equally grave ones
 * are ordered by how near they are to their limit, then by name.
 *
 * <p>Lines below the table show
 *
 * <ul>
 *   <li>the reason of each inconclusive or unmeasured verdict, which builds do not print for an
 *       aborted test,
 *   <li>the remark on each verdict that is within its limit while some of its calls may not be, or
 *       while the elements of its value do not count,
 *   <li>the number of verdicts and the address of the page, in the last line.
 * </ul>
 */
public final class ClosingTable {

  private static final int MAX_ROWS = 40;
  private static final int MAX_FIGURE_WIDTH = 30;

  private static final List<Column> COLUMNS =
      List.of(
          Column.left("test", Integer.MAX_VALUE),
          Column.left("figure", MAX_FIGURE_WIDTH),
          Column.right("measured"),
          Column.right("limit"),
          Column.right("of limit"),
          Column.left("outcome", Integer.MAX_VALUE));

  private ClosingTable() {}

  /**
   * Returns the table, each line ended by {@code \n}; empty if there is no report.
   *
   * @param page address of the page with all details; null if there is none
   */
  public static String render(Collection<Report> reports, @Nullable URI page) {
    if (reports.isEmpty()) {
      return "";
    }
    List<TestVerdict> sorted = TestVerdict.sorted(reports);
    List<TestVerdict> shown = sorted.subList(0, Math.min(MAX_ROWS, sorted.size()));
    List<String> lines =
        new ArrayList<>(
            new TextTable(COLUMNS, shown.stream().map(TestVerdict::cells).toList()).lines());
    shown.stream().flatMap(line -> line.explanation().stream()).forEach(lines::add);
    int hidden = sorted.size() - shown.size();
    lines.add(
        summary(sorted)
            + (hidden == 0 ? "" : "; " + AmountText.grouped(hidden) + " not shown")
            + (page == null ? "" : "; " + page));
    return lines.stream().map(line -> line + "\n").collect(Collectors.joining());
  }

  /** Returns the number of verdicts with each outcome: {@code Tare: 12 within, 1 exceeded}. */
  public static String summary(List<TestVerdict> verdicts) {
    return "Tare: "
        + Arrays.stream(Outcome.values())
            .sorted(Comparator.reverseOrder())
            .filter(outcome -> outcome == Outcome.WITHIN || count(verdicts, outcome) > 0)
            .map(
                outcome ->
                    AmountText.grouped(count(verdicts, outcome)) + " " + Headline.word(outcome))
            .collect(Collectors.joining(", "));
  }

  private static long count(List<TestVerdict> lines, Outcome outcome) {
    return lines.stream().filter(line -> line.verdict().outcome() == outcome).count();
  }
}
