package dev.tare.internal.heap.waste;

import static dev.tare.internal.heap.memory.DeclaredFields.NONE;

import dev.tare.internal.heap.memory.DeclaredFields;
import dev.tare.internal.heap.memory.ObjectMemory;
import dev.tare.internal.heap.waste.ContainerLayout.Counter;
import java.lang.reflect.Array;
import java.util.List;
import java.util.function.Function;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;

/**
 * Counters of the elements that a JDK container holds, each to be bound to a class. The count is
 * unknown if a field is missing.
 */
final class ElementCounters {

  private static final Counter UNKNOWN = (object, layouts) -> NONE;

  private ElementCounters() {}

  /** Reads the count from a field. */
  static Function<Class<?>, Counter> field(String name) {
    return type ->
        bound(
            type,
            List.of(name),
            offsets -> (object, layouts) -> ObjectMemory.intAt(object, offsets[0]));
  }

  /** Uses the length of an array. */
  static Function<Class<?>, Counter> length(String name) {
    return type ->
        bound(
            type,
            List.of(name),
            offsets ->
                (object, layouts) -> {
                  Object array = ObjectMemory.reference(object, offsets[0]);
                  return array == null ? NONE : Array.getLength(array);
                });
  }

  /** Computes the distance from the head of a ring buffer to its tail. */
  static Function<Class<?>, Counter> ring() {
    return type ->
        bound(
            type,
            List.of("head", "tail", "elements"),
            offsets ->
                (object, layouts) -> {
                  int span =
                      ObjectMemory.intAt(object, offsets[1])
                          - ObjectMemory.intAt(object, offsets[0]);
                  Object array = ObjectMemory.reference(object, offsets[2]);
                  return span >= 0 || array == null ? span : span + Array.getLength(array);
                });
  }

  /** Computes the bytes of a string builder's characters. */
  static Function<Class<?>, Counter> text() {
    return type ->
        bound(
            type,
            List.of("count", "coder"),
            offsets ->
                (object, layouts) ->
                    (long) ObjectMemory.intAt(object, offsets[0])
                        << ObjectMemory.byteAt(object, offsets[1]));
  }

  /** Sums a base count and the counter cells of contending threads. */
  static Function<Class<?>, Counter> cells() {
    return type ->
        bound(
            type,
            List.of("baseCount", "counterCells"),
            offsets ->
                (object, layouts) ->
                    ObjectMemory.longAt(object, offsets[0])
                        + sum(ObjectMemory.reference(object, offsets[1])));
  }

  private static long sum(@Nullable Object cells) {
    if (!(cells instanceof Object[] array)) {
      return 0;
    }
    return Stream.of(array)
        .filter(cell -> cell != null)
        .mapToLong(
            cell -> ObjectMemory.longAt(cell, DeclaredFields.offset(cell.getClass(), "value")))
        .sum();
  }

  /** Delegates to the container in a field. */
  static Function<Class<?>, Counter> of(String name) {
    return type ->
        bound(
            type,
            List.of(name),
            offsets ->
                (object, layouts) -> {
                  Object delegate = ObjectMemory.reference(object, offsets[0]);
                  ContainerLayout layout = delegate == null ? null : layouts.of(delegate);
                  return delegate == null || layout == null
                      ? NONE
                      : layout.elementCount(delegate, layouts);
                });
  }

  private static Counter bound(
      Class<?> type, List<String> fields, Function<long[], Counter> counter) {
    long[] offsets = fields.stream().mapToLong(name -> DeclaredFields.offset(type, name)).toArray();
    for (long offset : offsets) {
      if (offset == NONE) {
        return UNKNOWN;
      }
    }
    return counter.apply(offsets);
  }
}
