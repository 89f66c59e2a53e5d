package dev.tare.internal.heap.walk;

import dev.tare.internal.agent.JdkModules;
import dev.tare.internal.heap.memory.ClassShape;
import dev.tare.internal.heap.memory.ClassShapes;
import dev.tare.internal.heap.memory.DeclaredFields;
import dev.tare.internal.heap.memory.ObjectMemory;
import java.lang.ref.Reference;
import java.lang.reflect.Field;
import java.util.Optional;

/**
 * Names of the references and objects on a path.
 *
 * @param shapes the references that the search follows
 */
record PathNames(ClassShapes shapes, SearchRoots roots) {

  /** Slot of the reference that every object has to its class. */
  static final int TO_CLASS = -1;

  /** Slot of the reference from a soft reference to its referent. */
  static final int TO_REFERENT = -2;

  private static final String THREAD_LOCAL_ENTRY = "java.lang.ThreadLocal$ThreadLocalMap$Entry";

  /** Returns the name of an object's class; for a class, its own name followed by .class. */
  static String typeName(Object object) {
    return object instanceof Class<?> type
        ? ClassShape.className(type) + ".class"
        : ClassShape.className(object.getClass());
  }

  /** Returns the name of a reference in its object: {@code .table} or {@code [11]}. */
  String referenceName(Object holder, int slot) {
    if (slot == TO_CLASS) {
      return ".getClass()";
    }
    if (slot == TO_REFERENT) {
      return ".referent";
    }
    if (holder.getClass().isArray()) {
      return "[" + slot + "]";
    }
    String[] names = shapes.of(holder).names;
    return "." + (slot < names.length ? names[slot] : field(holder, slot).getName());
  }

  /**
   * Returns the name of a reference that the application can remove: a field of one of its classes,
   * or a thread local; empty for a reference within objects of the JDK.
   */
  Optional<String> applicationReference(Object holder, int slot) {
    if (slot < 0 || holder.getClass().isArray()) {
      return Optional.empty();
    }
    Field field = field(holder, slot);
    if (field.getDeclaringClass().getName().equals(THREAD_LOCAL_ENTRY)) {
      return Optional.of("thread local " + threadLocalName((Reference<?>) holder));
    }
    return isOfTheApplication(field) ? Optional.of(fieldName(field)) : Optional.empty();
  }

  /** Returns whether a lambda or an inner class captured the object, which no code can remove. */
  boolean isCaptured(Object holder, int slot) {
    Field field = field(holder, slot);
    return field.isSynthetic() || field.getDeclaringClass().isHidden();
  }

  static boolean isOfTheApplication(Field field) {
    return !JdkModules.isOfTheJdk(field.getDeclaringClass());
  }

  /** Returns the class and name of a field, or which object a lambda captured. */
  static String fieldName(Field field) {
    return DeclaredFields.displayName(
        ClassShape.className(field.getDeclaringClass()), field.getName());
  }

  /** Returns the offset of a field in its object, or of a static field in its class. */
  long offset(Object holder, int slot) {
    long[] offsets = shapes.of(holder).offsets;
    return slot < offsets.length ? offsets[slot] : ObjectMemory.staticOffset(field(holder, slot));
  }

  private Field field(Object holder, int slot) {
    long[] offsets = shapes.of(holder).offsets;
    return slot < offsets.length
        ? DeclaredFields.fieldAt(holder.getClass(), offsets[slot])
        : roots.staticsOf((Class<?>) holder).get(slot - offsets.length);
  }

  /** Returns the static field that holds the thread local of a map entry, or its class. */
  private String threadLocalName(Reference<?> entry) {
    Object local = entry.get();
    if (local == null) {
      return "whose ThreadLocal object was collected";
    }
    for (RootReference root : roots.references()) {
      if (root.subject() instanceof Field field
          && ObjectMemory.reference(root.holder(), root.offset()) == local) {
        return fieldName(field);
      }
    }
    return "of class " + ClassShape.className(local.getClass());
  }
}
