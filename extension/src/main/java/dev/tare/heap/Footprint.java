package dev.tare.heap;

import dev.tare.unit.Count;
import dev.tare.unit.DataSize;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import org.apiguardian.api.API;

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
    List<Row> rows,
    List<Excluded> excluded,
    List<String> unfollowed,
    DataSize offHeap) {

  private static final Comparator<Row> LARGEST_FIRST =
      Comparator.<Row>comparingLong(row -> row.size().bytes())
          .reversed()
          .thenComparing(Row::path)
          .thenComparing(Row::type);

  /** Copies the lists and puts the largest rows first. */
  public Footprint {
    List<Row> sorted = new ArrayList<>(rows);
    sorted.sort(LARGEST_FIRST);
    rows = List.copyOf(sorted);
    excluded = List.copyOf(excluded);
    unfollowed = List.copyOf(unfollowed);
  }

  /** Returns a footprint whose size and number of objects are the sums of its rows. */
  public static Footprint of(
      List<Row> rows, List<Excluded> excluded, List<String> unfollowed, DataSize offHeap) {
    long bytes = 0;
    long objects = 0;
    for (Row row : rows) {
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

  /** Returns this footprint with one row per class and no paths. */
  public Footprint byClass() {
    Map<String, Row> classes = new LinkedHashMap<>();
    for (Row row : rows) {
      classes.merge(row.type(), new Row(row.type(), "", row.objects(), row.size()), Row::plus);
    }
    return new Footprint(
        size, objects, List.copyOf(classes.values()), excluded, unfollowed, offHeap);
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
  public record Row(String type, String path, Count objects, DataSize size) {

    /** Returns a row with this type and path and the sums of both rows. */
    public Row plus(Row other) {
      return new Row(
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
  public record Excluded(String type, Count objects) {}
}
