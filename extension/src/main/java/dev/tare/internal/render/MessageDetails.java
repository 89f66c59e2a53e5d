package dev.tare.internal.render;

import dev.tare.model.Breakdown;
import dev.tare.model.Measurement.Observed;
import dev.tare.model.Remark;
import dev.tare.model.Sampling;
import dev.tare.model.Verdict;
import dev.tare.model.Verdict.Outcome;
import dev.tare.model.Verdict.Unmeasured;
import dev.tare.unit.Quantity;
import java.util.ArrayList;
import java.util.List;
import java.util.Set;
import java.util.stream.Collectors;
import java.util.stream.Stream;

/** Formats the indented lines below a headline, with the same labels and order for every metric. */
final class MessageDetails {

  private static final String INDENT = "  ";

  /** Ids of the notes that have a label of their own, in the order of the message. */
  private static final List<String> LABELLED_NOTES =
      List.of(Remark.WOULD_GO, Remark.MADE_AT, Remark.KEEPS);

  /** Ids of the notes that are not printed in the lines labelled {@code note}. */
  private static final Set<String> PRINTED_ELSEWHERE =
      Stream.concat(LABELLED_NOTES.stream(), Stream.of(Remark.HEADLINE, Remark.HELD_BY))
          .collect(Collectors.toUnmodifiableSet());

  /** Maximum number of lines of the path to an object. */
  private static final int MAX_PATH_LINES = 5;

  /** A path of at most this number of lines is shortened only if the breakdown has fewer rows. */
  private static final int PREFERRED_PATH_LINES = 3;

  /** Minimum number of lines of a longer path. */
  private static final int MIN_PATH_LINES = 2;

  /** Minimum number of rows of a breakdown beside a path. */
  private static final int MIN_ROWS = 2;

  private static final int LABEL_WIDTH = "would pass".length();

  /** Maximum width of the text after a label: a line is about as wide as the closing table. */
  private static final int MAX_LINE_WIDTH = 104;

  private MessageDetails() {}

  /**
   * Returns the lines. If the verdict has a path to an object, rows of the breakdown and references
   * of the path are omitted until the lines fit.
   *
   * @param maxLines the maximum number of lines if there is such a path
   */
  static List<String> of(Verdict verdict, int maxLines) {
    List<String> lines = lines(verdict, BreakdownTable.MAX_ROWS, MAX_PATH_LINES);
    Breakdown breakdown = verdict.observed().map(Observed::breakdown).orElse(null);
    int path = breakdown == null ? 0 : notesWith(Remark.HELD_BY, breakdown).size();
    int excess = lines.size() - maxLines;
    if (breakdown == null || path == 0 || excess <= 0) {
      return lines;
    }
    int rows = Math.min(BreakdownTable.MAX_ROWS, breakdown.rows().size());
    path = Math.min(MAX_PATH_LINES, path);
    for (; excess > 0; excess--) {
      // the longer of both is shortened first, because rows name references too
      if (path > rows || (path == rows && path > PREFERRED_PATH_LINES)) {
        path--;
      } else if (rows > MIN_ROWS) {
        rows--;
      } else {
        path--;
      }
    }
    return lines(verdict, rows, Math.max(MIN_PATH_LINES, path));
  }

  private static List<String> lines(Verdict verdict, int rows, int path) {
    String source = verdict.budget().source();
    List<String> lines =
        new ArrayList<>(
            labelled("limit", source == null ? List.of() : List.of("set by " + source)));
    if (verdict instanceof Unmeasured unmeasured) {
      lines.addAll(labelled("remedy", List.of(unmeasured.remedy())));
    }
    verdict.observed().ifPresent(observed -> describe(verdict, observed, rows, path, lines));
    return lines;
  }

  /** Returns one line for each text, the label before the first; no lines if there is no text. */
  static List<String> labelled(String label, List<String> texts) {
    List<String> lines = new ArrayList<>();
    for (String text : texts) {
      String shown = lines.isEmpty() ? label : "";
      lines.add(
          INDENT + shown + " ".repeat(LABEL_WIDTH - shown.length()) + "  " + OneLine.of(text));
    }
    return lines;
  }

  static List<String> texts(List<Remark> remarks) {
    return remarks.stream().map(Remark::text).toList();
  }

  /** Joins phrases into lines of limited width; a phrase that is longer has a line of its own. */
  private static List<String> packed(List<String> phrases) {
    List<String> lines = new ArrayList<>();
    for (String phrase : phrases) {
      int last = lines.size() - 1;
      if (last >= 0 && lines.get(last).length() + phrase.length() < MAX_LINE_WIDTH) {
        lines.set(last, lines.get(last) + "; " + phrase);
      } else {
        lines.add(phrase);
      }
    }
    return lines;
  }

