package dev.tare.internal.survival;

import static java.nio.charset.StandardCharsets.UTF_8;

import dev.tare.heap.UnweighableException;
import dev.tare.internal.agent.DiagnosticCommand;
import java.lang.management.GarbageCollectorMXBean;
import java.lang.management.ManagementFactory;
import java.util.HashMap;
import java.util.Map;
import javax.management.JMException;

/**
 * Histograms of this JVM's live objects by class, from the diagnostic command {@code
 * GC.class_histogram}, which collects garbage first.
 *
 * <p>They stay text in memory that is reserved beforehand: an object created between two histograms
 * would be a part of their difference. For the same reason, callers must drop what they read before
 * they take the next histogram.
 */
final class LiveHistograms {

  private static final String NO_HISTOGRAM = "this JVM does not count its live objects by class: ";

  private static final String OTHER_JVM =
      "run on a HotSpot JVM with the modules jdk.management and jdk.jfr";

  /** Number of threads that count objects. By default, it is one on up to five processors. */
  private static final String ON_ALL_PROCESSORS =
      "-parallel=" + Runtime.getRuntime().availableProcessors();

  /** First size of a text; grows when a histogram is longer. */
  private static final int TEXT = 1 << 18;

  /** Objects with which the JVM marks free memory, named so from JDK 19 on. */
  private static final String FILLERS = "jdk.internal.vm.Filler";

  /** The Serial collector of older JDKs marks free memory with arrays of class int[]. */
  private static final String SERIAL = "MarkSweepCompact";

  private static final int FIRST_WITH_NAMED_FILLERS = 19;

  /** Every fourth full collection of the Serial collector leaves no free memory in between. */
  private static final int FULL_COMPACTION = 4;

  /**
   * What the JVM read of a class for reflection. Only soft references hold these objects, and any
   * JVM with tests has many of them.
   */
  private static final String SOFTLY_HELD = "java.lang.Class$ReflectionData";

  private final byte[][] texts;
  private final int[] lengths;

  /** Reserves memory for a number of histograms. */
  LiveHistograms(int number) {
    this.texts = new byte[number][TEXT];
    this.lengths = new int[number];
  }

  /**
   * Collects garbage and takes a histogram.
   *
   * @param number its number, from 0
   * @throws UnweighableException if this JVM has no histograms
   */
  void take(int number) {
    compactFully();
    while (!store(number)) {
      // its memory has grown, which a histogram must not show
    }
  }

  private boolean store(int number) {
    byte[] text = histogram().getBytes(UTF_8);
    boolean fits = text.length <= texts[number].length;
    if (fits) {
      System.arraycopy(text, 0, texts[number], 0, text.length);
      lengths[number] = text.length;
    } else {
      for (int i = number; i < texts.length; i++) {
        texts[i] = new byte[2 * text.length];
      }
    }
    return fits;
  }

  private static String histogram() {
    try {
      return DiagnosticCommand.give("gcClassHistogram", ON_ALL_PROCESSORS);
    } catch (JMException e) {
      throw new UnweighableException(NO_HISTOGRAM + e, OTHER_JVM, e);
    }
  }

  /** Collects until the next collection, that of the histogram, leaves no fillers of int[]. */
  private static void compactFully() {
    if (Runtime.version().feature() >= FIRST_WITH_NAMED_FILLERS) {
      return;
    }
    for (GarbageCollectorMXBean bean : ManagementFactory.getGarbageCollectorMXBeans()) {
      if (bean.getName().equals(SERIAL)) {
        for (int i = 1; i < FULL_COMPACTION && !compactsNext(bean); i++) {
          FullCollection.run();
        }
      }
    }
  }

  private static boolean compactsNext(GarbageCollectorMXBean bean) {
    return (bean.getCollectionCount() + 1) % FULL_COMPACTION == 0;
  }

  /** Puts a histogram in the place of another one, whose memory the next histogram can use. */
  void move(int from, int to) {
    byte[] text = texts[to];
    texts[to] = texts[from];
    lengths[to] = lengths[from];
    texts[from] = text;
  }

  /** Puts a histogram into another place too; the memory there must be as large. */
  void copy(int from, int to) {
    System.arraycopy(texts[from], 0, texts[to], 0, lengths[from]);
    lengths[to] = lengths[from];
  }

  /** Returns whether the JVM cleared soft references between two histograms. */
  boolean haveLostSoftReferences(int from, int to) {
    return softlyHeld(to) < softlyHeld(from);
  }

  private long softlyHeld(int number) {
    Columns columns = new Columns(texts[number], lengths[number]);
    long objects = 0;
    while (columns.nextRow()) {
      long row = columns.number();
      columns.number();
      objects += columns.isNext(SOFTLY_HELD) ? row : 0;
    }
    return objects;
  }

  /** Returns by class what has grown or shrunk between two histograms. */
  Map<String, ClassTotal> difference(int from, int to) {
    Map<String, ClassTotal> difference = read(to);
    read(from).forEach((name, total) -> difference.merge(name, total.negated(), ClassTotal::plus));
    Map<String, ClassTotal> named = new HashMap<>();
    difference.forEach(
        (name, total) -> {
          if (!total.isZero() && !name.contains(FILLERS)) {
            named.merge(ClassTotal.name(name), total, ClassTotal::plus);
          }
        });
    named.values().removeIf(ClassTotal::isZero);
    return named;
  }

  /** Returns the objects by the JVM's name of their class. */
  private Map<String, ClassTotal> read(int number) {
    Map<String, ClassTotal> totals = new HashMap<>();
    Columns columns = new Columns(texts[number], lengths[number]);
    while (columns.nextRow()) {
      ClassTotal total = new ClassTotal(columns.number(), columns.number());
      totals.merge(columns.text(), total, ClassTotal::plus);
    }
    return totals;
  }

  /** Reads rows such as {@code 12: 3456 789012 java.lang.String (java.base@17)}. */
  private static final class Columns {

    private final byte[] text;
    private final int end;
    private int at;

    Columns(byte[] text, int end) {
      this.text = text;
      this.end = end;
    }

    /** Moves behind the colon of the next row; other lines are passed over. */
    boolean nextRow() {
      while (at < end) {
        skipSpaces();
        int start = at;
        number();
        if (at > start && at < end && text[at] == ':') {
          at++;
          return true;
        }
        while (at < end && text[at] != '\n') {
          at++;
        }
      }
      return false;
    }

    long number() {
      skipSpaces();
      long number = 0;
      while (at < end && text[at] >= '0' && text[at] <= '9') {
        number = 10 * number + text[at++] - '0';
      }
      return number;
    }

    String text() {
      skipSpaces();
      int start = at;
      while (at < end && !isSpace(text[at])) {
        at++;
      }
      return new String(text, start, at - start, UTF_8);
    }

    /** Returns whether a text of ASCII letters comes next; creates no objects. */
    boolean isNext(String wanted) {
      skipSpaces();
      int length = 0;
      while (length < wanted.length()
          && at + length < end
          && text[at + length] == wanted.charAt(length)) {
        length++;
      }
      return length == wanted.length() && (at + length == end || isSpace(text[at + length]));
    }

    private void skipSpaces() {
      while (at < end && isSpace(text[at])) {
        at++;
      }
    }

    /** Returns whether a byte is a space or line end; those of other letters are negative. */
    private static boolean isSpace(byte one) {
      return one >= 0 && one <= ' ';
    }
  }
}
