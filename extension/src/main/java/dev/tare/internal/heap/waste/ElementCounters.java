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
 * The ways in which classes of the JDK know how much they hold, each to be bound to a class; where
 * a field is missing, it cannot be told.
 */
final class ElementCounters {

  private static final Counter UNKNOWN = (object, known) -> NONE;

  private ElementCounters() {}

  /** A field says it. */
  static Function<Class<?>, Counter> field(String name) {
    return type ->
        bound(type, List.of(name), at -> (object, known) -> ObjectMemory.intAt(object, at[0]));
  }

  /** It is the length of an array. */
  static Function<Class<?>, Counter> length(String name) {
    return type ->
        bound(
            type,
            List.of(name),
            at ->
                (object, known) -> {
                  Object array = ObjectMemory.reference(object, at[0]);
                  return array == null ? NONE : Array.getLength(array);
                });
  }

  /** From the head of a ring to its tail. */
  static Function<Class<?>, Counter> ring() {
    return type ->
        bound(
            type,
            List.of("head", "tail", "elements"),
            at ->
                (object, known) -> {
                  int span = ObjectMemory.intAt(object, at[1]) - ObjectMemory.intAt(object, at[0]);
                  Object array = ObjectMemory.reference(object, at[2]);
                  return span >= 0 || array == null ? span : span + Array.getLength(array);
                });
  }

  /** Characters in their bytes. */
  static Function<Class<?>, Counter> text() {
    return type ->
        bound(
            type,
            List.of("count", "coder"),
            at ->
                (object, known) ->
                    (long) ObjectMemory.intAt(object, at[0]) << ObjectMemory.byteAt(object, at[1]));
  }

  /** A sum of cells, which threads that would be in each other's way count in. */
  static Function<Class<?>, Counter> cells() {
    return type ->
        bound(
            type,
            List.of("baseCount", "counterCells"),
            at ->
                (object, known) ->
                    ObjectMemory.longAt(object, at[0])
                        + sum(ObjectMemory.reference(object, at[1])));
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

  /** What the object that is really asked knows. */
  static Function<Class<?>, Counter> of(String name) {
    return type ->
        bound(
            type,
            List.of(name),
            at ->
                (object, known) -> {
                  Object real = ObjectMemory.reference(object, at[0]);
                  ContainerLayout holding = real == null ? null : known.of(real);
                  return real == null || holding == null ? NONE : holding.held(real, known);
                });
  }

  private static Counter bound(
      Class<?> type, List<String> fields, Function<long[], Counter> counter) {
    long[] at = fields.stream().mapToLong(name -> DeclaredFields.offset(type, name)).toArray();
    for (long offset : at) {
      if (offset == NONE) {
        return UNKNOWN;
      }
    }
    return counter.apply(at);
  }
}
