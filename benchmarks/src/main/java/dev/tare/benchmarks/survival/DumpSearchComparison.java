package dev.tare.benchmarks.survival;

import dev.tare.heap.RootPath;
import dev.tare.internal.heap.hprof.DumpSearch;
import java.lang.ref.WeakReference;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.HashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.stream.Collectors;
import shark.LeakTrace;

/**
 * Paths to leaked objects in heap dumps, by Tare's reader and by LeakCanary's Shark, on the same
 * dumps.
 *
 * <p>Tare's time includes writing the dump; Shark's is the analysis alone, without retained sizes.
 * A static field is a root for Tare; Shark reaches it through its class loader. Shark's names skip
 * the nodes and arrays within collections.
 */
public final class DumpSearchComparison {

  private static final Map<Integer, Object> LIVE = new HashMap<>();

  /** An object that leaks. */
  private static final class Target {}

  /** Paths that both found in one dump, and their times in milliseconds. */
  private record Outcome(String own, String shark, double ownTime, double sharkTime) {}

  private DumpSearchComparison() {}

  /**
   * Prints paths, medians and ratios.
   *
   * @param arguments number of live objects, 1,500,000 if missing; number of rounds, 5 if missing
   */
  public static void main(String[] arguments) {
    int objects = arguments.length > 0 ? Integer.parseInt(arguments[0]) : 1_500_000;
    int rounds = arguments.length > 1 ? Integer.parseInt(arguments[1]) : 5;
    for (int i = 0; i < objects / 3; i++) {
      LIVE.put(i, new Object()); // with its box and its node
    }
    for (Leak leak : Leak.values()) {
      List<Outcome> outcomes = new ArrayList<>();
      for (int i = 0; i < rounds; i++) {
        outcomes.add(outcome(leak));
      }
      print(leak, outcomes);
    }
  }

  private static void print(Leak leak, List<Outcome> outcomes) {
    double own = median(outcomes.stream().mapToDouble(Outcome::ownTime).toArray());
    double shark = median(outcomes.stream().mapToDouble(Outcome::sharkTime).toArray());
    System.out.printf(
        Locale.ROOT,
        "%-14s Tare %6.0f ms, Shark %6.0f ms, ratio %.1f%n  Tare   %s%n  Shark  %s%n",
        leak,
        own,
        shark,
        shark / own,
        outcomes.get(0).own,
        outcomes.get(0).shark);
  }

  private static Outcome outcome(Leak leak) {
    WeakReference<Object> target = plant(leak);
    long start = System.nanoTime();
    try (DumpSearch search = DumpSearch.open(List.of(target), List.of(), false)) {
      String own =
          search.paths(false, false, 0).get(0).map(RootPath::description).orElse("no path");
      double ownTime = millis(start);
      start = System.nanoTime();
      String shark =
          new SharkPaths(search.file(), Target.class.getName(), false)
              .brief().stream()
                  .map(DumpSearchComparison::description)
                  .collect(Collectors.joining(", "));
      return new Outcome(own, shark, ownTime, millis(start));
    } finally {
      leak.release();
    }
  }

  /** Creates the leak in a frame of its own, so that no other local variable holds the object. */
  private static WeakReference<Object> plant(Leak leak) {
    Object target = new Target();
    leak.hold(target);
    return new WeakReference<>(target);
  }

  private static String description(LeakTrace trace) {
    return trace.getGcRootType()
        + " "
        + trace.getReferencePath().stream()
            .map(
                reference ->
                    reference.getOwningClassSimpleName() + "." + reference.getReferenceName())
            .collect(Collectors.joining(" "));
  }

  private static double millis(long start) {
    return (System.nanoTime() - start) / 1e6;
  }

  private static double median(double[] values) {
    Arrays.sort(values);
    return values[values.length / 2];
  }
}
