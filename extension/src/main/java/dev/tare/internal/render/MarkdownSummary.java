package dev.tare.internal.render;

import dev.tare.model.Report;
import dev.tare.model.Verdict.Outcome;
import dev.tare.unit.Count;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;

/**
 * The verdicts of a run as Markdown: a table of those that are not within their limit, with their
 * messages folded, and all other verdicts folded. Texts from outside are preformatted, so that they
 * have no effect on the Markdown around them.
 */
public final class MarkdownSummary {

  // a step summary of GitHub has at most 1 MiB, for all JVMs of a step
  private static final int MAX_ROWS = 100;
  private static final int MAX_MESSAGES = 50;

  private MarkdownSummary() {}

  /**
   * Returns the summary.
   *
   * @param notes sentences above the tables, such as on weights
   */
  public static String render(JvmDescription jvm, List<Report> reports, List<String> notes) {
    List<ClosingTable.TestVerdict> all = ClosingTable.rows(reports);
    List<ClosingTable.TestVerdict> broken = all.stream().filter(row -> !row.isWithin()).toList();
    List<ClosingTable.TestVerdict> within =
        all.stream().filter(ClosingTable.TestVerdict::isWithin).toList();
    List<String> lines = new ArrayList<>(List.of(jvm.brief()));
    lines.addAll(notes);
    if (!broken.isEmpty()) {
      lines.add("");
      lines.addAll(table(broken));
    }
    return "### %s\n\n%s%s%s"
        .formatted(
            ClosingTable.summary(all),
            preformatted(lines),
            broken.isEmpty() ? "" : folded("Messages", messages(reports)),
            within.isEmpty()
                ? ""
                : folded(
                    Count.withNoun(within.size(), "verdict", "verdicts") + " within the limit",
                    table(within)));
  }

  private static List<String> table(List<ClosingTable.TestVerdict> rows) {
    List<String> lines = ClosingTable.lines(rows, MAX_ROWS);
    int hidden = rows.size() - MAX_ROWS;
    if (hidden > 0) {
      lines.add(Count.withNoun(hidden, "verdict", "verdicts") + " not shown");
    }
    return lines;
  }

  private static List<String> messages(List<Report> reports) {
    List<Report> broken =
        reports.stream()
            .filter(report -> report.outcome() != Outcome.WITHIN)
            .sorted(Comparator.comparing(Report::outcome))
            .toList();
    List<String> lines = new ArrayList<>();
    for (Report report : broken.subList(0, Math.min(MAX_MESSAGES, broken.size()))) {
      lines.add(FailureMessage.render(report, null) + "\n");
    }
    if (broken.size() > MAX_MESSAGES) {
      lines.add(Count.withNoun(broken.size() - MAX_MESSAGES, "message", "messages") + " not shown");
    }
    return lines;
  }

  private static String preformatted(List<String> lines) {
    String text = String.join("\n", lines);
    return "<pre>\n"
        + text.replace("&", "&amp;").replace("<", "&lt;").replace(">", "&gt;").stripTrailing()
        + "\n</pre>\n";
  }

  /** Returns lines that are shown when the reader opens them. */
  private static String folded(String summary, List<String> lines) {
    return "\n<details><summary>%s</summary>\n\n%s\n</details>\n"
        .formatted(summary, preformatted(lines));
  }
}
