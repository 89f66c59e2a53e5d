package dev.tare.internal.survival;

import static java.nio.charset.StandardCharsets.UTF_8;

import dev.tare.heap.UnweighableException;
import dev.tare.internal.agent.DiagnosticCommand;
import java.lang.management.GarbageCollectorMXBean;
import java.lang.management.ManagementFactory;
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

  /** Initial size of each text in bytes; grows if a histogram is longer. */
  private static final int INITIAL_BYTES = 1 << 18;

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

  /** Reserves memory for a number of histograms. */
  LiveHistograms(int number) {
    this.texts = new byte[number][INITIAL_BYTES];
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
      // the memory has grown between the histograms, so this one is taken again
    }
  }

  /**
   * Takes a histogram; returns false if its text did not fit, after enlarging the memory. The first
   * one needs twice its length, since memory that grows between two histograms is in their
   * difference.
   */
  private boolean store(int number) {
    byte[] text = histogram().getBytes(UTF_8);
    boolean fits = text.length * (number == 0 ? 2 : 1) <= texts[number].length;
    if (fits) {
      System.arraycopy(text, 0, texts[number], 0, text.length);
      lengths[number] = text.length;
    } else {
      for (int i = number; i < texts.length; i++) {
        texts[i] = new byte[3 * text.length];
      }
    }
    return fits;
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

  /** Moves a histogram to another number. Swaps the memory of both, so that none is lost. */
  void move(int from, int to) {
    byte[] unused = texts[to];
    texts[to] = texts[from];
    lengths[to] = lengths[from];
    texts[from] = unused;
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
