package dev.tare.internal.weight;

import dev.tare.internal.render.OneLine;
import dev.tare.model.Breakdown;
import dev.tare.model.Measurement.Observed;
import dev.tare.unit.Count;
import dev.tare.unit.DataSize;
import dev.tare.unit.Quantity;
import java.util.ArrayList;
import java.util.List;
import java.util.TreeMap;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import org.jspecify.annotations.Nullable;

/**
 * One figure in a lock: its amount and the rows that add up to it.
 *
 * @param text the amount as it is printed: {@code 6,336 B}; empty if the figure is not locked
 * @param rows the rows in the order of their text; empty without a breakdown
 * @param reason why the figure is not locked; empty if it is
 */
record Weight(String text, List<WeightRow> rows, String reason) {

  /** Maximum number of rows of a figure; smaller rows are added up in one more. */
  private static final int MAX_ROWS = 20;

  private static final String OTHERS = "others";

  private static final Pattern NUMBER = Pattern.compile("[0-9]+(?:\\.[0-9]+)?(?:E-?[0-9]+)?");

  /** File and line of a stack frame: an edit elsewhere in the file moves the line. */
  private static final Pattern LINE = Pattern.compile("\\([^()\\s]*:[0-9]+\\)");

  /** Number that the compiler gives to a lambda, which depends on those before it. */
  private static final Pattern LAMBDA = Pattern.compile("(lambda\\$\\w+)\\$[0-9]+");

  /** Class of a lambda: its number and address differ in each JVM. */
  private static final Pattern LAMBDA_CLASS = Pattern.compile("(\\$\\$Lambda)[$/][\\w/$]+");

  /** Name of a thread at the end of a place, which may have a number. */
  private static final Pattern THREAD = Pattern.compile("(?<=\\)) on [^)]+$");

  Weight {
    rows = List.copyOf(rows);
  }

  /**
   * A part of the amount.
   *
   * @param count the number of objects or calls
   * @param what class and place, without line numbers
   * @param text the amount as it is printed: {@code 32 B}; empty if the amount is the count
   */
  record WeightRow(long count, String what, String text) {

    double amount() {
      return text.isEmpty() ? count : number(text);
    }

    /** Returns the line of a lock, without its indentation. */
    @Override
    public String toString() {
      return new Count(count).exact() + " " + what + (text.isEmpty() ? "" : ", " + text);
    }
  }

  static Weight notLocked(String reason) {
    return new Weight("", List.of(), OneLine.of(reason));
  }

  /** Returns the weight of a figure that is measured exactly. */
  static Weight of(Observed observed) {
    Breakdown breakdown = observed.breakdown();
    boolean isOfThisCall = breakdown != null && breakdown.total().compare(observed.value()) == 0;
    return new Weight(observed.value().exact(), isOfThisCall ? rows(breakdown) : List.of(), "");
  }

  /** Returns the rows of a breakdown, merged where they differ in what locks leave out. */
  static List<WeightRow> rows(Breakdown breakdown) {
    Quantity unit = breakdown.total();
    TreeMap<String, double[]> merged = new TreeMap<>();
    for (Breakdown.Row row : breakdown.rows()) {
      add(merged, what(row), row.amount().amount(), row.count());
    }
    List<String> smallest = new ArrayList<>(merged.keySet());
    if (smallest.size() > MAX_ROWS) {
      smallest.sort((a, b) -> Double.compare(merged.get(b)[0], merged.get(a)[0]));
      for (String what : smallest.subList(MAX_ROWS - 1, smallest.size())) {
        double[] sums = merged.remove(what);
        add(merged, OTHERS, sums[0], (long) sums[1]);
      }
    }
    List<WeightRow> rows = new ArrayList<>();
    merged.forEach(
        (what, sums) ->
            rows.add(
                new WeightRow(
                    (long) sums[1],
                    what,
                    unit instanceof Count ? "" : unit.withAmount(sums[0]).exact())));
    return rows;
  }

  private static void add(
      TreeMap<String, double[]> merged, String what, double amount, long count) {
    double[] sums = merged.computeIfAbsent(what, key -> new double[2]);
    sums[0] += amount;
    sums[1] += count;
  }

  private static String what(Breakdown.Row row) {
    String type = LAMBDA_CLASS.matcher(row.type()).replaceAll("$1");
    String place = THREAD.matcher(row.where()).replaceAll(" on other threads");
    place = LINE.matcher(place).replaceAll("");
    place = LAMBDA.matcher(place).replaceAll("$1");
    place = LAMBDA_CLASS.matcher(place).replaceAll("$1");
    return OneLine.of(place.isEmpty() ? type : type + " at " + place);
  }

  boolean isLocked() {
    return reason.isEmpty();
  }

  double amount() {
    return number(text);
  }

  /**
   * Returns the amount as a limit.
   *
   * @param own the limit of the annotation, which says what is limited; null if it has none and
   *     limits bytes
   */
  Quantity limit(@Nullable Quantity own) {
    return own == null ? new DataSize((long) amount()) : own.withAmount(amount());
  }

  /**
   * Returns the first number of a text.
   *
   * @throws IllegalArgumentException if there is none
   */
  static double number(String text) {
    Matcher number = NUMBER.matcher(text.replace(",", ""));
    if (!number.find()) {
      throw new IllegalArgumentException(text);
    }
    return Double.parseDouble(number.group());
  }
}
