package dev.tare.internal.render.export;

import dev.tare.internal.render.AmountText;
import dev.tare.internal.render.JvmDescription;
import dev.tare.internal.render.OneLine;
import dev.tare.internal.render.OutcomeWords;
import dev.tare.internal.render.export.FigureChange.ChangeKind;
import dev.tare.internal.render.export.FigureChange.RowChange;
import dev.tare.internal.render.export.MergedVerdicts.TestFigure;
import dev.tare.model.Measurement.Observed;
import dev.tare.model.Report;
import dev.tare.unit.Count;
import dev.tare.unit.Quantity;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.Comparator;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Locale;
import java.util.Set;
import java.util.stream.Collectors;
import org.jspecify.annotations.Nullable;

/** The difference of two runs as Markdown: what grew, what shrank, what is new, what is gone. */
public final class MarkdownComparison {

  private static final int MAX_ROWS = 100;
  private static final int MAX_BREAKDOWN_ROWS = 10;
  private static final int MAX_UNFOLDED_SHRUNK = 5;
  private static final List<String> TITLES =
      List.of("test", "figure", "before:", "after:", "change:", "outcome");

  private MarkdownComparison() {}

  /** Returns the difference of the verdicts of two runs. */
  public static String render(MergedVerdicts before, MergedVerdicts after) {
    List<String> notes = new ArrayList<>();
    String jvmsBefore = jvms(before);
    String jvmsAfter = jvms(after);
    if (!jvmsBefore.equals(jvmsAfter)) {
      notes.add("Not the same JVM: %s before, %s after".formatted(jvmsBefore, jvmsAfter));
    }
    before.note().ifPresent(note -> notes.add("Before: " + note));
    after.note().ifPresent(note -> notes.add("After: " + note));
    return render(changes(before, after), notes);
  }

  private static String jvms(MergedVerdicts verdicts) {
    return verdicts.jvms().stream()
        .map(JvmDescription::brief)
        .distinct()
        .collect(Collectors.joining(" and "));
  }

  private static List<FigureChange> changes(MergedVerdicts before, MergedVerdicts after) {
    Set<TestFigure> keys = new LinkedHashSet<>(before.verdicts().keySet());
    keys.addAll(after.verdicts().keySet());
    return keys.stream()
        .map(key -> change(key, before.verdicts().get(key), after.verdicts().get(key)))
        .toList();
  }

  private static FigureChange change(
      TestFigure key, @Nullable Report before, @Nullable Report after) {
    Observed one = observed(before);
    Observed other = observed(after);
    ChangeKind kind =
        before == null
            ? ChangeKind.NEW
            : after == null ? ChangeKind.GONE : ChangeKind.of(one, other);
    return new FigureChange(
        kind,
        key.test().shortName(),
        key.noun(),
        one == null ? null : one.value(),
        other == null ? null : other.value(),
        outcome(before, after),
        FigureChange.rows(one, other));
  }

  private static @Nullable Observed observed(@Nullable Report report) {
    return report == null ? null : report.verdicts().get(0).observed().orElse(null);
  }

  private static String outcome(@Nullable Report before, @Nullable Report after) {
    List<String> outcomes = new ArrayList<>();
    for (Report report : Arrays.asList(before, after)) {
      if (report != null) {
        outcomes.add(OutcomeWords.word(report.outcome()));
      }
    }
    return outcomes.stream().distinct().collect(Collectors.joining(", now "));
  }

  /**
   * Returns changes as Markdown.
   *
   * @param notes sentences about the compared figures
   */
  static String render(List<FigureChange> changes, List<String> notes) {
    List<String> parts = new ArrayList<>();
    parts.add("### " + counts(changes) + "\n");
    notes.forEach(note -> parts.add(Markdown.escaped(note) + "\n"));
    parts.addAll(sections(changes, TITLES));
    return String.join("\n", parts);
  }

