package dev.tare.internal.weight;

import dev.tare.extension.TareConfigurationException;
import dev.tare.internal.render.OneLine;
import dev.tare.unit.Count;
import dev.tare.unit.DataSize;
import dev.tare.unit.Quantity;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.SortedMap;
import java.util.TreeMap;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/**
 * Text of a lock. Everything is sorted and nothing is aligned, so that a change of one weight
 * changes no other line:
 *
 * <pre>
 * tare-lock 2 com.acme.CacheTests
 *
 * [Java 17, 12-byte headers, 4-byte references]
 *
 * lookup(): allocated bytes = 48 B
 *   1 java.lang.Integer at com.acme.Cache.key, 16 B
 *   1 java.util.HashMap$Node at com.acme.Cache.put, 32 B
 * lookup(): time per call, not locked: times depend on the machine
 *
 * 2 weights
 * </pre>
 *
 * <p>The last line shows that the file is complete.
 */
final class LockText {

  private static final String COUNT = "([0-9]{1,3}(?:,[0-9]{3}){0,5})";

  private static final Pattern JVM = Pattern.compile("\\[(.+)]");

  private static final Pattern FIGURE =
      Pattern.compile("(\\S.*?)(?:, not locked: (.+)| = " + COUNT + "( B)?)");

  private static final Pattern ROW =
      Pattern.compile(" {2}" + COUNT + " (\\S.*?)(?:, " + COUNT + " B)?");

  private LockText() {}

  /** Returns the text of a lock; lines end in {@code \n}. */
  static String print(String className, SortedMap<String, SortedMap<String, Weight>> weights) {
    StringBuilder text = new StringBuilder("tare-lock 2 ").append(className).append('\n');
    weights.forEach(
        (jvm, figures) -> {
          text.append("\n[").append(jvm).append("]\n\n");
          figures.forEach((figure, weight) -> print(figure, weight, text));
        });
    return text.append('\n').append(end(weights)).append('\n').toString();
  }

  private static void print(String figure, Weight weight, StringBuilder text) {
    Quantity amount = weight.amount();
    text.append(figure)
        .append(amount == null ? ", not locked: " + weight.reason() : " = " + amount.exact())
        .append('\n');
    weight.rows().forEach(row -> text.append("  ").append(row).append('\n'));
  }

  private static String end(Map<String, SortedMap<String, Weight>> weights) {
    return Count.withNoun(weights.values().stream().mapToInt(Map::size).sum(), "weight", "weights");
  }

  /** Returns the name of a figure as one line that has none of the separators of a lock. */
  static String figure(String name) {
    return OneLine.of(name).replace(", not locked: ", "; not locked: ");
  }

  /**
   * Returns the weights in the text of a lock, by JVM, then by figure.
   *
   * @param file the path, for messages
   * @throws TareConfigurationException if a line is not as Tare prints it; names the line
   */
  static SortedMap<String, SortedMap<String, Weight>> parse(
      String file, String text, String className) {
    SortedMap<String, SortedMap<String, Weight>> weights = new TreeMap<>();
    SortedMap<String, Weight> figures = new TreeMap<>();
    String last = "";
    List<String> lines = text.lines().toList();
    for (String line : lines) {
      Matcher jvm = JVM.matcher(line);
      Matcher figure = FIGURE.matcher(line);
      Matcher row = ROW.matcher(line);
      if (jvm.matches()) {
        figures = new TreeMap<>();
        weights.putIfAbsent(jvm.group(1), figures);
      } else if (row.matches()) {
        figures.computeIfPresent(last, (name, weight) -> with(row, weight));
      } else if (figure.matches()) {
        last = figures.containsKey(figure.group(1)) ? "" : figure.group(1);
        figures.putIfAbsent(figure.group(1), weight(figure));
      }
    }
    check(file, lines, print(className, weights).lines().toList());
    return weights;
  }

  private static Weight weight(Matcher figure) {
    if (figure.group(2) != null) {
      return Weight.notLocked(figure.group(2));
    }
    long amount = number(figure.group(3));
    boolean isSize = figure.group(4) != null;
    return new Weight(isSize ? new DataSize(amount) : new Count(amount), List.of(), "");
  }

  private static Weight with(Matcher row, Weight weight) {
    long count = number(row.group(1));
    String size = row.group(3);
    List<Weight.WeightRow> rows = new ArrayList<>(weight.rows());
    Quantity amount = size == null ? new Count(count) : new DataSize(number(size));
    rows.add(new Weight.WeightRow(count, row.group(2), amount));
    return weight.withRows(rows);
  }

  private static long number(String text) {
    return Long.parseLong(text.replace(",", ""));
  }

  /** Refuses a lock that is not what its own weights print, with the first line that differs. */
  private static void check(String file, List<String> lines, List<String> printed) {
    for (int i = 0; i < Math.max(lines.size(), printed.size()); i++) {
      String line = i < lines.size() ? lines.get(i) : "";
      String expected = i < printed.size() ? printed.get(i) : "";
      if (!line.equals(expected)) {
        boolean isMisplaced = printed.contains(line) || i == printed.size() - 1;
        throw new TareConfigurationException(
            "%s: line %s is not readable: \"%s\"%s; restore the file, or delete it and accept the weights again"
                .formatted(
                    file, i + 1, line, isMisplaced ? " instead of \"" + expected + "\"" : ""));
      }
    }
  }
}
