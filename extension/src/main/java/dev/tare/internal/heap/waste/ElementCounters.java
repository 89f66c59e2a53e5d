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
 * Factories of counters of the elements of JDK containers. A counter is created for a class; the
 * count is unknown if the class lacks a field.
 */
final class ElementCounters {

  private static final Counter UNKNOWN = (object, layouts) -> NONE;

  private ElementCounters() {}

  /** Returns a factory of counters that read a field. */
  static Function<Class<?>, Counter> field(String name) {
    return type ->
        bind(
            type,
            List.of(name),
            offsets -> (object, layouts) -> ObjectMemory.intAt(object, offsets[0]));
  }

  /** Returns a factory of counters that return the length of an array. */
  static Function<Class<?>, Counter> arrayLength(String name) {
    return type ->
        bind(
            type,
            List.of(name),
            offsets ->
                (object, layouts) -> {
                  Object array = ObjectMemory.reference(object, offsets[0]);
                  return array == null ? NONE : Array.getLength(array);
                });
  }

  /**
   * Returns a factory of counters of the elements between the head and the tail of a ring buffer.
   */
  static Function<Class<?>, Counter> ringBuffer() {
    return type ->
        bind(
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

  /** Returns a factory of counters of the bytes of a string builder's characters. */
  static Function<Class<?>, Counter> stringBuilder() {
    return type ->
        bind(
            type,
            List.of("count", "coder"),
            offsets ->
                (object, layouts) ->
                    (long) ObjectMemory.intAt(object, offsets[0])
                        << ObjectMemory.byteAt(object, offsets[1]));
  }

  /** Returns a factory of counters that add the cells of contending threads to a base count. */
  static Function<Class<?>, Counter> counterCells() {
    return type ->
        bind(
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

  /** Returns a factory of counters that delegate to the container in a field. */
  static Function<Class<?>, Counter> delegate(String name) {
    return type ->
        bind(
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

  private static Counter bind(
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
