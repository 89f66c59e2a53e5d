package dev.tare.heap;

import dev.tare.unit.Count;
import dev.tare.unit.DataSize;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Set;
import java.util.TreeSet;
import org.apiguardian.api.API;
import org.jspecify.annotations.Nullable;

/**
 * Number and exact size of the objects of a graph, by class and path; headers and padding included.
 *
 * @param size the bytes of all objects together
 * @param objects the number of objects
 * @param rows the objects by class and path, the largest row first; they add up exactly to the size
 *     and the number
 * @param excluded objects that were reached but neither counted nor followed, by class: classes,
 *     class loaders, modules, threads, enum constants, and types ignored by an option
 * @param unfollowed fields that were reached but not followed, because of {@link NotFollowed} or an
 *     option, such as {@code com.acme.Page.book}
 * @param offHeap bytes outside the heap that are owned by direct buffers and by arenas of memory
 *     segments in the graph; not included in the size
 */
@API(status = API.Status.EXPERIMENTAL, since = "0.1")
public record Footprint(
    DataSize size,
    Count objects,
    List<ClassRow> rows,
    List<ExcludedObjects> excluded,
    List<String> unfollowed,
    DataSize offHeap) {

  private static final Comparator<ClassRow> LARGEST_FIRST =
      Comparator.<ClassRow>comparingLong(row -> row.size().bytes())
          .reversed()
          .thenComparing(ClassRow::path)
          .thenComparing(ClassRow::type);

  /** Copies the lists and puts the largest rows first. */
  public Footprint {
    List<ClassRow> sorted = new ArrayList<>(rows);
    sorted.sort(LARGEST_FIRST);
    rows = List.copyOf(sorted);
    excluded = List.copyOf(excluded);
    unfollowed = List.copyOf(unfollowed);
  }

  /** Returns a footprint whose size and number of objects are the sums of its rows. */
  public static Footprint of(
      List<ClassRow> rows,
      List<ExcludedObjects> excluded,
      List<String> unfollowed,
      DataSize offHeap) {
    long bytes = 0;
    long objects = 0;
    for (ClassRow row : rows) {
      bytes += row.size().bytes();
      objects += row.objects().items();
    }
    return new Footprint(
        new DataSize(bytes), new Count(objects), rows, excluded, unfollowed, offHeap);
  }

  /** Returns the bytes of all objects together. */
  public long bytes() {
    return size.bytes();
  }

  /** Returns the sums and a table of the rows, one line each. */
  @Override
  public String toString() {
    int width = rows.stream().mapToInt(row -> row.type().length()).max().orElse(0);
    StringBuilder table =
        new StringBuilder(
            "%s in %s"
                .formatted(size.exact(), Count.withNoun(objects.items(), "object", "objects")));
    for (ClassRow row : rows) {
      table.append('\n');
      String line = "%14s %,11d  %-" + Math.max(1, width) + "s  %s";
      table.append(
          String.format(
                  Locale.ROOT, line, row.size.exact(), row.objects.items(), row.type, row.path)
              .stripTrailing());
    }
    return table.toString();
  }

  /** Returns this footprint with one row per class and no paths. */
  public Footprint byClass() {
    return new Footprint(
        size, objects, List.copyOf(rowsByClass().values()), excluded, unfollowed, offHeap);
  }

  private Map<String, ClassRow> rowsByClass() {
    Map<String, ClassRow> classes = new LinkedHashMap<>();
    for (ClassRow row : rows) {
      classes.merge(
          row.type(), new ClassRow(row.type(), "", row.objects(), row.size()), ClassRow::plus);
    }
    return classes;
  }

  /**
   * Objects of one class, reached along one path.
   *
   * @param type the name of their class
   * @param path the path from the value, such as {@code items[*].name.value}: the first of the
   *     shortest paths. {@code [*]} stands for any element of an array, and the nodes of a list or
   *     tree share one path. Empty for the value itself, and where rows are by class
   * @param objects the number of objects
   * @param size their bytes
   */
  public record ClassRow(String type, String path, Count objects, DataSize size) {

    /** Returns a row with this type and path and the sums of both rows. */
    public ClassRow plus(ClassRow other) {
      return new ClassRow(
          type,
          path,
          new Count(objects.items() + other.objects.items()),
          new DataSize(size.bytes() + other.size.bytes()));
    }
  }

  /**
   * Objects of one class that were reached but not counted.
   *
   * @param type the name of their class
   * @param objects the number of objects
   */
  public record ExcludedObjects(String type, Count objects) {}

  /**
   * Change of the objects of one class from one footprint to another.
   *
   * @param type the name of the class
   * @param objectsBefore the number of objects in the first footprint
   * @param objectsAfter the number of objects in the second one
   * @param before their bytes in the first footprint
   * @param after their bytes in the second one
   */
  public record Change(
      String type, Count objectsBefore, Count objectsAfter, DataSize before, DataSize after) {

    private static final Comparator<Change> LARGEST_GROWTH_FIRST =
        Comparator.comparingLong(Change::bytes)
            .thenComparingLong(Change::objects)
            .reversed()
            .thenComparing(Change::type);

    /** Returns the number of additional objects, negative if there are fewer. */
    public long objects() {
      return objectsAfter.items() - objectsBefore.items();
    }

    /** Returns the number of additional bytes, negative if there are fewer. */
    public long bytes() {
      return after.bytes() - before.bytes();
    }

    static List<Change> between(Footprint before, Footprint after) {
      Map<String, ClassRow> earlier = before.rowsByClass();
      Map<String, ClassRow> later = after.rowsByClass();
      Set<String> types = new TreeSet<>(earlier.keySet());
      types.addAll(later.keySet());
      return types.stream()
          .map(type -> of(type, earlier.get(type), later.get(type)))
          .filter(change -> change.objects() != 0 || change.bytes() != 0)
          .sorted(LARGEST_GROWTH_FIRST)
          .toList();
    }

    private static Change of(String type, @Nullable ClassRow earlier, @Nullable ClassRow later) {
      ClassRow none = new ClassRow(type, "", new Count(0), new DataSize(0));
      ClassRow first = earlier == null ? none : earlier;
      ClassRow second = later == null ? none : later;
      return new Change(type, first.objects(), second.objects(), first.size(), second.size());
    }
  }
}
