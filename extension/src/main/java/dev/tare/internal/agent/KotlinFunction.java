package dev.tare.internal.agent;

import java.lang.reflect.Method;
import java.lang.reflect.Modifier;
import java.lang.reflect.Type;
import java.util.Arrays;
import java.util.Map;

/**
 * Recognizes methods that Kotlin's compiler made of functions, and words messages about them in
 * Kotlin. No class of Kotlin is needed: the compiler marks its classes with {@code
 * kotlin.Metadata}.
 */
public final class KotlinFunction {

  private static final Map<String, String> KOTLIN_TYPES =
      Map.of("Integer", "Int?", "Object", "Any", "Character", "Char?", "int[]", "IntArray");

  private KotlinFunction() {}

  /** Returns why a suspend function is not measured, and what to write instead. */
  public static String whySuspendIsNotMeasured(Method method, String annotation) {
    return "suspend functions are not measured, since JUnit 5 does not run them, and JUnit 6 only by reflection, with kotlin-reflect; use runBlocking of kotlinx-coroutines, for example \"%s fun %s() = runBlocking { ... }\""
        .formatted(annotation, KotlinNames.quoted(KotlinNames.sourceName(method)));
  }

  /** Returns whether the method is a suspend function. */
  public static boolean isSuspend(Method method) {
    Class<?>[] parameters = method.getParameterTypes();
    return method.getReturnType() == Object.class
        && parameters.length > 0
        && parameters[parameters.length - 1].getName().equals("kotlin.coroutines.Continuation")
        && KotlinNames.metadata(method.getDeclaringClass()).isPresent();
  }

  /** Returns whether a suspend function returns nothing. */
  public static boolean returnsUnit(Method suspend) {
    Type[] parameters = suspend.getGenericParameterTypes();
    return parameters[parameters.length - 1]
        .getTypeName()
        .equals("kotlin.coroutines.Continuation<? super kotlin.Unit>");
  }

  /** Returns what to do so that a method no longer has a modifier: {@code leave private out}. */
  public static String withoutModifier(Method method, int modifier) {
    Class<?> type = method.getDeclaringClass();
    if (modifier != Modifier.STATIC || KotlinNames.metadata(type).isEmpty()) {
      return "leave " + Modifier.toString(modifier) + " out";
    }
    boolean isObject =
        Arrays.stream(type.getDeclaredFields())
            .anyMatch(field -> field.getType() == type && field.getName().equals("INSTANCE"));
    return "remove @JvmStatic"
        + (isObject ? "" : " and move the function out of the companion object into the class");
  }

  /**
   * Returns the declaration of a method without its parameters, in its language: {@code void f()}
   * or {@code fun f()}.
   */
  public static String declaration(Method method, Class<?> returned) {
    String type = returned.getSimpleName();
    if (KotlinNames.metadata(method.getDeclaringClass()).isEmpty()) {
      return declaration(method, type);
    }
    String kotlinType =
        returned.isPrimitive()
            ? Character.toUpperCase(type.charAt(0)) + type.substring(1)
            : KOTLIN_TYPES.getOrDefault(type, type);
    return declaration(method, returned == void.class || isSuspend(method) ? "void" : kotlinType);
  }

  /** Returns a parameter of a method in its language. */
  public static String parameter(Method method, String type, String name) {
    return KotlinNames.metadata(method.getDeclaringClass()).isEmpty()
        ? type + " " + name
        : name + ": " + type;
  }

  /** Returns the declaration of a method that returns a type; the type may be {@code void}. */
  public static String declaration(Method method, String returned) {
    if (KotlinNames.metadata(method.getDeclaringClass()).isEmpty()) {
      return returned + " " + method.getName() + "()";
    }
    String type = returned.equals("void") ? "" : ": " + returned;
    return "fun " + KotlinNames.quoted(KotlinNames.sourceName(method)) + "()" + type;
  }
}
