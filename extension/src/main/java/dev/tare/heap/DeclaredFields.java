package dev.tare.heap;

import java.lang.reflect.Field;
import java.lang.reflect.Modifier;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.function.Predicate;

/** The instance fields of a class and its superclasses. */
final class DeclaredFields {

  /** No such offset. */
  static final long NONE = -1;

  /**
   * References that are not followed, by the name of the class that declares them: those that do
   * not keep an object alive, and the lists in which the JDK links all its cleaners, which would
   * lead from one direct buffer to every other.
   */
  private static final Map<String, Set<String>> UNFOLLOWED =
      Map.of(
          "java.lang.ref.Reference", Set.of("referent", "next", "discovered"),
          "jdk.internal.ref.Cleaner", Set.of("next", "prev"),
          "jdk.internal.ref.PhantomCleanable", Set.of("next", "prev", "list", "node"));

  private DeclaredFields() {}

  /** The fields that a walk follows. */
  static List<Field> references(Class<?> type) {
    return select(
        type,
        field ->
            !field.getType().isPrimitive()
                && !UNFOLLOWED
                    .getOrDefault(field.getDeclaringClass().getName(), Set.of())
                    .contains(field.getName()));
  }

  /** The offset of a field; {@link #NONE} if there is none of the name. */
  static long offset(Class<?> type, String name) {
    return select(type, field -> field.getName().equals(name)).stream()
        .mapToLong(Memory::offset)
        .findFirst()
        .orElse(NONE);
  }

  private static List<Field> select(Class<?> type, Predicate<Field> wanted) {
    List<Field> selected = new ArrayList<>();
    for (Class<?> owner = type; owner != null; owner = owner.getSuperclass()) {
      for (Field field : Memory.declaredFields(owner)) {
        if (!Modifier.isStatic(field.getModifiers()) && wanted.test(field)) {
          selected.add(field);
        }
      }
    }
    return selected;
  }
}
