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

  private static final Pattern HEADER = Pattern.compile("tare-lock 2 (\\S.*)");
  private static final Pattern JVM = Pattern.compile("\\[(.+)]");

  private static final Pattern FIGURE =
      Pattern.compile("(\\S.*?)(?:, not locked: (.+)| = " + COUNT + "( B)?)");

  private static final Pattern ROW =
      Pattern.compile(" {2}" + COUNT + " (\\S.*?)(?:, " + COUNT + " B)?");
  private static final Pattern END = Pattern.compile("[0-9,]+ weights?");

  private final String file;
  private final List<String> lines;
  private final SortedMap<String, SortedMap<String, Weight>> weights = new TreeMap<>();
  private int at;

  private LockText(String file, String text) {
    this.file = file;
    this.lines = text.lines().toList();
  }

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
    return new LockText(file, text).parse(className);
  }

  private SortedMap<String, SortedMap<String, Weight>> parse(String className) {
    Matcher header = HEADER.matcher(line());
    check(header.matches() && header.group(1).equals(className));
    SortedMap<String, Weight> figures = new TreeMap<>();
    for (at = 1; at < lines.size() && !END.matcher(line()).matches(); at++) {
      Matcher jvm = JVM.matcher(line());
      if (jvm.matches()) {
        figures = new TreeMap<>();
        check(weights.put(jvm.group(1), figures) == null);
      } else if (!line().isBlank()) {
        Matcher figure = FIGURE.matcher(line());
        check(figure.matches() && !weights.isEmpty() && !figures.containsKey(figure.group(1)));
        figures.put(figure.group(1), weight(figure));
      }
    }
    String end = end(weights);
    check(line().equals(end), " instead of \"" + end + "\"");
    while (++at < lines.size()) {
      check(line().isBlank());
    }
    return weights;
  }

  private Weight weight(Matcher figure) {
    if (figure.group(2) != null) {
      return Weight.notLocked(figure.group(2));
    }
    long amount = number(figure.group(3));
    boolean isSize = figure.group(4) != null;
    return new Weight(isSize ? new DataSize(amount) : new Count(amount), parseRows(), "");
  }

  private List<Weight.WeightRow> parseRows() {
    List<Weight.WeightRow> rows = new ArrayList<>();
    while (at + 1 < lines.size() && lines.get(at + 1).startsWith("  ")) {
      at++;
      Matcher row = ROW.matcher(line());
      check(row.matches());
      long count = number(row.group(1));
      String size = row.group(3);
      rows.add(
          new Weight.WeightRow(
              count, row.group(2), size == null ? new Count(count) : new DataSize(number(size))));
    }
    return rows;
  }

  private static long number(String text) {
    return Long.parseLong(text.replace(",", ""));
  }

  /** Returns the current line; empty after the last one. */
  private String line() {
    return at < lines.size() ? lines.get(at) : "";
  }

  private void check(boolean isReadable) {
    check(isReadable, "");
  }

  private void check(boolean isReadable, String expected) {
    if (!isReadable) {
      throw new TareConfigurationException(
          "%s: line %s is not readable: \"%s\"%s; restore the file, or delete it and accept the weights again"
              .formatted(file, at + 1, line(), expected));
    }
  }
}
