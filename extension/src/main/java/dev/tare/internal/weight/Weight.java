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

  /** Class of a lambda or another hidden class: its number and address differ in each JVM. */
  private static final String HIDDEN = "(\\$\\$Lambda)[$/][\\w/$]+|[/+]0x[0-9a-f]{8,16}";

  /** A line, a lambda's method, which is numbered, and classes that are generated at run time. */
  private static final Pattern NUMBERED =
      Pattern.compile(
          HIDDEN
              + "|\\([^()\\s]*:[0-9]+\\)"
              + "|(lambda\\$\\w+)\\$[0-9]+"
              + "|(?:jdk|com\\.sun)\\.proxy\\d*\\.(\\$Proxy)\\d+"
              + "|(\\$Proxy|MockitoMock\\$|Accessor)\\d+");

  private static final Pattern HIDDEN_CLASS = Pattern.compile(HIDDEN);

  /** Hash code of an object, where it has no {@code toString()}: {@code com.acme.Key@1b6d3586}. */
  private static final Pattern HASH_CODE =
      Pattern.compile("(\\w+(?:[.$]+\\w+)+(?:\\$\\$Lambda)?)@[0-9a-f]{1,8}(?![\\w.-])");

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

  /** Returns this weight with other parts. */
  Weight withRows(List<WeightRow> others) {
    return new Weight(amount, others, reason);
  }

  /** Returns why a figure differs from run to run; empty if it is not known to. */
  static String unsteady(Observed observed) {
    Quantity value = observed.value();
    if (!(value instanceof DataSize || value instanceof Count)) {
      return value instanceof Elapsed
          ? "times depend on the machine"
          : "only sizes and counts have weights";
    }
    List<String> reasons = new ArrayList<>();
    if (observed.breakdown() != null) {
      observed.breakdown().rows().forEach(row -> reasons.add(row.unsteady()));
    }
    if (observed.doubt() != null || observed.isAtLeast() || !observed.sampling().allEqual()) {
      reasons.add("its calls differ");
    }
    for (Remark one : observed.distortions()) {
      String reason = one.facts().isEmpty() ? one.text() : one.id().replace('-', ' ');
      reasons.add(HARMLESS.contains(one.id()) ? "" : reason);
    }
    return firstOf(reasons.stream());
  }

  private static String firstOf(Stream<String> reasons) {
    return reasons.filter(reason -> !reason.isEmpty()).findFirst().orElse("");
  }

  /**
   * Returns why only parts that differ from run to run exceed this weight, if it has no rows that
   * show what grew; empty if the other parts exceed it too.
   */
  String unsteadyExcess(Breakdown breakdown) {
    double steady =
        breakdown.rows().stream()
            .filter(row -> row.unsteady().isEmpty())
            .mapToDouble(row -> row.amount().amount())
            .sum();
    return !rows.isEmpty() || amount == null || amount.amount() == 0 || steady > amount.amount()
        ? ""
        : firstOf(breakdown.rows().stream().map(Breakdown.Row::unsteady));
  }

  /** Returns the rows of a breakdown, merged where they differ in what locks leave out. */
  static List<WeightRow> rows(Breakdown breakdown) {
    Map<String, WeightRow> merged = new TreeMap<>();
    for (Breakdown.Row row : breakdown.rows()) {
      String at =
          row.where().isEmpty() ? "" : row.type().equals(Breakdown.Row.CALLED_BY) ? " " : " at ";
      String name = row.type() + at + row.where();
      String what = OneLine.of(NUMBERED.matcher(name).replaceAll("$1$2$3$4"));
      add(new WeightRow(row.count(), what, row.amount()), merged);
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
    List<WeightRow> grown =
        rows(breakdown).stream()
            .map(this::growth)
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

  /** Returns what a row has more than in this weight; an amount of 0 if it has less. */
  private WeightRow growth(WeightRow now) {
    return rows.stream()
        .filter(row -> row.what().equals(now.what()))
        .findFirst()
        .map(
            row ->
                new WeightRow(
                    now.count - row.count,
                    row.what,
                    row.amount.withAmount(Math.max(0, now.amount.amount() - row.amount.amount()))))
        .orElse(now);
  }

  /** Returns the name of an invocation without addresses and hash codes of its arguments. */
  static String withoutAddresses(String invocation) {
    return HASH_CODE.matcher(HIDDEN_CLASS.matcher(invocation).replaceAll("$1")).replaceAll("$1");
  }

  boolean isLocked() {
    return amount != null;
  }
}
