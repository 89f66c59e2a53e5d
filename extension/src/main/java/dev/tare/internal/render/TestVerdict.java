package dev.tare.internal.render;

import static java.util.Comparator.comparing;
import static java.util.Comparator.comparingDouble;

import dev.tare.model.Measurement.Observed;
import dev.tare.model.Report;
import dev.tare.model.Verdict;
import dev.tare.model.Verdict.Outcome;
import dev.tare.unit.Quantity;
import java.util.Collection;
import java.util.Comparator;
import java.util.List;
import java.util.Objects;
import java.util.Optional;
import org.jspecify.annotations.Nullable;

/** A verdict with the test that it belongs to, as a row of a table. */
public record TestVerdict(Report.TestId test, Verdict verdict) {

  private static final String ABSENT = "-";

  /** Columns of a name with arguments; class and method alone may have more. */
  private static final int NAME_WIDTH = 60;

  private static final Comparator<TestVerdict> ORDER =
      comparing((TestVerdict line) -> line.verdict().outcome())
          .thenComparing(comparingDouble(TestVerdict::share).reversed())
          .thenComparing(line -> line.test().className())
          .thenComparing(line -> line.test().method())
          .thenComparing(line -> line.test().invocation())
          .thenComparing(line -> line.verdict().budget().figure().noun());

  /**
   * Returns the verdicts of the reports, the gravest first; equally grave ones by how near they are
   * to their limit, then by name.
   */
  public static List<TestVerdict> sorted(Collection<Report> reports) {
    return reports.stream()
        .flatMap(
            report ->
                report.verdicts().stream().map(verdict -> new TestVerdict(report.test(), verdict)))
        .sorted(ORDER)
        .toList();
  }

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
  public Optional<String> explanation() {
    if (verdict.outcome() == Outcome.WITHIN) {
      return otherWork();
    }
    return verdict.outcome() == Outcome.EXCEEDED
        ? Optional.empty()
        : Optional.of(Headline.of(test, verdict));
  }

  private Optional<String> otherWork() {
    return verdict
        .observed()
        .flatMap(Observed::otherWork)
        .map(remark -> Headline.of(test, verdict) + ": " + OneLine.of(remark.text()));
  }

  /** Returns test, figure, measured value, limit, share of the limit and outcome. */
  public List<String> cells() {
    Quantity limit = verdict.budget().limit();
    Quantity value = verdict.observed().map(Observed::value).orElse(null);
    return List.of(
        Headline.name(test, NAME_WIDTH),
        verdict.budget().figure().noun(),
        brief(value, limit),
        brief(limit, value),
        share() < 0 ? ABSENT : AmountText.percentInColumn(share()),
        Headline.word(verdict.outcome()));
  }

  private static String brief(@Nullable Quantity quantity, @Nullable Quantity other) {
    return quantity == null
        ? ABSENT
        : AmountText.brief(quantity, Objects.requireNonNullElse(other, quantity));
  }
}
