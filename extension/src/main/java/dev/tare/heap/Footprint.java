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
 * The objects of a graph, counted and weighed: exact bytes, headers and padding included.
 *
 * @param size the bytes of all objects together
 * @param objects how many there are
 * @param rows where they are, the largest first; they add up to the size and the number exactly
 * @param excluded what was met but neither counted nor followed, by class: classes, class loaders,
 *     modules, threads, enum constants, and what was ignored on request
 * @param unfollowed fields that were met and not followed, because they are marked {@link
 *     NotFollowed} or on request, such as {@code com.acme.Page.book}
 * @param offHeap bytes outside the heap that direct buffers and the arenas of memory segments in
 *     the graph own; they are not in the size
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

  /** A footprint of the rows given. */
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

  /** The bytes of all objects together, as a plain number. */
  public long bytes() {
    return size.bytes();
  }

  /** The same objects with one row for each class. */
  public Footprint byClass() {
    Map<String, Row> classes = new LinkedHashMap<>();
    for (Row row : rows) {
      classes.merge(row.type(), new Row(row.type(), "", row.objects(), row.size()), Row::plus);
    }
    return new Footprint(
        size, objects, List.copyOf(classes.values()), excluded, unfollowed, offHeap);
  }

  /**
   * Some of the objects.
   *
   * @param type the name of their class
   * @param path how they are reached from the value, such as {@code items[*].name.value}: the first
   *     of the shortest paths, in which {@code [*]} is any element of an array and the nodes of a
   *     list or tree share one path; empty for the value itself, and where rows are by class
   * @param objects how many
   * @param size their bytes
   */
  public record Row(String type, String path, Count objects, DataSize size) {

    /** Returns a row of this one's type and path with the objects of both. */
    public Row plus(Row other) {
      return new Row(
          type,
          path,
          new Count(objects.items() + other.objects.items()),
          new DataSize(size.bytes() + other.size.bytes()));
    }
  }

  /**
   * Objects that were met but not counted.
   *
   * @param type the name of their class
   * @param objects how many
   */
  public record Excluded(String type, Count objects) {}
}
