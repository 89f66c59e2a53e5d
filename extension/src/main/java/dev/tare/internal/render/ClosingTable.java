package dev.tare.internal.render;

import static java.util.Comparator.comparing;
import static java.util.Comparator.comparingDouble;

import dev.tare.internal.render.TextTable.Column;
import dev.tare.model.Measurement.Observed;
import dev.tare.model.Report;
import dev.tare.model.Verdict;
import dev.tare.model.Verdict.Outcome;
import dev.tare.unit.Quantity;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.Collection;
import java.util.Comparator;
import java.util.List;
import java.util.Optional;
import java.util.stream.Collectors;
import org.jspecify.annotations.Nullable;

/**
 * All verdicts of a run as one table, at most 120 columns wide: the gravest first, then those
 * nearest to their limit, then by name. Below it the reason of each that is inconclusive or
 * unmeasured, which builds do not print for an aborted test, and the remark on each that is within
 * its limit while some of its calls may not be; the last line counts the verdicts.
 */
public final class ClosingTable {

  private static final int WIDTH = 120;
  private static final int MOST_ROWS = 60;
  private static final int NARROWEST_TEST = 24;
  private static final int WIDEST_FIGURE = 30;
  private static final String NOTHING = "-";

  private static final Comparator<Line> ORDER =
      comparing((Line line) -> line.verdict().outcome())
          .thenComparing(comparingDouble(Line::share).reversed())
          .thenComparing(line -> line.test().className())
          .thenComparing(line -> line.test().method())
          .thenComparing(line -> line.test().invocation())
          .thenComparing(line -> line.verdict().budget().figure().noun());

  private ClosingTable() {}

  /** Returns the table, each line ended by {@code \n}; empty if there is no report. */
  public static String render(Collection<Report> reports) {
    if (reports.isEmpty()) {
      return "";
    }
    List<Line> sorted =
        reports.stream()
            .flatMap(report -> report.verdicts().stream().map(v -> new Line(report.test(), v)))
            .sorted(ORDER)
            .toList();
    List<Line> shown = sorted.subList(0, Math.min(MOST_ROWS, sorted.size()));
    List<String> lines = new ArrayList<>(table(shown.stream().map(Line::cells).toList()).lines());
    shown.stream().flatMap(line -> line.reason().stream()).forEach(lines::add);
    lines.add(summary(sorted, shown.size()));
    return lines.stream().map(line -> line + "\n").collect(Collectors.joining());
  }

  /** Returns a table whose test column has the width that the other columns leave. */
  private static TextTable table(List<List<String>> rows) {
    TextTable wide = new TextTable(columns(Integer.MAX_VALUE), rows);
    int others = 0;
    for (int column = 1; column < wide.columns().size(); column++) {
      others += "  ".length() + wide.width(column);
    }
    return new TextTable(columns(Math.max(NARROWEST_TEST, WIDTH - others)), rows);
  }

  private static List<Column> columns(int widestTest) {
    return List.of(
        Column.left("test", widestTest),
        Column.left("figure", WIDEST_FIGURE),
        Column.right("measured"),
        Column.right("limit"),
        Column.right("of limit"),
        Column.left("outcome", Integer.MAX_VALUE));
  }

  private static String summary(List<Line> lines, int shown) {
    String counts =
        Arrays.stream(Outcome.values())
            .sorted(Comparator.reverseOrder())
            .filter(outcome -> outcome == Outcome.WITHIN || count(lines, outcome) > 0)
            .map(
                outcome ->
                    AmountText.grouped(count(lines, outcome)) + " " + OutcomeWords.word(outcome))
            .collect(Collectors.joining(", "));
    int left = lines.size() - shown;
    return "Tare: " + counts + (left == 0 ? "" : "; " + AmountText.grouped(left) + " not shown");
  }

  private static long count(List<Line> lines, Outcome outcome) {
    return lines.stream().filter(line -> line.verdict().outcome() == outcome).count();
  }

  /** One verdict with the test it belongs to. */
  private record Line(Report.TestId test, Verdict verdict) {

    /** Returns the measured share of the limit; negative if there is no figure or no limit. */
    double share() {
      Quantity limit = verdict.budget().limit();
      if (limit == null || limit.amount() == 0) {
        return -1;
      }
      return verdict
          .observed()
          .map(observed -> observed.value().amount() / limit.amount())
          .orElse(-1.0);
    }

    Optional<String> reason() {
      return switch (verdict.outcome()) {
        case UNMEASURED, INCONCLUSIVE -> Optional.of(Headline.of(test, verdict));
        case WITHIN -> otherWork();
        case EXCEEDED -> Optional.empty();
      };
    }

    private Optional<String> otherWork() {
      return verdict
          .observed()
          .flatMap(Observed::otherWork)
          .map(remark -> Headline.of(test, verdict) + ": " + OneLine.of(remark.text()));
    }

    List<String> cells() {
      Quantity limit = verdict.budget().limit();
      Quantity value = verdict.observed().map(Observed::value).orElse(null);
      return List.of(
          test.shortName(),
          verdict.budget().figure().noun(),
          exact(value, limit),
          exact(limit, value),
          share() < 0 ? NOTHING : AmountText.percentInColumn(share()),
          OutcomeWords.word(verdict.outcome()));
    }

    private static String exact(@Nullable Quantity quantity, @Nullable Quantity beside) {
      if (quantity == null) {
        return NOTHING;
      }
      return beside == null ? quantity.exact() : AmountText.exact(quantity, beside);
    }
  }
}
