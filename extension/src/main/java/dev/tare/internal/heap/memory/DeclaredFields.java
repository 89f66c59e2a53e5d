package dev.tare.internal.heap.memory;

import java.lang.reflect.Field;
import java.lang.reflect.Modifier;
import java.util.ArrayList;
import java.util.List;
import org.jspecify.annotations.Nullable;

/** Instance fields of a class and its superclasses, and their offsets. */
public final class DeclaredFields {

  /** The offset of a field that does not exist. */
  public static final long NONE = -1;

  /** Prefix of the names of a lambda's fields, which hold the captured objects. */
  private static final String CAPTURED_PREFIX = "arg$";

  private static final String LAMBDA = "$$Lambda";

  private DeclaredFields() {}

  /** Returns the reference fields that a policy follows, in declaration order. */
  static List<Field> referenceFields(Class<?> type, ReferencePolicy policy) {
    List<Field> followed = referenceFields(type);
    followed.removeIf(field -> !policy.follows(type, field));
    return followed;
  }

  /** Returns all reference fields, followed or not. */
  public static List<Field> referenceFields(Class<?> type) {
    List<Field> references = new ArrayList<>();
    for (Field field : instanceFields(type)) {
      if (!field.getType().isPrimitive()) {
        references.add(field);
      }
    }
    return references;
  }

  /** Returns the instance field of a class that has an offset. */
  public static Field fieldAt(Class<?> type, long offset) {
    return referenceFields(type).stream()
        .filter(field -> ObjectMemory.offset(field) == offset)
        .findFirst()
        .orElseThrow();
  }

  /**
   * Checks that a class, and not a superclass, declares an instance field of a reference type.
   *
   * @throws IllegalArgumentException if it does not
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

  /**
   * Returns the name of a field among the references of a class. If a subclass declares a field of
   * the name of a superclass's field, both names begin with the class: {@code Page::text}.
   */
  static String name(Field field, List<Field> references) {
    String name = field.getName();
    List<String> owners = new ArrayList<>();
    for (Field other : references) {
      if (other.getName().equals(name)) {
        owners.add(ClassShape.className(other.getDeclaringClass()));
      }
    }
    return qualifiedName(ClassShape.className(field.getDeclaringClass()), name, owners);
  }

  /**
   * Returns the name of a field, with the class that declares it if several classes declare a field
   * of the name.
   *
   * @param owners the names of all classes that declare a field of the name
   */
  private static String qualifiedName(String owner, String name, List<String> owners) {
    if (owners.size() < 2) {
      return name;
    }
    boolean areSimpleNamesDistinct =
        owners.stream().map(DeclaredFields::simpleName).distinct().count() > 1;
    return (areSimpleNamesDistinct ? simpleName(owner) : owner) + "::" + name;
  }

  /**
   * Returns the name of a field with that of its class, such as {@code com.shop.Sessions.OPEN}; for
   * a field of a lambda, the number of the captured argument and the class that contains the
   * lambda.
   */
  public static String displayName(String owner, String name) {
    int lambda = owner.indexOf(LAMBDA);
    return lambda > 0 && name.startsWith(CAPTURED_PREFIX)
        ? "captured argument %s of a lambda of %s"
            .formatted(name.substring(CAPTURED_PREFIX.length()), owner.substring(0, lambda))
        : owner + "." + name;
  }

  /**
   * Returns whether a class is that of a lambda or method reference that captures nothing. Its only
   * object is a constant of the call site that created it.
   */
  public static boolean isCallSiteConstant(Class<?> type) {
    return type.isHidden() && type.getName().contains(LAMBDA) && instanceFields(type).isEmpty();
  }

  private static String simpleName(String className) {
    return className.substring(className.lastIndexOf('.') + 1);
  }

  /**
   * Returns the offset of the first field with one of the names; {@link #NONE} if there is none.
   */
  static long offset(Class<?> type, List<String> names) {
    for (Field field : instanceFields(type)) {
      if (names.contains(field.getName())) {
        return ObjectMemory.offset(field);
      }
    }
    return NONE;
  }

  /** Returns the offset of a field; {@link #NONE} if there is none with the name. */
  public static long offset(Class<?> type, String name) {
    return offset(type, List.of(name));
  }

  /** Returns the value of a static field; null if there is none with the name. */
  static @Nullable Object staticValue(Class<?> type, String name) {
    for (Field field : ObjectMemory.declaredFields(type)) {
      if (Modifier.isStatic(field.getModifiers()) && field.getName().equals(name)) {
        return ObjectMemory.reference(
            ObjectMemory.staticHolder(field), ObjectMemory.staticOffset(field));
      }
    }
    return null;
  }

  /** Returns all instance fields, those of the class first, then those of each superclass. */
  static List<Field> instanceFields(Class<?> type) {
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
