package dev.tare.internal.render;

import dev.tare.model.Breakdown;
import dev.tare.model.Breakdown.Saving;
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
import java.util.Collection;
import java.util.List;
import java.util.Set;
import java.util.TreeSet;
import java.util.stream.IntStream;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;

/**
 * The indented lines below a headline, with the same labels and order for every metric: where the
 * figure comes from, what would help, what would pass, and how it was measured.
 */
final class MessageDetails {

  private static final String INDENT = "  ";

  /** Ids of the notes that have a label of their own, in the order of the message. */
  private static final List<String> LABELLED_NOTES =
      List.of(Remark.WOULD_GO, Remark.ALSO_HELD, Remark.KEEPS);

  /** Ids of the other notes that are not printed in the lines labelled {@code note}. */
  private static final Set<String> PRINTED_ELSEWHERE =
      Set.of(Remark.GREW, Remark.HEADLINE, Remark.HELD_BY);

  /** Ids of the distortions that say why there are no rows. */
  private static final Set<String> WITHOUT_ROWS =
      Set.of("no-breakdown", "no-profile", "uncounted-calls");

  /**
   * Ids of figures for which no limit is suggested: objects that must be collected or not be
   * reached have none, and promoted bytes depend on when collections come.
   */
  private static final Set<String> WITHOUT_OTHER_LIMIT =
      Set.of("uncollected-objects", "reached-objects", "promoted-bytes");

  /** End of the ids of figures that are less than the rows of the test by those of a baseline. */
  private static final String DIFFERENCE = "-difference";

  /** Width of the labels and of the spaces after them. */
  private static final int LABEL_WIDTH = "would pass".length() + 2;

  /** Maximum number of columns of the text after a label. */
  private static final int TEXT_WIDTH = OneLine.MAX_WIDTH - INDENT.length() - LABEL_WIDTH;

  /** Maximum number of columns of phrases in a whole report. */
  private static final int WHOLE_WIDTH = 104;

  /** Separates a reference from its type. */
  private static final String GAP = "  ";

  private static final int MAX = Integer.MAX_VALUE;

  private final Verdict verdict;
  private final DetailLevel level;
  private final List<String> lines = new ArrayList<>();

  private MessageDetails(Verdict verdict, @Nullable BreakdownTable rows, DetailLevel level) {
    this.verdict = verdict;
    this.level = level;
    Breakdown breakdown = verdict.observed().map(Observed::breakdown).orElse(null);
    List<Remark> notes = breakdown == null ? List.of() : breakdown.notes();
    List<String> grown = texts(notes, Remark.GREW);
    addClipped("grew", grown);
    String source = verdict.budget().source();
    add("limit", source == null ? List.of() : List.of("set by " + source));
    if (verdict instanceof Unmeasured unmeasured) {
      add("remedy", List.of(unmeasured.remedy()));
    }
    if (breakdown != null && rows != null) {
      boolean hasRows = Headline.ofMetric(verdict).isEmpty() || breakdown.rows().size() > 1;
      explain(breakdown, rows, hasRows && (grown.isEmpty() || level.isWhole()));
    }
    verdict.observed().ifPresent(this::describe);
  }

  /** Returns all lines, whatever their number. */
  static List<String> whole(Verdict verdict) {
    return new MessageDetails(verdict, table(verdict), DetailLevel.WHOLE).lines;
  }

  private static @Nullable BreakdownTable table(Verdict verdict) {
    return verdict.observed().map(Observed::breakdown).map(BreakdownTable::new).orElse(null);
  }

  /**
   * Returns at most a number of lines, each at most {@link OneLine#MAX_WIDTH} wide. Rows,
   * references, savings and notes are left out as far as needed.
   */
  static List<String> of(Verdict verdict, int maxLines) {
    BreakdownTable rows = table(verdict);
    List<String> lines = List.of();
    for (DetailLevel level : DetailLevel.OF_A_MESSAGE) {
      lines = new MessageDetails(verdict, rows, level).lines;
      if (lines.size() <= maxLines) {
        return lines;
      }
    }
    return lines.subList(0, maxLines);
  }

