package dev.tare.survival;

import java.lang.reflect.Modifier;
import java.util.Arrays;
import java.util.Optional;
import java.util.Set;
import org.jspecify.annotations.Nullable;

/** Checks that an object is of a kind that a program can let be collected. */
final class ReleasableKind {

  private static final Set<Class<?>> BOXES =
      Set.of(
          Boolean.class,
          Byte.class,
          Character.class,
          Short.class,
          Integer.class,
          Long.class,
          Float.class,
          Double.class);

  /**
   * Reason why an object cannot be judged.
   *
   * @param remedy what to hand over instead
   */
  record Refusal(String reason, String remedy) {
    String text() {
      return reason + "; " + remedy;
    }
  }

  private ReleasableKind() {}

  /** Returns whether objects of a type are never judged: strings, boxed values, classes, enums. */
  static boolean isNeverJudged(Class<?> type) {
    return BOXES.contains(type) || type == String.class || type == Class.class || type.isEnum();
  }

  /** Returns the reason why an object cannot be judged; empty if it can. */
  static Optional<Refusal> refusal(@Nullable Object object) {
    if (object == null) {
      return refused("there is no object, but null", "hand over the object");
    }
    Class<?> type = object.getClass();
    if (BOXES.contains(type)) {
      return refused(
          "the JVM may share the boxed value " + type.getName(),
          "hand over the object that holds it");
    }
    if (object instanceof String) {
      return refused(
          "a string may be a constant of a class, which keeps it",
          "hand over the object that holds it");
    }
    if (object instanceof Enum<?> constant) {
      return refused(
          "the enum constant "
              + constant.getDeclaringClass().getName()
              + "."
              + constant.name()
              + " lives as long as its class",
          "hand over an object that is created in the test");
    }
    if (object instanceof Class<?> loaded) {
      return refused(
          "the class " + loaded.getName() + " lives as long as its loader",
          "hand over its class loader");
    }
    if (type.isHidden()
        && Arrays.stream(type.getDeclaredFields())
            .allMatch(field -> Modifier.isStatic(field.getModifiers()))) {
      return refused(
          "a lambda that captures nothing is a constant of its class",
          "hand over an object that is created in the test");
    }
    return Optional.empty();
  }

  private static Optional<Refusal> refused(String reason, String remedy) {
    return Optional.of(new Refusal(reason, remedy));
  }
}
