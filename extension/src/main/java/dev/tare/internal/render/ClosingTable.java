package dev.tare.internal.render;

import static java.util.Comparator.comparing;
import static java.util.Comparator.comparingDouble;

import dev.tare.internal.render.TextTable.Column;
import dev.tare.model.Measurement.Observed;
import dev.tare.model.Remark;
import dev.tare.model.Report;
import dev.tare.model.Verdict;
import dev.tare.model.Verdict.Outcome;
import dev.tare.unit.Quantity;
import java.net.URI;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.Collection;
import java.util.Comparator;
import java.util.List;
import java.util.Objects;
import java.util.Optional;
import java.util.stream.Collectors;
import org.jspecify.annotations.Nullable;

/**
 * Formats all verdicts of a run as one table, for the console and as Markdown. The gravest verdicts
 * come first; equally grave ones are ordered by how near they are to their limit, then by name.
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

  /** Columns of a name with arguments; class and method alone may have more. */
  private static final int NAME_WIDTH = 60;

  private static final String ABSENT = "-";

  /** Share from which on the limit is as good as nothing, for example of a ratio to no bytes. */
  private static final double NO_SHARE = 1e6;

  // a step summary of GitHub has at most 1 MiB, for all JVMs of a step
  private static final int MAX_MARKDOWN_ROWS = 100;
  private static final int MAX_MESSAGES = 50;

  private static final List<Column> COLUMNS =
      List.of(
          Column.left("test", Integer.MAX_VALUE),
          Column.left("figure", MAX_FIGURE_WIDTH),
          Column.right("measured"),
          Column.right("limit"),
          Column.right("of limit"),
          Column.left("outcome", Integer.MAX_VALUE));

  private static final Comparator<TestVerdict> ORDER =
      comparing((TestVerdict row) -> row.verdict().outcome())
          .thenComparing(comparingDouble(TestVerdict::share).reversed())
          .thenComparing(row -> row.test().className())
          .thenComparing(row -> row.test().method())
          .thenComparing(row -> row.test().invocation())
          .thenComparing(row -> row.verdict().budget().figure().noun());

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
    List<TestVerdict> rows = rows(reports);
    List<String> lines = lines(rows, MAX_ROWS);
    int hidden = rows.size() - MAX_ROWS;
    lines.add(
        summary(rows)
            + (hidden <= 0 ? "" : "; " + AmountText.grouped(hidden) + " not shown")
            + (page == null ? "" : "; " + page));
    return lines.stream().map(line -> line + "\n").collect(Collectors.joining());
  }

  /** Returns the verdicts of the reports in the order of the table. */
  private static List<TestVerdict> rows(Collection<Report> reports) {
    return reports.stream()
        .flatMap(
            report -> report.verdicts().stream().map(one -> new TestVerdict(report.test(), one)))
        .sorted(ORDER)
        .toList();
  }

  /** Returns the table with the first rows, and the lines below it. */
  private static List<String> lines(List<TestVerdict> rows, int max) {
    List<TestVerdict> shown = rows.subList(0, Math.min(max, rows.size()));
    List<String> lines =
        new ArrayList<>(
            new TextTable(COLUMNS, shown.stream().map(TestVerdict::cells).toList()).lines());
    shown.stream().flatMap(row -> row.explanation().stream()).forEach(lines::add);
    return lines;
  }

  /** Returns the number of verdicts with each outcome: {@code Tare: 12 within, 1 exceeded}. */
  private static String summary(List<TestVerdict> rows) {
    return "Tare: "
        + Arrays.stream(Outcome.values())
            .sorted(Comparator.reverseOrder())
            .filter(outcome -> outcome == Outcome.WITHIN || count(rows, outcome) > 0)
            .map(outcome -> AmountText.grouped(count(rows, outcome)) + " " + Headline.word(outcome))
            .collect(Collectors.joining(", "));
  }

  private static long count(List<TestVerdict> rows, Outcome outcome) {
    return rows.stream().filter(row -> row.verdict().outcome() == outcome).count();
  }

  /**
   * Returns the verdicts of a run as Markdown: the table, and the messages of those that are not
   * within their limit. All is preformatted, so that texts from outside have no effect.
   */
  public static String markdown(VerdictJson.Jvm jvm, List<Report> reports) {
    List<TestVerdict> rows = rows(reports);
    List<String> lines = new ArrayList<>(List.of(jvm.brief(), ""));
    lines.addAll(lines(rows, MAX_MARKDOWN_ROWS));
    reports.stream()
        .filter(report -> report.outcome() != Outcome.WITHIN)
        .sorted(comparing(Report::outcome))
        .limit(MAX_MESSAGES)
        .forEach(report -> lines.add("\n" + FailureMessage.render(report, null)));
    String text = String.join("\n", lines);
    return "### %s\n\n<pre>\n%s\n</pre>\n"
        .formatted(
            summary(rows), text.replace("&", "&amp;").replace("<", "&lt;").replace(">", "&gt;"));
  }

  /** A verdict with the test that it belongs to. */
  private record TestVerdict(Report.TestId test, Verdict verdict) {

    /**
     * Returns the measured share of the limit, infinite if the limit is 0; negative if there is no
     * figure or no limit, or both are 0.
     */
    private double share() {
      Quantity limit = verdict.budget().limit();
      double measured = verdict.observed().map(one -> one.value().amount()).orElse(-1.0);
      return limit == null || (limit.amount() == 0 && measured == 0)
          ? -1
          : measured / limit.amount();
    }

    /** Returns the line below the table, if the verdict has one. */
    private Optional<String> explanation() {
      String line = Headline.of(test, verdict);
      Outcome outcome = verdict.outcome();
      if (outcome == Outcome.WITHIN) {
        Optional<Remark> other = verdict.observed().flatMap(Observed::otherWork);
        return other.isEmpty()
            ? Optional.empty()
            : Optional.of(line + ": " + OneLine.of(other.get().text()));
      }
      return outcome == Outcome.EXCEEDED ? Optional.empty() : Optional.of(line);
    }

    private List<String> cells() {
      Quantity limit = verdict.budget().limit();
      Quantity value = verdict.observed().map(Observed::value).orElse(null);
      return List.of(
          Headline.name(test, NAME_WIDTH),
          verdict.budget().figure().noun(),
          brief(value, limit),
          brief(limit, value),
          share() < 0 || share() >= NO_SHARE ? ABSENT : AmountText.percentInColumn(share()),
          Headline.word(verdict.outcome()));
    }

    private static String brief(@Nullable Quantity quantity, @Nullable Quantity other) {
      return quantity == null
          ? ABSENT
          : AmountText.brief(quantity, Objects.requireNonNullElse(other, quantity));
    }
  }
}