  /**
   * Returns a table for each kind of change. Figures that grew, and few that shrank, are not
   * folded.
   */
  static List<String> sections(List<FigureChange> changes, List<String> titles) {
    List<String> sections = new ArrayList<>();
    for (ChangeKind kind : ChangeKind.values()) {
      List<FigureChange> ofKind = changes.stream().filter(change -> change.kind() == kind).toList();
      if (!ofKind.isEmpty() && kind != ChangeKind.UNCHANGED) {
        sections.add(section(kind, ofKind, titles));
      }
    }
    return sections;
  }

  private static String counts(List<FigureChange> changes) {
    return Arrays.stream(ChangeKind.values())
        .map(
            kind ->
                AmountText.grouped(changes.stream().filter(c -> c.kind() == kind).count())
                    + " "
                    + kind.word())
        .filter(count -> !count.startsWith("0 "))
        .collect(Collectors.joining(", ", "Tare: ", ""));
  }

  private static String section(ChangeKind kind, List<FigureChange> changes, List<String> titles) {
    List<FigureChange> sorted =
        changes.stream()
            .sorted(Comparator.comparingDouble(MarkdownComparison::relativeChange).reversed())
            .toList();
    String table =
        Markdown.table(
            titles, sorted.stream().limit(MAX_ROWS).map(MarkdownComparison::cells).toList());
    int hidden = sorted.size() - MAX_ROWS;
    String rest =
        hidden > 0 ? "\n%s not shown\n".formatted(Count.withNoun(hidden, "figure", "figures")) : "";
    List<String> rows =
        sorted.stream().limit(MAX_ROWS).flatMap(change -> rows(change).stream()).toList();
    String text = table + rest;
    if (!rows.isEmpty()) {
      text += "\n" + Markdown.folded("Rows that changed", Markdown.preformatted(rows));
    }
    boolean isShort = kind == ChangeKind.SHRANK && changes.size() <= MAX_UNFOLDED_SHRUNK;
    if (kind != ChangeKind.GREW && !isShort) {
      return Markdown.folded(changes.size() + " " + kind.word(), text);
    }
    String word = kind.word();
    return "#### "
        + word.substring(0, 1).toUpperCase(Locale.ROOT)
        + word.substring(1)
        + "\n\n"
        + text;
  }

  private static double relativeChange(FigureChange change) {
    Quantity before = change.before();
    Quantity after = change.after();
    return before == null || after == null
        ? 0
        : Math.abs(after.amount() - before.amount()) / before.amount();
  }

  private static List<String> cells(FigureChange change) {
    Quantity before = change.before();
    Quantity after = change.after();
    return List.of(
        Markdown.code(change.test()),
        Markdown.escaped(change.figure()),
        before == null ? "-" : Markdown.escaped(exact(before, after)),
        after == null ? "-" : Markdown.escaped(exact(after, before)),
        Markdown.escaped(difference(change.kind(), before, after)),
        change.outcome());
  }

  private static String exact(Quantity quantity, @Nullable Quantity other) {
    return other == null ? quantity.exact() : AmountText.exact(quantity, other);
  }

  private static String difference(
      ChangeKind kind, @Nullable Quantity before, @Nullable Quantity after) {
    if (before == null || after == null || kind == ChangeKind.NOT_COMPARED || !after.subtracts()) {
      return "-";
    }
    boolean grew = after.compare(before) > 0;
    String share =
        before.amount() > 0
            ? ", " + AmountText.percent(Math.abs(after.amount() / before.amount() - 1))
            : "";
    return grew
        ? "+" + AmountText.difference(after, before) + share
        : "-" + AmountText.difference(before, after) + share;
  }

  private static List<String> rows(FigureChange change) {
    List<String> lines = new ArrayList<>();
    for (RowChange row : change.rows()) {
      if (lines.size() == MAX_BREAKDOWN_ROWS) {
        lines.add("  " + AmountText.grouped(change.rows().size() - lines.size()) + " more");
        break;
      }
      String sign = row.change() > 0 ? "+" : "-";
      String amount = row.kind().withAmount(Math.abs(row.change())).exact();
      lines.add("  " + sign + amount + "  " + OneLine.of(row.row()));
    }
    if (!lines.isEmpty()) {
      lines.add(0, OneLine.of(change.figure() + " of " + change.test()));
    }
    return lines;
  }
}
