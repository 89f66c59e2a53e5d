package dev.tare.heap;

import dev.tare.heap.Footprint.Excluded;
import dev.tare.heap.Footprint.Row;
import dev.tare.unit.Count;
import dev.tare.unit.DataSize;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import java.util.function.Predicate;
import java.util.function.ToLongFunction;

/**
 * Makes footprints of what a walk counted.
 *
 * @param counted the classes whose objects have a row
 */
record Footprints(Predicate<Class<?>> counted) {

  /** Of all classes. */
  static final Footprints WHOLE =
      new Footprints(
          // no lambda: it would be the first that a JVM links
          new Predicate<>() {
            @Override
            public boolean test(Class<?> type) {
              return true;
            }
          });

  Footprints counting(Predicate<Class<?>> types) {
    return new Footprints(counted.and(types));
  }

  Footprint byClass(Tallies tallies) {
    List<Row> rows =
        tallies.all().stream()
            .filter(tally -> tally.entered && counted.test(tally.type))
            .map(tally -> row(tally.type, "", tally.objects(), tally.bytes()))
            .toList();
    return of(rows, tallies, Tally::offHeap).byClass();
  }

  Footprint byPath(List<PathNode> paths, Tallies tallies) {
    return of(
        rows(paths, node -> node.objects, node -> node.bytes),
        tallies,
        tally -> tally.offHeap() - tally.sharedOffHeap);
  }

  Footprint sharedByPath(List<PathNode> paths, Tallies tallies) {
    return of(
        rows(paths, node -> node.sharedObjects, node -> node.sharedBytes),
        tallies,
        tally -> tally.sharedOffHeap);
  }

  /** A hidden class, such as a lambda's, has an address behind its name that says nothing. */
  static String name(Class<?> type) {
    String name = type.getTypeName();
    int address = name.indexOf('/');
    return address < 0 ? name : name.substring(0, address);
  }

  private static Footprint of(List<Row> rows, Tallies tallies, ToLongFunction<Tally> offHeap) {
    return Footprint.of(
        rows,
        excluded(tallies),
        unfollowed(tallies),
        new DataSize(tallies.all().stream().mapToLong(offHeap).sum()));
  }

  private List<Row> rows(
      List<PathNode> paths, ToLongFunction<PathNode> objects, ToLongFunction<PathNode> bytes) {
    List<Row> rows = new ArrayList<>();
    for (PathNode path : paths) {
      long count = objects.applyAsLong(path);
      if (count > 0 && counted.test(path.type())) {
        rows.add(row(path.type(), path.text(), count, bytes.applyAsLong(path)));
      }
    }
    return rows;
  }

  private static Row row(Class<?> type, String path, long objects, long bytes) {
    return new Row(name(type), path, new Count(objects), new DataSize(bytes));
  }

  private static List<Excluded> excluded(Tallies tallies) {
    return tallies.all().stream()
        .filter(tally -> !tally.entered)
        .map(tally -> new Excluded(name(tally.type), new Count(tally.objects())))
        .sorted(Comparator.comparing(Excluded::type))
        .toList();
  }

  private static List<String> unfollowed(Tallies tallies) {
    return tallies.all().stream()
        .filter(tally -> tally.objects() > 0)
        .flatMap(tally -> tally.shape.cut.stream())
        .map(field -> name(field.getDeclaringClass()) + "." + field.getName())
        .distinct()
        .sorted()
        .toList();
  }
}
