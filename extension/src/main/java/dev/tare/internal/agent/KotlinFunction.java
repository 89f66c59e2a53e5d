package dev.tare.internal.agent;

import java.lang.reflect.Method;
import java.lang.reflect.Type;

/**
 * Recognizes suspend functions of Kotlin. No class of Kotlin is needed: the compiler marks its
 * classes with {@code kotlin.Metadata}.
 */
public final class KotlinFunction {

  private KotlinFunction() {}

  /** Returns why a suspend function is not measured, and what to write instead. */
  public static String whySuspendIsNotMeasured(String annotation) {
    return "suspend functions are not measured, since JUnit 5 does not run them, and JUnit 6 only by reflection, with kotlin-reflect; use runBlocking of kotlinx-coroutines, for example \"%s fun test() = runBlocking { ... }\""
        .formatted(annotation);
  }

  /** Returns whether the method is a suspend function. */
  public static boolean isSuspend(Method method) {
    Class<?>[] parameters = method.getParameterTypes();
    return method.getReturnType() == Object.class
        && parameters.length > 0
        && parameters[parameters.length - 1].getName().equals("kotlin.coroutines.Continuation")
        && KotlinNames.isKotlin(method.getDeclaringClass());
  }

  /** Returns whether a suspend function returns nothing. */
  public static boolean returnsUnit(Method suspend) {
    Type[] parameters = suspend.getGenericParameterTypes();
    return parameters[parameters.length - 1]
        .getTypeName()
        .equals("kotlin.coroutines.Continuation<? super kotlin.Unit>");
  }
}
