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
 * Formats all verdicts of a run as one table, at most 120 columns wide. The gravest verdicts come
 * first; equally grave ones are ordered by how near they are to their limit, then by name.
 *
 * <p>Lines below the table show
 *
 * <ul>
 *   <li>the reason of each inconclusive or unmeasured verdict, which builds do not print for an
 *       aborted test,
 *   <li>the remark on each verdict that is within its limit while some of its calls may not be,
 *   <li>the number of verdicts, in the last line.
 * </ul>
 */
public final class ClosingTable {

  private static final int WIDTH = 120;
  private static final int MAX_ROWS = 60;
  private static final int MIN_TEST_WIDTH = 24;
  private static final int MAX_FIGURE_WIDTH = 30;
  private static final String ABSENT = "-";

  private static final List<Column> COLUMNS =
      List.of(
          Column.left("test", Integer.MAX_VALUE),
          Column.left("figure", MAX_FIGURE_WIDTH),
          Column.right("measured"),
          Column.right("limit"),
          Column.right("of limit"),
          Column.left("outcome", Integer.MAX_VALUE));

  private static final Comparator<TestVerdict> ORDER =
      comparing((TestVerdict line) -> line.verdict().outcome())
          .thenComparing(comparingDouble(TestVerdict::share).reversed())
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
    List<TestVerdict> sorted =
        reports.stream()
            .flatMap(
                report ->
                    report.verdicts().stream()
                        .map(verdict -> new TestVerdict(report.test(), verdict)))
            .sorted(ORDER)
            .toList();
    List<TestVerdict> shown = sorted.subList(0, Math.min(MAX_ROWS, sorted.size()));
    List<String> lines =
        new ArrayList<>(
            new TextTable(COLUMNS, shown.stream().map(TestVerdict::cells).toList())
                .narrowed(0, MIN_TEST_WIDTH, WIDTH)
                .lines());
    shown.stream().flatMap(line -> line.explanation().stream()).forEach(lines::add);
    lines.add(summary(sorted, shown.size()));
    return lines.stream().map(line -> line + "\n").collect(Collectors.joining());
  }

  private static String summary(List<TestVerdict> lines, int shown) {
    String counts =
        Arrays.stream(Outcome.values())
            .sorted(Comparator.reverseOrder())
            .filter(outcome -> outcome == Outcome.WITHIN || count(lines, outcome) > 0)
            .map(
                outcome ->
                    AmountText.grouped(count(lines, outcome)) + " " + OutcomeWords.word(outcome))
            .collect(Collectors.joining(", "));
    int hidden = lines.size() - shown;
    return "Tare: "
        + counts
        + (hidden == 0 ? "" : "; " + AmountText.grouped(hidden) + " not shown");
  }

  private static long count(List<TestVerdict> lines, Outcome outcome) {
    return lines.stream().filter(line -> line.verdict().outcome() == outcome).count();
  }

  /** A verdict with the test that it belongs to. */
  private record TestVerdict(Report.TestId test, Verdict verdict) {

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

    /** Returns the line below the table, if the verdict has one. */
    Optional<String> explanation() {
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
          share() < 0 ? ABSENT : AmountText.percentInColumn(share()),
          OutcomeWords.word(verdict.outcome()));
    }

    private static String exact(@Nullable Quantity quantity, @Nullable Quantity other) {
      if (quantity == null) {
        return ABSENT;
      }
      return other == null ? quantity.exact() : AmountText.exact(quantity, other);
    }
  }
}
