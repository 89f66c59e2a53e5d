package dev.tare.survival;

import java.lang.invoke.MethodType;
import java.lang.reflect.Modifier;
import java.util.Arrays;
import java.util.Optional;
import org.jspecify.annotations.Nullable;

/** Checks that an object is of a kind that a program can let be collected. */
final class ReleasableKind {

  static final String REMEDY =
      "let go of an object that the test creates, for example the one that holds it";

  private ReleasableKind() {}

  /** Returns whether objects of a type are never judged: strings, boxed values, classes, enums. */
  static boolean isNeverJudged(Class<?> type) {
    return type == String.class
        || type == Class.class
        || Enum.class.isAssignableFrom(type)
        || MethodType.methodType(type).unwrap().returnType() != type;
  }

  /** Returns the reason why an object cannot be judged; empty if it can. */
  static Optional<String> refusal(@Nullable Object object) {
    if (object == null) {
      return Optional.of("there is no object, but null");
    }
    Class<?> type = object.getClass();
    return isNeverJudged(type) || capturesNothing(type)
        ? Optional.of(
            "the JVM may share or keep "
                + (type.isHidden()
                    ? "a lambda without captures"
                    : "an object of " + type.getName()))
        : Optional.empty();
  }

  /** Returns whether a class is that of a lambda that captures nothing, a constant of its class. */
  private static boolean capturesNothing(Class<?> type) {
    return type.isHidden()
        && Arrays.stream(type.getDeclaredFields())
            .allMatch(field -> Modifier.isStatic(field.getModifiers()));
  }
}
