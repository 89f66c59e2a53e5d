package dev.tare.internal.heap.walk;

import dev.tare.heap.RootPath.RootKind;
import dev.tare.internal.heap.memory.ClassShape;
import dev.tare.internal.heap.memory.ObjectMemory;
import java.lang.reflect.Field;

/**
 * Root of a search: a reference that begins a path.
 *
 * @param subject the static field, thread, class loader, class or other object
 * @param holder the object or array that has the reference
 * @param offset the reference's offset in the holder
 */
record RootReference(RootKind kind, Object subject, Object holder, long offset) {

  static RootReference of(Field field) {
    return new RootReference(
        RootKind.STATIC_FIELD,
        field,
        ObjectMemory.staticHolder(field),
        ObjectMemory.staticOffset(field));
  }

  static RootReference of(RootKind kind, Object root) {
    return new RootReference(
        kind, root, new Object[] {root}, ObjectMemory.arrayBase(Object[].class));
  }

  String name() {
    if (subject instanceof Field field) {
      return PathNames.fieldName(field);
    }
    if (subject instanceof Thread thread) {
      return name(thread);
    }
    return ClassShape.className(subject instanceof Class<?> type ? type : subject.getClass());
  }

  /** Returns the name of a thread in quotes, or its number if the name is empty. */
  static String name(Thread thread) {
    return thread.getName().isEmpty() ? "#" + thread.getId() : '"' + thread.getName() + '"';
  }
}