  /** Returns one line for each text, the label before the first; no lines if there is no text. */
  static List<String> labelled(String label, Collection<String> texts) {
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
            label, texts.stream().flatMap(t -> OneLine.wrapped(t, width()).stream()).toList()));
  }

  /** Adds texts of one line each, whose middle is omitted where they are too wide. */
  private void addClipped(String label, List<String> texts) {
    lines.addAll(labelled(label, texts.stream().map(t -> OneLine.clipped(t, width())).toList()));
  }

  private int width() {
    return level.isWhole() ? MAX : TEXT_WIDTH;
  }

  /** Adds phrases: all of them in a whole report, or those that fit on one line. */
  private void addPhrases(String label, List<String> phrases) {
    lines.addAll(
        labelled(
            label,
            level.isWhole()
                ? OneLine.lines(phrases, "; ", WHOLE_WIDTH)
                : OneLine.fitting(phrases, TEXT_WIDTH).stream()
                    .map(line -> OneLine.clipped(line, TEXT_WIDTH))
                    .toList()));
  }

  static List<String> texts(List<Remark> remarks) {
    return remarks.stream().map(Remark::text).toList();
  }

  private static List<String> texts(List<Remark> notes, String id) {
    return texts(notes.stream().filter(note -> note.id().equals(id)).toList());
  }

  private void explain(Breakdown breakdown, BreakdownTable rows, boolean hasRows) {
    if (hasRows) {
      (level.isWhole() ? rows.all() : rows.atMost(level.rows()))
          .forEach(line -> lines.add(INDENT + line));
    }
    addClipped("could save", savings(breakdown));
    addClipped(
        "held by",
        path(breakdown.notes().stream().filter(note -> note.id().equals(Remark.HELD_BY)).toList()));
    for (String id : LABELLED_NOTES) {
      List<String> texts = texts(breakdown.notes(), id);
      addClipped(id.replace('-', ' '), texts.subList(0, Math.min(level.holders(), texts.size())));
    }
    List<String> notes = notes(breakdown, hasRows);
    add("note", notes.subList(0, Math.min(level.notes(), notes.size())));
  }

  private void describe(Observed observed) {
    boolean ownHeadline = Headline.ofMetric(verdict).isPresent();
    add("would pass", wouldPass(observed));
    addPhrases("measured", ownHeadline ? observed.counted() : measured(observed));
    addPhrases("distorted", distortions(observed));
  }

  /**
   * Returns the distortions. A message has those that matter to its verdict: why the interval of an
   * exceeded limit has no upper end, what else the figure may mean, and why there are no rows.
   */
  private List<String> distortions(Observed observed) {
    boolean isExceeded = verdict.outcome() == Outcome.EXCEEDED;
    Remark other = observed.otherWork().orElse(null);
    boolean hasAll = !isExceeded || level.isWhole();
    return Stream.concat(
            Stream.ofNullable(isExceeded ? observed.doubt() : null),
            observed.distortions().stream()
                .filter(one -> hasAll || one.equals(other) || WITHOUT_ROWS.contains(one.id()))
                .map(Remark::text))
        .toList();
  }

  /**
   * Returns the possible savings, the largest first; if there are several, their sum stands before
   * the first.
   */
  private List<String> savings(Breakdown breakdown) {
    List<Saving> savings = breakdown.savings();
    List<String> texts = new ArrayList<>();
    for (Saving saving : savings.subList(0, Math.min(level.savings(), savings.size()))) {
      texts.add(saving.amount().exact() + ": " + OneLine.of(saving.text()));
    }
    if (savings.size() > 1 && !texts.isEmpty()) {
      double sum = savings.stream().mapToDouble(saving -> saving.amount().amount()).sum();
      String all = breakdown.total().withAmount(sum).exact();
      texts.set(0, all + " in all, of which " + texts.get(0));
    }
    return texts;
  }

  /**
   * Returns the references that hold an object, from the root on, with their types in one column.
   * If the path is too long, the first to be shown are the root and the object, then the fields of
   * the application nearest to the object, then what is next to the object and to the root.
   */
  private List<String> path(List<Remark> steps) {
    int last = steps.size() - 1;
    Set<Integer> shown = new TreeSet<>();
    IntStream own =
        IntStream.rangeClosed(0, last)
            .map(i -> last - i)
            .filter(i -> steps.get(i).facts().containsKey(Remark.OF_THE_APPLICATION));
    IntStream.concat(
            IntStream.concat(IntStream.of(0, last), own),
            IntStream.concat(IntStream.of(last - 1), IntStream.rangeClosed(0, last)))
        .filter(i -> i >= 0 && i <= last && shown.add(i))
        .filter(i -> linesOfPath(shown, last).size() > level.path())
        .forEach(shown::remove);
    List<String> lines =
        linesOfPath(shown, last).stream()
            .map(i -> i < 0 ? "... more" : steps.get(i).text())
            .toList();
    int width = lines.stream().mapToInt(step -> Math.max(0, step.indexOf(GAP))).max().orElse(0);
    return lines.stream().map(step -> aligned(step, width)).toList();
  }

  /** Returns the sorted numbers of the steps that are shown, and -1 for those between them. */
  private static List<Integer> linesOfPath(Set<Integer> shown, int last) {
    List<Integer> lines = new ArrayList<>();
    int next = 0;
    for (int i : shown) {
      if (i > next) {
        lines.add(-1);
      }
      lines.add(i);
      next = i + 1;
    }
    if (next <= last) {
      lines.add(-1);
    }
    return lines;
  }

  private static String aligned(String step, int width) {
    int gap = step.indexOf(GAP);
    return gap < 0 ? step : step.substring(0, gap) + " ".repeat(width - gap) + step.substring(gap);
  }

  private List<String> notes(Breakdown breakdown, boolean hasRows) {
    List<String> notes = new ArrayList<>();
    Quantity total = breakdown.total();
    Quantity value = verdict.observed().orElseThrow().value();
    if (hasRows
        && !breakdown.rows().isEmpty()
        && value.getClass() == total.getClass()
        && value.compare(total) != 0
        && !verdict.budget().figure().id().endsWith(DIFFERENCE)) {
      notes.add("the rows are from another call and add up to " + total.exact());
    }
    breakdown.notes().stream()
        .filter(note -> !PRINTED_ELSEWHERE.contains(note.id()))
        .filter(note -> !LABELLED_NOTES.contains(note.id()))
        .forEach(note -> notes.add(note.text()));
    return notes;
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
    if (first != null) {
      String amount = first instanceof Elapsed ? first.rounded() : first.exact();
      // after what was counted, which must not be left out for it
      int position = first instanceof Elapsed ? phrases.size() : Math.min(2, phrases.size());
      phrases.add(position, "first call " + amount + ", not judged");
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

  private List<String> wouldPass(Observed observed) {
    if (verdict.outcome() == Outcome.WITHIN
        || verdict.budget().limit() == null
        || WITHOUT_OTHER_LIMIT.contains(observed.figure().id())
        || observed.isAtLeast()) {
      return List.of();
    }
    String text = observed.upper().asBudget();
    // an attribute takes a string with a unit, or a number or constant without quotes
    boolean unquoted = text.matches(".*[0-9]|[A-Z]+");
    return text.isEmpty() ? List.of() : List.of(unquoted ? text : '"' + text + '"');
  }

  /**
   * How much of a verdict is printed.
   *
   * @param rows maximum number of rows of a breakdown, including the one for all others
   * @param path maximum number of lines of the path to an object, at least 2
   * @param holders maximum number of notes with one label
   * @param savings maximum number of savings
   * @param notes maximum number of notes without a label of their own
   */
  private record DetailLevel(int rows, int path, int holders, int savings, int notes) {

    /** All of it. */
    static final DetailLevel WHOLE = new DetailLevel(0, MAX, MAX, MAX, MAX);

    /** What a failure message shows: the first level whose lines suffice. */
    static final List<DetailLevel> OF_A_MESSAGE =
        List.of(
            new DetailLevel(5, 5, 2, 2, 2),
            new DetailLevel(5, 5, 2, 1, 1),
            new DetailLevel(5, 3, 1, 1, 1),
            new DetailLevel(5, 3, 1, 1, 0),
            new DetailLevel(4, 3, 1, 1, 0),
            new DetailLevel(3, 3, 1, 1, 0),
            new DetailLevel(3, 3, 1, 0, 0),
            new DetailLevel(2, 2, 1, 0, 0),
            new DetailLevel(1, 2, 0, 0, 0));

    boolean isWhole() {
      return equals(WHOLE);
    }
  }
}
