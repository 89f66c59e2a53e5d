package dev.tare;

import java.util.Arrays;
import java.util.List;
import java.util.Map;
import java.util.OptionalInt;
import java.util.stream.Collectors;

/**
 * The floors of the design, relative to a root package: a package may import lower floors only.
 *
 * <p>Every package directly below the root that is not in the table is a slice.
 */
record Floors(String root) {

  static final int EXTENSION = 5;
  static final int SLICE = 6;

  private static final Map<String, Integer> TABLE =
      Map.ofEntries(
          Map.entry("body", 0),
          Map.entry("unit", 0),
          Map.entry("internal.stats", 0),
          Map.entry("internal.agent", 1),
          Map.entry("internal.call", 1),
          Map.entry("heap", 2),
          Map.entry("internal.heap", 2),
          Map.entry("model", 2),
          Map.entry("internal.allocation", 3),
          Map.entry("internal.fork", 3),
          Map.entry("internal.profile", 3),
          Map.entry("internal.survival", 3),
          Map.entry("internal.timing", 3),
          Map.entry("internal.render", 4),
          Map.entry("extension", EXTENSION),
          Map.entry("internal.launch", EXTENSION),
          Map.entry("internal.jupiter", EXTENSION),
          Map.entry("internal.attach", EXTENSION),
          Map.entry("internal.plain", EXTENSION),
          Map.entry("internal.weight", EXTENSION),
          Map.entry("engine", 7),
          // measures with the metrics of the slices
          Map.entry("growth", 7),
          // Tare, the entry point without annotations
          Map.entry("", 8),
          Map.entry("assertj", 9));

  /** Packages of one floor of which the first may import the second. */
  private static final List<String> NEIGHBOURS =
      List.of(
          "heap -> internal.heap",
          "internal.call -> internal.agent",
          // values, exceptions and the annotation of the published API
          "internal.heap -> heap",
          "internal.weight -> extension",
          "internal.launch -> extension",
          "internal.launch -> internal.weight",
          "internal.jupiter -> extension",
          "internal.jupiter -> internal.launch",
          "internal.jupiter -> internal.weight",
          "internal.plain -> extension",
          "internal.plain -> internal.jupiter",
          "internal.plain -> internal.launch",
          // @MeasuredBy registers the extension
          "extension -> internal.jupiter");

  boolean contains(String packageName) {
    return packageName.equals(root) || packageName.startsWith(root + ".");
  }

  /** Returns the name without the root. */
  String relative(String packageName) {
    return packageName.equals(root) ? "" : packageName.substring(root.length() + 1);
  }

  /** Returns the floor of a package; empty for a package without one. */
  OptionalInt of(String packageName) {
    String name = suite(relative(packageName));
    Integer floor = TABLE.get(name);
    if (floor != null) {
      return OptionalInt.of(floor);
    }
    boolean slice = !name.isEmpty() && !name.contains(".") && !name.equals("internal");
    return slice ? OptionalInt.of(SLICE) : OptionalInt.empty();
  }

  /**
   * Returns the package of the table that a package lies in: {@code internal.heap} for {@code
   * internal.heap.walk}. Packages within one package of the table may import each other without
   * cycles.
   */
  static String suite(String name) {
    return name.startsWith("internal.")
        ? Arrays.stream(name.split("\\.")).limit(2).collect(Collectors.joining("."))
        : name;
  }

  boolean isSlice(String packageName) {
    return contains(packageName) && of(packageName).orElse(-1) == SLICE;
  }

  boolean mayImport(String importer, String imported) {
    if (importer.equals(imported)) {
      return true;
    }
    String from = suite(relative(importer));
    String to = suite(relative(imported));
    return (from.equals(to) && TABLE.containsKey(from))
        || NEIGHBOURS.contains(from + " -> " + to)
        || of(importer).orElse(-1) > of(imported).orElse(Integer.MAX_VALUE);
  }
}
