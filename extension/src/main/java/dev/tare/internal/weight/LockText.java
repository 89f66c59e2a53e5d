package dev.tare.internal.weight;

import dev.tare.extension.TareConfigurationException;
import dev.tare.internal.render.OneLine;
import dev.tare.unit.Count;
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
 * <p>The last line shows that the file is complete. Version 1 has none.
 */
final class LockText {

  private static final int VERSION = 2;

  private static final Pattern HEADER = Pattern.compile("tare-lock ([0-9]{1,9}) (\\S.*)");
  private static final Pattern JVM = Pattern.compile("\\[(.+)]");
  private static final Pattern NOT_LOCKED = Pattern.compile("(\\S.*?), not locked: (.+)");
  private static final Pattern LOCKED = Pattern.compile("(\\S.*) = (?=\\S*[0-9])(\\S+(?: \\S+)?)");
  private static final Pattern ROW =
      Pattern.compile(" {2}([0-9,]{1,24}) (\\S.*?)(?:, ([0-9][0-9,.E-]* [^ ,]+))?");

  private static final Pattern END = Pattern.compile("[0-9,]+ weights?");

  private static final String EXAMPLE_ROW = "  1 java.lang.Long at com.acme.Cache.get, 48 B";

  private final String file;
  private final List<String> lines;
  private final String className;
  private final TreeMap<String, SortedMap<String, Weight>> weights = new TreeMap<>();
  private int at;

  private LockText(String file, String text, String className) {
    this.file = file;
    this.lines = text.lines().toList();
    this.className = className;
  }

  /** Returns the text of a lock; lines end in {@code \n}. */
  static String print(WeightLock lock) {
    StringBuilder text = new StringBuilder();
    text.append("tare-lock ").append(VERSION).append(' ').append(lock.className()).append('\n');
    lock.weights()
        .forEach(
            (jvm, figures) -> {
              text.append("\n[").append(jvm).append("]\n\n");
              figures.forEach((figure, weight) -> print(figure, weight, text));
            });
    return text.append('\n').append(end(lock.weights())).append('\n').toString();
  }

  private static String end(Map<String, SortedMap<String, Weight>> weights) {
    return Count.withNoun(weights.values().stream().mapToInt(Map::size).sum(), "weight", "weights");
  }

  /** Returns the name of a figure as one line that has none of the separators of a lock. */
  static String figure(String name) {
    return OneLine.of(name).replace(", not locked: ", "; not locked: ");
  }

  private static void print(String figure, Weight weight, StringBuilder text) {
    if (!weight.isLocked()) {
      text.append(figure).append(", not locked: ").append(weight.reason()).append('\n');
      return;
    }
    text.append(figure).append(" = ").append(weight.text()).append('\n');
    for (Weight.WeightRow row : weight.rows()) {
      text.append("  ").append(row).append('\n');
    }
  }

  /**
   * Parses the text of a lock.
   *
   * @param file the path, for messages
   * @throws TareConfigurationException if the text is no lock of this class and version; the
   *     message names the line
   */
  static WeightLock parse(String file, String text, String className) {
    return new LockText(file, text, className).parse();
  }

  /**
   * Returns the class whose lock a text is.
   *
   * @throws TareConfigurationException if the text does not begin as a lock does
   */
  static String className(String text) {
    Matcher header = HEADER.matcher(text.lines().findFirst().orElse(""));
    if (!header.matches()) {
      throw new TareConfigurationException("not a lock");
    }
    return header.group(2);
  }

