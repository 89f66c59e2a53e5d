package dev.tare.internal.render.export;

import dev.tare.internal.render.ClosingTable;
import dev.tare.internal.render.FailureMessage;
import dev.tare.internal.render.JvmDescription;
import dev.tare.internal.render.TestVerdict;
import dev.tare.model.Report;
import dev.tare.model.Verdict.Outcome;
import dev.tare.unit.Count;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import java.util.Optional;

/**
 * The verdicts of a run as Markdown: a table of those that are not within their limit, with their
 * messages folded, and all other verdicts folded.
 */
public final class MarkdownSummary {

  // a step summary of GitHub has at most 1 MiB, for all JVMs of a step
  private static final int MAX_ROWS = 100;
  private static final int MAX_MESSAGES = 50;

  private static final List<String> TITLES =
      List.of("test", "figure", "measured:", "limit:", "of limit:", "outcome");

  private MarkdownSummary() {}

  /**
   * Returns the summary.
   *
   * @param notes sentences above the tables, such as on weights
   */
  public static String render(JvmDescription jvm, List<Report> reports, List<String> notes) {
    List<TestVerdict> all = TestVerdict.sorted(reports);
    List<TestVerdict> broken = all.stream().filter(line -> !isWithin(line)).toList();
    List<TestVerdict> within = all.stream().filter(MarkdownSummary::isWithin).toList();
    List<String> parts = new ArrayList<>();
    parts.add("### " + ClosingTable.summary(all) + "\n");
    parts.add(Markdown.escaped(jvm.brief()) + "\n");
    notes.forEach(note -> parts.add(Markdown.escaped(note) + "\n"));
    if (!broken.isEmpty()) {
      parts.add(table(broken));
      parts.add(Markdown.folded("Messages", Markdown.preformatted(messages(reports))));
    }
    if (!within.isEmpty()) {
      parts.add(
          Markdown.folded(
              Count.withNoun(within.size(), "verdict", "verdicts") + " within the limit",
              table(within) + explanations(within)));
    }
    return String.join("\n", parts);
  }

  private static boolean isWithin(TestVerdict line) {
    return line.verdict().outcome() == Outcome.WITHIN;
  }

  private static String table(List<TestVerdict> lines) {
    int hidden = lines.size() - MAX_ROWS;
    return Markdown.table(
            TITLES, lines.stream().limit(MAX_ROWS).map(MarkdownSummary::cells).toList())
        + (hidden > 0
            ? "\n%s not shown\n".formatted(Count.withNoun(hidden, "verdict", "verdicts"))
            : "");
  }

  private static List<String> cells(TestVerdict line) {
    List<String> cells = new ArrayList<>(line.cells().stream().map(Markdown::escaped).toList());
    cells.set(0, Markdown.code(line.test().shortName()));
    return cells;
  }

  private static List<String> messages(List<Report> reports) {
    List<Report> broken =
        reports.stream()
            .filter(report -> report.outcome() != Outcome.WITHIN)
            .sorted(Comparator.comparing(Report::outcome))
            .toList();
    List<String> lines = new ArrayList<>();
    for (Report report : broken.subList(0, Math.min(MAX_MESSAGES, broken.size()))) {
      if (!lines.isEmpty()) {
        lines.add("");
      }
      FailureMessage.render(report, null).lines().forEach(lines::add);
    }
    if (broken.size() > MAX_MESSAGES) {
      lines.add("");
      lines.add(Count.withNoun(broken.size() - MAX_MESSAGES, "message", "messages") + " not shown");
    }
    return lines;
  }

  private static String explanations(List<TestVerdict> within) {
    List<String> lines =
        within.stream()
            .limit(MAX_ROWS)
            .map(TestVerdict::explanation)
            .flatMap(Optional::stream)
            .toList();
    return lines.isEmpty() ? "" : "\n" + Markdown.preformatted(lines);
  }
}
