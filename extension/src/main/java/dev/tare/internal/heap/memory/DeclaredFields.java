package dev.tare.internal.heap.memory;

import java.lang.reflect.Field;
import java.lang.reflect.Modifier;
import java.util.ArrayList;
import java.util.Iterator;
import java.util.List;
import org.jspecify.annotations.Nullable;

/** The instance fields of a class and its superclasses. */
public final class DeclaredFields {

  /** No such offset. */
  public static final long NONE = -1;

  private DeclaredFields() {}

  /** The references that the JVM follows, in the order in which they are declared. */
  static List<Field> references(Class<?> type, ReferencePolicy following) {
    List<Field> followed = references(type);
    // no lambda: it would be the first that a JVM links
    for (Iterator<Field> fields = followed.iterator(); fields.hasNext(); ) {
      if (!following.follows(type, fields.next())) {
        fields.remove();
      }
    }
    return followed;
  }

  /** All references, followed or not. */
  public static List<Field> references(Class<?> type) {
    List<Field> references = new ArrayList<>();
    for (Field field : all(type)) {
      if (!field.getType().isPrimitive()) {
        references.add(field);
      }
    }
    return references;
  }

  /**
   * Makes sure that a class itself declares an instance field that holds a reference.
   *
   * @throws IllegalArgumentException if not
   */
  public static void requireReference(Class<?> type, String name) {
    for (Field field : ObjectMemory.declaredFields(type)) {
      if (field.getName().equals(name)
          && !Modifier.isStatic(field.getModifiers())
          && !field.getType().isPrimitive()) {
        return;
      }
    }
    throw new IllegalArgumentException(
        type.getTypeName() + " declares no instance field " + name + " that holds a reference");
  }

  /** The offset of a field; {@link #NONE} if there is none of any of the names. */
  static long offset(Class<?> type, List<String> names) {
    for (Field field : all(type)) {
      if (names.contains(field.getName())) {
        return ObjectMemory.offset(field);
      }
    }
    return NONE;
  }

  /** The offset of a field; {@link #NONE} if there is none of the name. */
  public static long offset(Class<?> type, String name) {
    return offset(type, List.of(name));
  }

  /** What a static field of a class holds; null if there is none of the name. */
  static @Nullable Object constant(Class<?> type, String name) {
    for (Field field : ObjectMemory.declaredFields(type)) {
      if (Modifier.isStatic(field.getModifiers()) && field.getName().equals(name)) {
        return ObjectMemory.reference(
            ObjectMemory.staticHolder(field), ObjectMemory.staticOffset(field));
      }
    }
    return null;
  }

  private static List<Field> all(Class<?> type) {
    List<Field> all = new ArrayList<>();
    for (Class<?> owner = type; owner != null; owner = owner.getSuperclass()) {
      for (Field field : ObjectMemory.declaredFields(owner)) {
        if (!Modifier.isStatic(field.getModifiers())) {
          all.add(field);
        }
      }
    }
    return all;
  }
}
