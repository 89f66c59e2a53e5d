package dev.tare.benchmarks.survival;

import com.sun.management.OperatingSystemMXBean;
import dev.tare.MeasuredFigure;
import dev.tare.Tare;
import dev.tare.heap.ObjectGraph;
import dev.tare.internal.survival.ReleasedObjects;
import dev.tare.internal.survival.ReleasedObjects.Survival;
import dev.tare.internal.survival.SurvivorSearch;
import dev.tare.unit.DataSize;
import java.lang.management.ManagementFactory;
import java.time.Duration;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.HashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.function.IntFunction;

/**
 * Time of the verdicts of {@code @MustBeCollected} in a JVM with many live objects, and the numbers
 * of false verdicts and of inexact figures of what calls leave behind.
 *
 * <p>Three kinds of verdicts take turns: all objects were collected; one is held by a static map;
 * one is held by a local variable, so that the walk ends only with the heap. The first verdict of
 * each kind is printed apart, since it loads and interprets Tare's classes.
 */
public final class SurvivalCost {

  private static final Map<String, Object> LIVE = new HashMap<>();
  private static final List<Object> REGISTRY = new ArrayList<>();
  private static final Object[] KEPT = new Object[10_000];
  private static int kept;

  /** Objects of four classes by a length. */
  private static final List<IntFunction<Object>> CREATIONS =
      List.of(byte[]::new, long[]::new, Object[]::new, length -> new Kept(length));

  private record Kept(int length) {}

  private static final OperatingSystemMXBean SYSTEM =
      ManagementFactory.getPlatformMXBean(OperatingSystemMXBean.class);

  private enum Kind {
    COLLECTED("verdict, all collected", 0),
    HELD("failure with path", 1),
    UNSEEN("failure without path", 1);

    final String label;
    final int survivors;

    Kind(String label, int survivors) {
      this.label = label;
      this.survivors = survivors;
    }
  }

  /** Times of one verdict in milliseconds: elapsed, and of all the JVM's threads. */
  private record Times(double elapsed, double processor) {}

  private SurvivalCost() {}

  /**
   * Prints medians.
   *
   * @param arguments number of live objects, 1,500,000 if missing; number of rounds, 15 if missing;
   *     number of further verdicts on collected objects, and of bodies that keep an object in each
   *     call, none if missing
   */
  public static void main(String[] arguments) {
    int objects = argument(arguments, 0, 1_500_000);
    int rounds = argument(arguments, 1, 15);
    int clean = argument(arguments, 2, 0);
    for (int i = 0; i < objects / 4; i++) {
      LIVE.put("key " + i, new int[] {i}); // four objects
    }
    List<List<Times>> times = List.of(new ArrayList<>(), new ArrayList<>(), new ArrayList<>());
    for (int i = 0; i <= rounds; i++) {
      for (Kind kind : Kind.values()) {
        times.get(kind.ordinal()).add(timed(kind));
      }
    }
    for (Kind kind : Kind.values()) {
      print(kind.label, times.get(kind.ordinal()));
    }
    int wrong = 0;
    for (int i = 0; i < clean; i++) {
      wrong += survivors(Kind.COLLECTED) == 0 ? 0 : 1;
    }
    System.out.printf(Locale.ROOT, "%d of %d further verdicts false%n", wrong, clean);
    int inexact = 0;
    for (int i = 0; i < clean; i++) {
      inexact += isExact(CREATIONS.get(i % CREATIONS.size()), i) ? 0 : 1;
    }
    System.out.printf(
        Locale.ROOT, "%d of %d figures of bodies that keep an object inexact%n", inexact, clean);
    if (wrong + inexact > 0 || LIVE.isEmpty()) {
      System.exit(1);
    }
  }

  /** Returns whether bytes and number are found exactly if each call keeps one object. */
  private static boolean isExact(IntFunction<Object> creation, int length) {
    DataSize size = new DataSize(ObjectGraph.open().shallowSizeOf(creation.apply(length)));
    MeasuredFigure figure =
        Tare.calling(
                () -> {
                  KEPT[kept++] = creation.apply(length);
                })
            .withRounds(2)
            .surviving();
    Arrays.fill(KEPT, null);
    kept = 0;
    boolean isExact =
        figure.doubt().isEmpty()
            && figure.value().equals(size)
            && figure.breakdown().stream()
                .flatMap(breakdown -> breakdown.rows().stream())
                .map(row -> row.count())
                .toList()
                .equals(List.of(1L));
    if (!isExact) {
      System.out.println("not exactly " + size + " in one object: " + figure.report());
    }
    return isExact;
  }

  private static int argument(String[] arguments, int number, int unset) {
    return arguments.length > number ? Integer.parseInt(arguments[number]) : unset;
  }

  private static Times timed(Kind kind) {
    long processor = SYSTEM.getProcessCpuTime();
    long start = System.nanoTime();
    int survivors = survivors(kind);
    Times times =
        new Times(
            (System.nanoTime() - start) / 1e6, (SYSTEM.getProcessCpuTime() - processor) / 1e6);
    if (survivors != kind.survivors) {
      throw new IllegalStateException(kind + ": " + survivors + " survivors");
    }
    return times;
  }

  private static int survivors(Kind kind) {
    ReleasedObjects released = new ReleasedObjects();
    Object local = release(kind, released);
    Survival survival = Survival.of(released, Duration.ZERO);
    if (survival.survivors() > 0) {
      requirePath(kind, SurvivorSearch.of(released, survival, List.of()));
      survival = survival.confirmed(released);
    }
    REGISTRY.clear();
    return local == null ? -1 : survival.survivors();
  }

  /** Releases an object; returns it if a local variable should hold it. */
  private static Object release(Kind kind, ReleasedObjects released) {
    Object object = new byte[1_000];
    released.add(object);
    if (kind == Kind.HELD) {
      REGISTRY.add(object);
    }
    return kind == Kind.UNSEEN ? object : kind;
  }

  private static void requirePath(Kind kind, SurvivorSearch search) {
    boolean hasPath = search.survivors().get(0).path() != null;
    if (hasPath != (kind == Kind.HELD)) {
      throw new IllegalStateException(kind + ": path " + hasPath);
    }
  }

  private static void print(String label, List<Times> times) {
    Times first = times.get(0);
    List<Times> others = times.subList(1, times.size());
    double[] elapsed = others.stream().mapToDouble(Times::elapsed).sorted().toArray();
    double[] processor = others.stream().mapToDouble(Times::processor).sorted().toArray();
    System.out.printf(
        Locale.ROOT,
        "%-24s elapsed median %6.1f ms (max %6.1f, first %6.1f), processor median %6.1f ms"
            + " (max %6.1f, first %6.1f)%n",
        label,
        median(elapsed),
        Arrays.stream(elapsed).max().orElse(0),
        first.elapsed,
        median(processor),
        Arrays.stream(processor).max().orElse(0),
        first.processor);
  }

  private static double median(double[] sorted) {
    return sorted.length == 0 ? Double.NaN : sorted[sorted.length / 2];
  }
}