  private WeightLock parse() {
    refuseConflict();
    int end = checkHeader() == 1 ? lines.size() : lastLine();
    SortedMap<String, Weight> figures = null;
    for (at = 1; at < end; ) {
      String line = lines.get(at);
      Matcher section = JVM.matcher(line);
      if (line.isBlank()) {
        at++;
      } else if (section.matches()) {
        figures = new TreeMap<>();
        if (weights.put(section.group(1), figures) != null) {
          throw refusal("a second part for " + line + "; move its weights to the first one");
        }
        at++;
      } else if (figures == null) {
        throw refusal(
            "no JVM before the first weight; add a line such as [Java 17, 12-byte headers, 4-byte references]");
      } else {
        parseFigure(line, figures);
      }
    }
    if (end < lines.size() && !lines.get(end).equals(end(weights))) {
      throw refusal(
          "the lock says \"%s\" and has %s; restore the file, or write \"%s\" if weights were merged or removed"
              .formatted(lines.get(end), end(weights), end(weights)));
    }
    return new WeightLock(className, weights);
  }

  /** Returns the index of the line that ends a lock. */
  private int lastLine() {
    at = lines.size() - 1;
    while (lines.get(at).isBlank()) {
      at--;
    }
    if (!END.matcher(lines.get(at)).matches()) {
      throw refusal(
          "the lock ends here, without a last line such as \"12 weights\", so it was cut; restore the file, or delete it and accept the weights again");
    }
    return at;
  }

  /** Returns the version. */
  private int checkHeader() {
    Matcher header = HEADER.matcher(lines.isEmpty() ? "" : lines.get(0));
    if (!header.matches()) {
      throw refusal(
          "not a lock, which begins with \"tare-lock %s %s\"; restore the file, or delete it and accept the weights again"
              .formatted(VERSION, className));
    }
    if (Integer.parseInt(header.group(1)) > VERSION) {
      throw refusal(
          "version %s of the format, newer than %s; use the version of Tare that wrote it, or delete the file and accept the weights again"
              .formatted(header.group(1), VERSION));
    }
    if (!header.group(2).equals(className)) {
      throw refusal(
          "the lock of %s, not of %s; rename the file, or write the class into this line"
              .formatted(header.group(2), className));
    }
    return Integer.parseInt(header.group(1));
  }

  private void parseFigure(String line, SortedMap<String, Weight> figures) {
    Matcher notLocked = NOT_LOCKED.matcher(line);
    Matcher locked = LOCKED.matcher(line);
    boolean isLocked = !notLocked.matches();
    if (isLocked && !locked.matches()) {
      throw refusal(
          "not a weight: \"%s\"; a weight is, for example, \"lookup(): allocated bytes = 48 B\", and a row of it \"%s\""
              .formatted(line, EXAMPLE_ROW));
    }
    String figure = (isLocked ? locked : notLocked).group(1);
    if (figures.containsKey(figure)) {
      throw refusal("a second weight of \"%s\"; keep one of them".formatted(figure));
    }
    at++;
    figures.put(
        figure,
        isLocked
            ? new Weight(locked.group(2), parseRows(), "")
            : Weight.notLocked(notLocked.group(2)));
  }

  private List<Weight.WeightRow> parseRows() {
    List<Weight.WeightRow> rows = new ArrayList<>();
    while (at < lines.size() && lines.get(at).startsWith("  ")) {
      Matcher row = ROW.matcher(lines.get(at));
      if (!row.matches()) {
        throw refusal(
            "not a row of a weight: \"%s\"; a row is, for example, \"%s\""
                .formatted(lines.get(at), EXAMPLE_ROW));
      }
      String amount = row.group(3) == null ? "" : row.group(3);
      rows.add(new Weight.WeightRow((long) Weight.number(row.group(1)), row.group(2), amount));
      at++;
    }
    return rows;
  }

  private void refuseConflict() {
    for (at = 0; at < lines.size(); at++) {
      if (lines.get(at).startsWith("<<<<<<<")) {
        throw refusal(
            "a merge conflict; keep one side, or delete the file and accept the weights again");
      }
    }
    at = 0;
  }

  private TareConfigurationException refusal(String problem) {
    return new TareConfigurationException(
        "%s, line %s: %s".formatted(file, Math.min(at + 1, Math.max(1, lines.size())), problem));
  }
}
