package dev.tare.internal.heap.memory;

import static java.util.Comparator.comparing;

import dev.tare.heap.ObjectLayout;
import java.lang.reflect.Array;
import java.lang.reflect.Field;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;

/** Phrase for the bytes of one object alone: its header, its fields by type, and padding. */
final class ObjectContent {

  private ObjectContent() {}

  /** Returns an array's type with its length: {@code char[9]}. */
  static String ofArray(Object array) {
    // the outermost dimension is the first pair of brackets
    return ClassShape.className(array.getClass())
        .replaceFirst("\\[]", "[" + Array.getLength(array) + "]");
  }

  /**
   * Returns the content of an object: {@code 12 B header, 1 reference, 1 int, 4 B padding}, the
   * largest primitives first.
   *
   * @param bytes the size of the object
   */
  static String of(Class<?> type, long bytes, ObjectLayout layout) {
    List<Class<?>> types = new ArrayList<>();
    for (Field field : DeclaredFields.instanceFields(type)) {
      types.add(field.getType().isPrimitive() ? field.getType() : Object.class);
    }
    types.sort(
        comparing(Class<?>::isPrimitive)
            .thenComparing(part -> -ModelledSizes.bytes(part, layout))
            .thenComparing(Class::getName));
    Map<Class<?>, Integer> counts = new LinkedHashMap<>();
    long rest = bytes - layout.headerBytes();
    for (Class<?> part : types) {
      counts.merge(part, 1, Integer::sum);
      rest -= ModelledSizes.bytes(part, layout);
    }
    StringBuilder text = new StringBuilder(layout.headerBytes() + " B header");
    counts.forEach(
        (part, count) -> text.append(", ").append(count).append(' ').append(noun(part, count)));
    boolean isHidden =
        ModelledSizes.hasHiddenFields(type) || type.getName().equals(ObjectSizes.STACK_FRAMES);
    return text + (rest == 0 ? "" : ", " + rest + (isHidden ? " B other" : " B padding"));
  }

  private static String noun(Class<?> part, int count) {
    return part.isPrimitive() ? part.getName() : count == 1 ? "reference" : "references";
  }
}
