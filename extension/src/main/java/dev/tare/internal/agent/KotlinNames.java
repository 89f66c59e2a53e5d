package dev.tare.internal.agent;

import java.lang.reflect.Method;
import java.lang.reflect.Type;
import java.util.stream.Stream;

/** Recognizes what Kotlin's compiler adds to methods, without a class of Kotlin. */
public final class KotlinNames {

  private static final String CONTINUATION = "kotlin.coroutines.Continuation";

  private KotlinNames() {}

  /**
   * Returns the name of a method without the module that Kotlin's compiler adds to the names of
   * internal functions.
   */
  public static String sourceName(Method method) {
    boolean isKotlin =
        Stream.of(method.getDeclaringClass().getDeclaredAnnotations())
            .anyMatch(found -> found.annotationType().getName().equals("kotlin.Metadata"));
    return isKotlin ? method.getName().replaceFirst("(?<=.)\\$[^$]+$", "") : method.getName();
  }

  /** Returns whether the method is a suspend function. */
  public static boolean isSuspend(Method method) {
    return Stream.of(method.getParameterTypes())
        .anyMatch(type -> type.getName().equals(CONTINUATION));
  }

  /** Returns whether a suspend function returns nothing. */
  public static boolean returnsUnit(Method suspend) {
    return Stream.of(suspend.getGenericParameterTypes())
        .map(Type::getTypeName)
        .anyMatch((CONTINUATION + "<? super kotlin.Unit>")::equals);
  }

  /** Returns why a suspend function is not measured, and what to write instead. */
  public static String whySuspendIsNotMeasured(String annotation) {
    return "suspend functions are not measured, since JUnit 5 does not run them, and JUnit 6 only by reflection, with kotlin-reflect; use runBlocking of kotlinx-coroutines, for example \"%s fun test() = runBlocking { ... }\""
        .formatted(annotation);
  }
}
