package dev.tare.internal.survival;

import static java.nio.charset.StandardCharsets.UTF_8;

import dev.tare.heap.UnweighableException;
import dev.tare.internal.agent.DiagnosticCommand;
import java.lang.management.GarbageCollectorMXBean;
import java.lang.management.ManagementFactory;
import java.util.Arrays;
import java.util.HashMap;
import java.util.Map;
import java.util.StringTokenizer;
import javax.management.JMException;

/**
 * Histograms of this JVM's live objects by class, from the diagnostic command {@code
 * GC.class_histogram}, which collects garbage first.
 *
 * <p>Histograms are kept as text in memory that is reserved beforehand, since an object that is
 * created between two histograms would be in their difference. For the same reason, callers must
 * drop what they read before they take the next histogram.
 */
final class LiveHistograms {

  private static final String NO_HISTOGRAM = "this JVM does not count its live objects by class: ";

  private static final String OTHER_JVM =
      "run on a HotSpot JVM with the modules jdk.management and jdk.jfr";

  /** Number of threads that count objects. The default is one thread on up to five processors. */
  private static final String ON_ALL_PROCESSORS =
      "-parallel=" + Runtime.getRuntime().availableProcessors();

  /** Length of the memory for a text, as a multiple of the length of the first histogram. */
  private static final int RESERVE = 2;

  /** Part of the names of the classes whose objects mark free memory; used from JDK 19 on. */
  private static final String FILLERS = "jdk.internal.vm.Filler";

  /** Serial's collector of the whole heap. On older JDKs it marks free memory with int[] arrays. */
  private static final String SERIAL = "MarkSweepCompact";

  private static final int FIRST_WITH_NAMED_FILLERS = 19;

  /** Serial leaves no free memory between objects in every fourth full collection. */
  private static final int COMPACTION_INTERVAL = 4;

  /**
   * Class of the JVM's cached reflection data, one object for each class. Only soft references hold
   * these objects, and any JVM with tests has many of them.
   */
  private static final String REFLECTION_DATA = "java.lang.Class$ReflectionData";

  private final byte[][] texts;
  private final int[] lengths;

  /** Creates memory for a number of histograms, empty until {@link #reserve()}. */
  LiveHistograms(int number) {
    this.texts = new byte[number][];
    this.lengths = new int[number];
  }

  /** Reserves memory by the length of a histogram, which collects garbage. */
  void reserve() {
    int length = RESERVE * histogram().length();
    Arrays.setAll(texts, i -> new byte[length]);
  }

  /**
   * Collects garbage and takes a histogram.
   *
   * @param number its number, from 0
   * @throws UnweighableException if this JVM has no histograms, or if the text does not fit because
   *     of classes that were loaded meanwhile
   */
  void take(int number) {
    compactFully();
    byte[] text = histogram().getBytes(UTF_8);
    if (text.length > texts[number].length) {
      throw new UnweighableException(
          "the number of the JVM's classes has doubled", "raise warmups until they are loaded");
    }
    System.arraycopy(text, 0, texts[number], 0, text.length);
    lengths[number] = text.length;
  }

  private static String histogram() {
    try {
      return DiagnosticCommand.execute("gcClassHistogram", ON_ALL_PROCESSORS);
    } catch (JMException e) {
      throw new UnweighableException(NO_HISTOGRAM + e, OTHER_JVM, e);
    }
  }

  /** Collects until the histogram's own collection will be one that leaves no int[] fillers. */
  private static void compactFully() {
    if (Runtime.version().feature() >= FIRST_WITH_NAMED_FILLERS) {
      return;
    }
    for (GarbageCollectorMXBean bean : ManagementFactory.getGarbageCollectorMXBeans()) {
      if (bean.getName().equals(SERIAL)) {
        for (int i = 1; i < COMPACTION_INTERVAL && !compactsNext(bean); i++) {
          FullCollection.run();
        }
      }
    }
  }

  private static boolean compactsNext(GarbageCollectorMXBean bean) {
    return (bean.getCollectionCount() + 1) % COMPACTION_INTERVAL == 0;
  }

  /** Returns whether the JVM cleared soft references between two histograms. */
  boolean lostSoftReferences(int from, int to) {
    return reflectionData(to) < reflectionData(from);
  }

  private long reflectionData(int number) {
    return read(number).getOrDefault(REFLECTION_DATA, ClassTotal.NONE).objects();
  }

  /** Returns the change of each class that has grown or shrunk between two histograms. */
  Map<String, ClassTotal> difference(int from, int to) {
    Map<String, ClassTotal> byJvmName = read(to);
    read(from).forEach((name, total) -> byJvmName.merge(name, total.negated(), ClassTotal::plus));
    Map<String, ClassTotal> difference = new HashMap<>();
    byJvmName.forEach(
        (name, total) -> {
          if (!total.isZero() && !name.contains(FILLERS)) {
            difference.merge(ClassTotal.name(name), total, ClassTotal::plus);
          }
        });
    difference.values().removeIf(ClassTotal::isZero);
    return difference;
  }

  /**
   * Returns the number and bytes of the objects of each class, by the JVM's name of the class, from
   * rows such as {@code 12: 3456 789012 java.lang.String (java.base@17)}.
   */
  private Map<String, ClassTotal> read(int number) {
    Map<String, ClassTotal> totals = new HashMap<>();
    new String(texts[number], 0, lengths[number], UTF_8)
        .lines()
        .map(StringTokenizer::new)
        .filter(columns -> columns.hasMoreTokens() && columns.nextToken().endsWith(":"))
        .forEach(
            columns -> {
              long objects = Long.parseLong(columns.nextToken());
              long bytes = Long.parseLong(columns.nextToken());
              totals.merge(columns.nextToken(), new ClassTotal(objects, bytes), ClassTotal::plus);
            });
    return totals;
  }
}
