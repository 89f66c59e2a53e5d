package dev.tare.internal.render;

import dev.tare.model.Breakdown;
import dev.tare.model.Measurement.Observed;
import dev.tare.model.Remark;
import dev.tare.model.Sampling;
import dev.tare.model.Verdict;
import dev.tare.model.Verdict.Outcome;
import dev.tare.model.Verdict.Unmeasured;
import dev.tare.unit.Count;
import dev.tare.unit.Elapsed;
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
      List.of(Remark.GREW, Remark.WOULD_GO, Remark.ALSO_HELD, Remark.KEEPS);

  /** Ids of the notes that are not printed in the lines labelled {@code note}. */
  private static final Set<String> PRINTED_ELSEWHERE =
      Stream.concat(LABELLED_NOTES.stream(), Stream.of(Remark.HEADLINE, Remark.HELD_BY))
          .collect(Collectors.toUnmodifiableSet());

  /**
   * Ids of figures for which no limit is suggested: objects that must be collected have none, and
   * promoted bytes depend on when collections come.
   */
  private static final Set<String> WITHOUT_OTHER_LIMIT =
      Set.of("uncollected-objects", "promoted-bytes");

  /** Width of the labels and of the spaces after them. */
  private static final int LABEL_WIDTH = "would pass".length() + 2;

  /** Maximum number of columns of the text after a label. */
  private static final int TEXT_WIDTH = OneLine.MAX_WIDTH - INDENT.length() - LABEL_WIDTH;

  /** Maximum number of columns of a line of phrases in a whole report. */
  private static final int PACKED_WIDTH = 104;

  private final Verdict verdict;
  private final DetailLevel level;
  private final List<String> lines = new ArrayList<>();

  private MessageDetails(Verdict verdict, DetailLevel level) {
    this.verdict = verdict;
    this.level = level;
    String source = verdict.budget().source();
    add("limit", source == null ? List.of() : List.of("set by " + source));
    if (verdict instanceof Unmeasured unmeasured) {
      add("remedy", List.of(unmeasured.remedy()));
    }
    verdict.observed().ifPresent(this::describe);
  }

  /** Returns all lines, whatever their number. */
  static List<String> whole(Verdict verdict) {
    return new MessageDetails(verdict, DetailLevel.WHOLE).lines;
  }

  /**
   * Returns at most a number of lines, each at most {@link OneLine#MAX_WIDTH} wide. Rows,
   * references, savings and notes are left out as far as needed.
   */
  static List<String> of(Verdict verdict, int maxLines) {
    List<String> lines = List.of();
    for (DetailLevel level : DetailLevel.OF_A_MESSAGE) {
      lines = new MessageDetails(verdict, level).lines;
      if (lines.size() <= maxLines) {
        return lines;
      }
    }
    return lines.subList(0, maxLines);
  }

  /** Returns one line for each text, the label before the first; no lines if there is no text. */
  static List<String> labelled(String label, List<String> texts) {
    List<String> lines = new ArrayList<>();
    for (String text : texts) {
      String shown = lines.isEmpty() ? label : "";
      lines.add(INDENT + shown + " ".repeat(LABEL_WIDTH - shown.length()) + OneLine.of(text));
    }
    return lines;
  }

  /** Returns one line whose middle is omitted where it is too wide. */
  static List<String> clipped(String label, String text) {
    return labelled(label, List.of(OneLine.clipped(text, TEXT_WIDTH)));
  }

  /** Adds texts that are broken into lines where they are too wide. */
  private void add(String label, List<String> texts) {
    lines.addAll(
        labelled(
            label,
            level.isWhole()
                ? texts
                : texts.stream()
                    .flatMap(text -> OneLine.wrapped(text, TEXT_WIDTH).stream())
                    .toList()));
  }

  /** Adds texts of one line each, whose middle is omitted where they are too wide. */
  private void addClipped(String label, List<String> texts) {
    lines.addAll(
        labelled(
            label,
            level.isWhole()
                ? texts
                : texts.stream().map(text -> OneLine.clipped(text, TEXT_WIDTH)).toList()));
  }

  static List<String> texts(List<Remark> remarks) {
    return remarks.stream().map(Remark::text).toList();
  }

  /** Joins phrases into lines of limited width; a phrase that is longer has a line of its own. */
  private static List<String> packed(List<String> phrases) {
    List<String> lines = new ArrayList<>();
    for (String phrase : phrases) {
      int last = lines.size() - 1;
      if (last >= 0 && lines.get(last).length() + phrase.length() < PACKED_WIDTH) {
        lines.set(last, lines.get(last) + "; " + phrase);
      } else {
        lines.add(phrase);
      }
    }
    return lines;
  }

  /** Adds phrases: all of them in a whole report, or those that fit on one line. */
  private void addPhrases(String label, List<String> phrases) {
    if (level.isWhole()) {
      lines.addAll(labelled(label, packed(phrases)));
    } else {
      addClipped(label, OneLine.fitting(phrases, TEXT_WIDTH).stream().toList());
    }
  }

  /**
   * Adds the excess and the breakdown; a metric's own headline replaces the excess and a single
   * row.
   */
  private void describe(Observed observed) {
    boolean ownHeadline = Headline.metricHeadline(verdict).isPresent();
    if (!ownHeadline) {
      Quantity limit = verdict.budget().limit();
      boolean isLess = limit != null && Headline.isLess(observed, limit);
      add(isLess ? "less by" : "over by", overBy(verdict, observed));
    }
    Breakdown breakdown = observed.breakdown();
    if (breakdown != null) {
      if (!ownHeadline || breakdown.rows().size() > 1) {
        BreakdownTable.lines(breakdown, level.rows()).forEach(line -> lines.add(INDENT + line));
      }
      explain(breakdown, observed);
    }
    addPhrases("measured", ownHeadline ? observed.counted() : measured(observed));
    addPhrases("distorted", distortions(observed));
    add("would pass", wouldPass(verdict, observed));
  }

  /** Returns the distortions, and why the interval of an exceeded limit has no upper end. */
  private List<String> distortions(Observed observed) {
    List<String> texts = new ArrayList<>(texts(observed.distortions()));
    if (verdict.outcome() == Outcome.EXCEEDED && observed.doubt() != null) {
      texts.add(0, observed.doubt());
    }
    return texts;
  }

  private void explain(Breakdown breakdown, Observed observed) {
    addClipped("could save", BreakdownLists.savings(breakdown, level.listed()));
    List<Remark> references = notesWith(Remark.HELD_BY, breakdown);
    addClipped("held by", BreakdownLists.path(references, level.path()));
    for (String id : LABELLED_NOTES) {
      addClipped(id.replace('-', ' '), texts(notesWith(id, breakdown)));
    }
    List<String> notes = notes(breakdown, observed);
    add("note", notes.subList(0, Math.min(level.notes(), notes.size())));
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
    boolean isOfValue = breakdown.total().getClass() == observed.value().getClass();
    if (isOfValue
        && !breakdown.rows().isEmpty()
        && breakdown.total().compare(observed.value()) != 0) {
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

  private static List<String> measured(Observed observed) {
    Sampling sampling = observed.sampling();
    StringBuilder text = new StringBuilder(readings(sampling));
    if (sampling.warmups() > 0) {
      text.append(", after ")
          .append(Count.withNoun(sampling.warmups(), "warm-up call", "warm-up calls"));
    }
    List<String> phrases = new ArrayList<>(List.of(text.append(interval(observed)).toString()));
    phrases.addAll(observed.counted());
    Quantity first = sampling.first();
    if (first instanceof Elapsed) {
      phrases.add("first call " + first.rounded() + ", not judged");
    } else if (first != null) {
      // after what was counted, which must not be left out for it
      phrases.add(Math.min(2, phrases.size()), "first call " + first.exact() + ", not judged");
    }
    return phrases;
  }

  /** Returns the interval, to be added to a sentence; empty if the figure is exact. */
  static String interval(Observed observed) {
    if (observed.isAtLeast() && observed.lower().amount() <= Double.MIN_NORMAL) {
      return "";
    }
    if (observed.isAtLeast()) {
      boolean isValue = observed.lower().compare(observed.value()) == 0;
      return "; it is at least " + (isValue ? "that" : observed.lower().exact());
    }
    return observed.isExact()
        ? ""
        : "; interval " + AmountText.range(observed.lower(), observed.upper());
  }

  private static String readings(Sampling sampling) {
    if (sampling.readings() == 1) {
      return "one reading";
    }
    return sampling.statistic()
        + " of "
        + AmountText.grouped(sampling.readings())
        + " readings, "
        + (sampling.allEqual()
            ? "all equal"
            : AmountText.range(sampling.smallest(), sampling.largest()));
  }

  private static List<String> wouldPass(Verdict verdict, Observed observed) {
    if (verdict.outcome() == Outcome.WITHIN
        || verdict.budget().limit() == null
        || WITHOUT_OTHER_LIMIT.contains(observed.figure().id())
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

  /**
   * How much of a verdict is printed.
   *
   * @param rows maximum number of rows of a breakdown
   * @param path maximum number of lines of the path to an object
   * @param listed maximum number of savings
   * @param notes maximum number of notes without a label of their own
   */
  private record DetailLevel(int rows, int path, int listed, int notes) {

    /** All of it. */
    static final DetailLevel WHOLE =
        new DetailLevel(Integer.MAX_VALUE, Integer.MAX_VALUE, Integer.MAX_VALUE, Integer.MAX_VALUE);

    /** What a failure message shows: the first level whose lines suffice. */
    static final List<DetailLevel> OF_A_MESSAGE =
        List.of(
            new DetailLevel(5, 5, 2, 2),
            new DetailLevel(5, 5, 2, 1),
            new DetailLevel(5, 4, 2, 1),
            new DetailLevel(5, 3, 2, 1),
            new DetailLevel(5, 3, 1, 1),
            new DetailLevel(4, 3, 1, 1),
            new DetailLevel(3, 3, 1, 1),
            new DetailLevel(3, 3, 1, 0),
            new DetailLevel(3, 3, 0, 0),
            new DetailLevel(2, 3, 0, 0),
            new DetailLevel(1, 3, 0, 0),
            new DetailLevel(0, 3, 0, 0));

    boolean isWhole() {
      return equals(WHOLE);
    }
  }
}
