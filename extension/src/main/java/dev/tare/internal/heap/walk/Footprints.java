package dev.tare.internal.heap.walk;

import static java.util.Objects.requireNonNull;

import dev.tare.heap.Footprint;
import dev.tare.heap.Footprint.ClassRow;
import dev.tare.heap.Footprint.ExcludedObjects;
import dev.tare.internal.heap.memory.ClassShape;
import dev.tare.internal.heap.walk.ClassTallies.ClassTally;
import dev.tare.unit.Count;
import dev.tare.unit.DataSize;
import java.lang.reflect.Field;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.TreeSet;
import java.util.function.Predicate;
import java.util.function.ToLongFunction;

/**
 * Factory of footprints from the tallies and paths of a walk. It uses loops, since streams take
 * several times as long for the few classes of a small value.
 *
 * @param counted accepts the classes whose objects have a row
 */
public record Footprints(Predicate<Class<?>> counted) {

  /** Maximum number of shared objects whose holders are searched. */
  private static final int MAX_SHARED = 1_000;

  /** Footprints with rows of all classes. */
  public static final Footprints WHOLE = new Footprints(type -> true);

  public Footprints counting(Predicate<Class<?>> types) {
    return new Footprints(counted.and(types));
  }

  public Footprint byClass(ClassTallies tallies) {
    Map<String, ClassRow> rows = new LinkedHashMap<>();
    for (ClassTally tally : tallies.all()) {
      if (tally.entered && counted.test(tally.type)) {
        ClassRow row = row(tally.type, "", tally.objects(), tally.bytes());
        rows.merge(
            row.type(), row, ClassRow::plus); // several loaders may define a class of the same name
      }
    }
    return of(List.copyOf(rows.values()), tallies, ClassTally::offHeap);
  }

  public Footprint byPath(List<PathNode> paths, ClassTallies tallies) {
    return of(
        rows(paths, node -> node.objects, node -> node.bytes),
        tallies,
        tally -> tally.offHeap() - tally.sharedOffHeap);
  }

  public Footprint sharedByPath(List<PathNode> paths, ClassTallies tallies) {
    return of(
        rows(paths, node -> node.sharedObjects, node -> node.sharedBytes),
        tallies,
        tally -> tally.sharedOffHeap);
  }

  /** Returns a shared object of each path, those of the paths with the most shared bytes first. */
  public List<Object> sharedObjects(List<PathNode> paths) {
    return paths.stream()
        .filter(path -> path.firstShared != null && counted.test(path.type()))
        .sorted(Comparator.comparingLong((PathNode path) -> path.sharedBytes).reversed())
        .limit(MAX_SHARED)
        .map(path -> requireNonNull(path.firstShared))
        .toList();
  }

  private static Footprint of(
      List<ClassRow> rows, ClassTallies tallies, ToLongFunction<ClassTally> offHeap) {
    List<ClassTally> all = tallies.all();
    long offHeapBytes = 0;
    for (ClassTally tally : all) {
      offHeapBytes += offHeap.applyAsLong(tally);
    }
    return Footprint.of(rows, excluded(all), unfollowed(all), new DataSize(offHeapBytes));
  }

  private List<ClassRow> rows(
      List<PathNode> paths, ToLongFunction<PathNode> objects, ToLongFunction<PathNode> bytes) {
    List<ClassRow> rows = new ArrayList<>();
    for (PathNode path : paths) {
      long count = objects.applyAsLong(path);
      if (count > 0 && counted.test(path.type())) {
        rows.add(row(path.type(), path.text(), count, bytes.applyAsLong(path)));
      }
    }
    return rows;
  }

  private static ClassRow row(Class<?> type, String path, long objects, long bytes) {
    return new ClassRow(ClassShape.className(type), path, new Count(objects), new DataSize(bytes));
  }

  private static List<ExcludedObjects> excluded(List<ClassTally> tallies) {
    List<ExcludedObjects> excluded = new ArrayList<>();
    for (ClassTally tally : tallies) {
      if (!tally.entered && tally.objects() > 0) {
        excluded.add(
            new ExcludedObjects(ClassShape.className(tally.type), new Count(tally.objects())));
      }
    }
    excluded.sort(Comparator.comparing(ExcludedObjects::type));
    return excluded;
  }

  private static List<String> unfollowed(List<ClassTally> tallies) {
    Set<String> fields = new TreeSet<>();
    for (ClassTally tally : tallies) {
      if (tally.objects() > 0) {
        for (Field field : tally.shape.excluded) {
          fields.add(ClassShape.className(field.getDeclaringClass()) + "." + field.getName());
        }
      }
    }
    return List.copyOf(fields);
  }
}
