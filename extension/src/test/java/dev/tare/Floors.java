package dev.tare;

import java.util.List;
import java.util.Map;
import java.util.OptionalInt;

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
          Map.entry("unit", 0),
          Map.entry("internal.stats", 0),
          Map.entry("internal.agent", 1),
          Map.entry("internal.agent.boot", 1),
          Map.entry("internal.call", 1),
          Map.entry("heap", 2),
          Map.entry("model", 2),
          Map.entry("internal.allocation", 3),
          Map.entry("internal.fork", 3),
          Map.entry("internal.profile", 3),
          Map.entry("internal.timing", 3),
          Map.entry("internal.render", 4),
          Map.entry("extension", EXTENSION),
          Map.entry("internal.attach", EXTENSION),
          Map.entry("engine", 7));

  /** Packages of one floor that are nevertheless one thing, the first may import the second. */
  private static final List<String> HALVES = List.of("internal.agent -> internal.agent.boot");

  boolean contains(String packageName) {
    return packageName.equals(root) || packageName.startsWith(root + ".");
  }

  /** The name without the root. */
  String relative(String packageName) {
    return packageName.equals(root) ? "" : packageName.substring(root.length() + 1);
  }

  /** Empty for a package that the design does not know. */
  OptionalInt of(String packageName) {
    String name = relative(packageName);
    Integer known = TABLE.get(name);
    if (known != null) {
      return OptionalInt.of(known);
    }
    boolean slice = !name.isEmpty() && !name.contains(".") && !name.equals("internal");
    return slice ? OptionalInt.of(SLICE) : OptionalInt.empty();
  }

  boolean isSlice(String packageName) {
    return contains(packageName) && of(packageName).orElse(-1) == SLICE;
  }

  boolean mayImport(String importer, String imported) {
    if (importer.equals(imported)) {
      return true;
    }
    String pair = relative(importer) + " -> " + relative(imported);
    return HALVES.contains(pair)
        || of(importer).orElse(-1) > of(imported).orElse(Integer.MAX_VALUE);
  }
}
