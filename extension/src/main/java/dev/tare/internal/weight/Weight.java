package dev.tare.internal.weight;

import static java.util.Comparator.comparingDouble;

import dev.tare.internal.render.OneLine;
import dev.tare.model.Breakdown;
import dev.tare.model.Measurement.Observed;
import dev.tare.model.Remark;
import dev.tare.unit.Count;
import dev.tare.unit.DataSize;
import dev.tare.unit.Elapsed;
import dev.tare.unit.Quantity;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.TreeMap;
import java.util.regex.Pattern;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;

/**
 * One figure in a lock: its amount and the rows that add up to it.
 *
 * @param amount the size or the count; null if the figure is not locked
 * @param rows the rows in the order of their text; empty without a breakdown
 * @param reason why the figure is not locked; empty if it is
 */
record Weight(@Nullable Quantity amount, List<WeightRow> rows, String reason) {

  /** Maximum number of rows that a message lists as grown. */
  private static final int MAX_GROWN_ROWS = 4;

  /** Maximum number of rows of a figure; smaller rows are added up in one more. */
  private static final int MAX_ROWS = 20;

  private static final String OTHERS = "others";

  /** Beginning of the rows of characters, and of calls that make text. */
  private static final Pattern TEXT =
      Pattern.compile("^(?:(?:byte|char)\\[]|in \\S*[Ss]tring\\S*\\(\\))(?: at |$)");

  private static final String TEXT_DIFFERS =
      "the text of Set.of, Map.of and identity hash codes differs from JVM to JVM; leave it out of"
          + " the body";

  /** Distortions that do not make an exact figure larger or smaller. */
  private static final Set<String> HARMLESS =
      Set.of(
          "no-breakdown",
          "unread-classes",
          "unseen-objects",
          Remark.DIFFERING_CALLS,
          Remark.HELD_ELSEWHERE,
          Remark.WORK_ELSEWHERE);

  Weight {
    rows = List.copyOf(rows);
  }

  /**
   * A part of the amount.
   *
   * @param count the number of objects or calls
   * @param what class and place, without line numbers
   * @param amount the size; the count itself in a count
   */
  record WeightRow(long count, String what, Quantity amount) {

    private WeightRow plus(WeightRow other) {
      return new WeightRow(
          count + other.count, what, amount.withAmount(amount.amount() + other.amount.amount()));
    }

    /** Returns what this row has more than before; 0 if it has less. */
    private WeightRow minus(@Nullable WeightRow before) {
      return before == null
          ? this
          : new WeightRow(
              count - before.count,
              what,
              amount.withAmount(Math.max(0, amount.amount() - before.amount.amount())));
    }

    private Remark grown() {
      String form = "{objects:%+,d} {what}";
      return amount instanceof DataSize
          ? Remark.of(Remark.GREW, form + ", +{amount:exact}", count, what, amount)
          : Remark.of(Remark.GREW, form, count, what);
    }

    /** Returns the line of a lock, without its indentation. */
    @Override
    public String toString() {
      String size = amount instanceof DataSize ? ", " + amount.exact() : "";
      return new Count(count).exact() + " " + what + size;
    }
  }

  static Weight notLocked(String reason) {
    return new Weight(null, List.of(), OneLine.of(reason));
  }

  /** Returns the weight of a figure: the upper end of its interval. */
  static Weight of(Observed observed) {
    String reason = unsteady(observed);
    if (!reason.isEmpty()) {
      return notLocked(reason);
    }
    Breakdown breakdown = observed.breakdown();
    List<WeightRow> rows =
        breakdown == null || breakdown.total().compare(observed.upper()) != 0
            ? List.of() // or of another call
            : rows(breakdown);
    return new Weight(observed.upper(), rows, "");
  }

  /** Returns this weight with one more part. */
  Weight with(WeightRow row) {
    return new Weight(amount, Stream.concat(rows.stream(), Stream.of(row)).toList(), reason);
  }

  /** Returns this weight without its parts. */
  Weight withoutRows() {
    return new Weight(amount, List.of(), reason);
  }

  /** Returns why a figure differs from run to run; empty if it is not known to. */
  static String unsteady(Observed observed) {
    Quantity value = observed.value();
    if (!(value instanceof DataSize || value instanceof Count)) {
      return value instanceof Elapsed
          ? "times depend on the machine"
          : "only sizes and counts have weights";
    }
    Breakdown breakdown = observed.breakdown();
    Stream<String> rows =
        breakdown == null ? Stream.empty() : breakdown.rows().stream().map(Breakdown.Row::unsteady);
    boolean isSteady =
        observed.isExact() || (!observed.isAtLeast() && observed.sampling().allEqual());
    Stream<String> distortions =
        observed.distortions().stream()
            .filter(remark -> !HARMLESS.contains(remark.id()))
            .map(
                remark -> remark.facts().isEmpty() ? remark.text() : remark.id().replace('-', ' '));
    return Stream.of(
            rows, Stream.of(isSteady ? "" : "it is not exact, but an interval"), distortions)
        .flatMap(reasons -> reasons)
        .filter(reason -> !reason.isEmpty())
        .findFirst()
        .orElse("");
  }

  /** Returns the rows of a breakdown, merged where they differ in what locks leave out. */
  static List<WeightRow> rows(Breakdown breakdown) {
    Map<String, WeightRow> merged = new TreeMap<>();
    for (Breakdown.Row row : breakdown.rows()) {
      add(new WeightRow(row.count(), RowName.of(row), row.amount()), merged);
    }
    if (merged.size() > MAX_ROWS) {
      List<WeightRow> smallest =
          merged.values().stream().sorted(largestFirst()).skip(MAX_ROWS - 1).toList();
      smallest.forEach(row -> merged.remove(row.what()));
      smallest.forEach(row -> add(new WeightRow(row.count(), OTHERS, row.amount()), merged));
    }
    return List.copyOf(merged.values());
  }

  private static Comparator<WeightRow> largestFirst() {
    return comparingDouble((WeightRow row) -> row.amount().amount()).reversed();
  }

  private static void add(WeightRow row, Map<String, WeightRow> merged) {
    merged.merge(row.what(), row, WeightRow::plus);
  }

  /** Returns remarks on the rows of a breakdown that are larger than those of this weight. */
  List<Remark> grownRows(Breakdown breakdown) {
    Map<String, WeightRow> before = new HashMap<>();
    rows.forEach(row -> before.put(row.what(), row));
    List<WeightRow> grown =
        rows(breakdown).stream()
            .map(row -> row.minus(before.get(row.what())))
            .filter(row -> row.amount().amount() > 0 && !row.what().equals(OTHERS))
            .sorted(largestFirst())
            .toList();
    List<Remark> remarks = new ArrayList<>();
    grown.stream().limit(MAX_GROWN_ROWS).forEach(row -> remarks.add(row.grown()));
    if (!grown.isEmpty() && grown.stream().allMatch(row -> TEXT.matcher(row.what()).find())) {
      remarks.add(Remark.of("only-text-grew", TEXT_DIFFERS));
    }
    return remarks;
  }

  boolean isLocked() {
    return amount != null;
  }
}