  /**
   * Adds the excess and the breakdown; a metric's own headline replaces the excess and a single
   * row.
   */
  private static void describe(
      Verdict verdict, Observed observed, int rows, int path, List<String> lines) {
    boolean ownHeadline = Headline.metricHeadline(verdict).isPresent();
    if (!ownHeadline) {
      Quantity limit = verdict.budget().limit();
      boolean isLess = limit != null && Headline.isLess(observed, limit);
      lines.addAll(labelled(isLess ? "less by" : "over by", overBy(verdict, observed)));
    }
    Breakdown breakdown = observed.breakdown();
    if (breakdown != null) {
      if (!ownHeadline || breakdown.rows().size() > 1) {
        BreakdownTable.lines(breakdown, rows).forEach(line -> lines.add(INDENT + line));
      }
      lines.addAll(labelled("held by", BreakdownLists.holders(breakdown)));
      lines.addAll(labelled("could save", BreakdownLists.savings(breakdown)));
      List<Remark> references = notesWith(Remark.HELD_BY, breakdown);
      lines.addAll(labelled("held by", BreakdownLists.path(references, path)));
      for (String id : LABELLED_NOTES) {
        lines.addAll(labelled(id.replace('-', ' '), texts(notesWith(id, breakdown))));
      }
      lines.addAll(labelled("note", notes(breakdown, observed)));
    }
    if (!ownHeadline) {
      lines.addAll(labelled("measured", List.of(measured(observed))));
    }
    lines.addAll(labelled(ownHeadline ? "measured" : "counted", packed(observed.counted())));
    lines.addAll(labelled("distorted", texts(observed.distortions())));
    lines.addAll(labelled("would pass", wouldPass(verdict, observed)));
  }

  private static List<String> overBy(Verdict verdict, Observed observed) {
    Quantity limit = verdict.budget().limit();
    if (limit == null || verdict.outcome() != Outcome.EXCEEDED || !limit.subtracts()) {
      return List.of();
    }
    String amount =
        Headline.isLess(observed, limit)
            ? AmountText.difference(limit, observed.value())
            : AmountText.difference(observed.value(), limit);
    double share = Math.abs(observed.value().amount() / limit.amount() - 1);
    return List.of(limit.amount() > 0 ? amount + ", " + AmountText.percent(share) : amount);
  }

  private static List<String> notes(Breakdown breakdown, Observed observed) {
    List<String> notes = new ArrayList<>();
    if (breakdown.total().compare(observed.value()) != 0) {
      notes.add("the rows are from another call and add up to " + breakdown.total().exact());
    }
    breakdown.notes().stream()
        .filter(note -> !PRINTED_ELSEWHERE.contains(note.id()))
        .forEach(note -> notes.add(note.text()));
    return notes;
  }

  private static List<Remark> notesWith(String id, Breakdown breakdown) {
    return breakdown.notes().stream().filter(note -> note.id().equals(id)).toList();
  }

  private static String measured(Observed observed) {
    Sampling sampling = observed.sampling();
    StringBuilder text = new StringBuilder(readings(sampling));
    if (sampling.warmups() > 0) {
      text.append(", after ")
          .append(AmountText.grouped(sampling.warmups()))
          .append(" warm-up call");
      text.append(sampling.warmups() == 1 ? "" : "s");
    }
    text.append(interval(observed));
    Quantity first = sampling.first();
    if (first != null) {
      text.append("; first call ").append(first.exact()).append(", not judged");
    }
    return text.toString();
  }

  /** Returns the interval, to be added to a sentence; empty if the figure is exact. */
  static String interval(Observed observed) {
    if (observed.isAtLeast()) {
      boolean isValue = observed.lower().compare(observed.value()) == 0;
      return "; it is at least " + (isValue ? "that" : observed.lower().exact());
    }
    return observed.isExact() ? "" : "; interval " + range(observed.lower(), observed.upper());
  }

  private static String readings(Sampling sampling) {
    if (sampling.readings() == 1) {
      return "one reading";
    }
    return sampling.statistic()
        + " of "
        + AmountText.grouped(sampling.readings())
        + " readings, "
        + (sampling.allEqual() ? "all equal" : range(sampling.smallest(), sampling.largest()));
  }

  private static String range(Quantity from, Quantity to) {
    return AmountText.exact(from, to) + " to " + AmountText.exact(to, from);
  }

  private static List<String> wouldPass(Verdict verdict, Observed observed) {
    if (verdict.outcome() == Outcome.WITHIN
        || verdict.budget().limit() == null
        || observed.inflated()
        || observed.isAtLeast()) {
      return List.of();
    }
    String text = observed.upper().asBudget();
    if (text.isEmpty()) {
      return List.of();
    }
    // an attribute takes a string with a unit, or a number or constant without quotes
    boolean unquoted = Character.isDigit(text.charAt(text.length() - 1)) || text.matches("[A-Z]+");
    return List.of(unquoted ? text : '"' + text + '"');
  }
}
