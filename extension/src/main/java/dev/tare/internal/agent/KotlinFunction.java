package dev.tare.internal.call;

import java.lang.annotation.Annotation;
import java.lang.reflect.Method;
import java.lang.reflect.Modifier;
import java.util.Arrays;
import java.util.Optional;
import java.util.Set;

/**
 * Recognizes methods that Kotlin's compiler made of functions, and words messages about them in
 * Kotlin. No class of Kotlin is needed: the compiler marks its classes with {@code
 * kotlin.Metadata}.
 */
public final class KotlinFunction {

  /** Kinds of classes that hold functions of a file: one file, several files, one of several. */
  private static final Set<Integer> FILE_KINDS = Set.of(2, 4, 5);

  private KotlinFunction() {}

  /** Returns why a function cannot be a test, and what to write instead; empty if it can. */
  public static Optional<String> whyNotRun(Method method, String annotation) {
    Class<?> type = method.getDeclaringClass();
    if (metadata(type).filter(KotlinFunction::isOfFile).isPresent()) {
      return Optional.of(
          "JUnit does not run functions outside of classes; put it into a class, for example \"class %s { %s %s { ... } }\""
              .formatted(
                  type.getSimpleName().replaceFirst("Kt$", ""),
                  annotation,
                  declaration(method, method.getReturnType())));
    }
    return isSuspend(method)
        ? Optional.of(whySuspendIsNotMeasured(method, annotation))
        : Optional.empty();
  }

  /** Returns why a suspend function is not measured, and what to write instead. */
  public static String whySuspendIsNotMeasured(Method method, String annotation) {
    return "suspend functions are not measured, since JUnit 5 does not run them, and JUnit 6 only by reflection, with kotlin-reflect; use runBlocking of kotlinx-coroutines, for example \"%s fun %s() = runBlocking { ... }\""
        .formatted(annotation, method.getName());
  }

  /** Returns whether the method is a suspend function. */
  public static boolean isSuspend(Method method) {
    Class<?>[] parameters = method.getParameterTypes();
    return method.getReturnType() == Object.class
        && parameters.length > 0
        && parameters[parameters.length - 1].getName().equals("kotlin.coroutines.Continuation")
        && metadata(method.getDeclaringClass()).isPresent();
  }

  /** Returns what to do so that a method no longer has a modifier: {@code leave private out}. */
  public static String withoutModifier(Method method, int modifier) {
    Class<?> type = method.getDeclaringClass();
    if (modifier != Modifier.STATIC || metadata(type).isEmpty()) {
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
    if (metadata(method.getDeclaringClass()).isEmpty()) {
      return returned.getSimpleName() + " " + method.getName() + "()";
    }
    String type =
        returned == void.class || isSuspend(method) ? "" : ": " + returned.getSimpleName();
    return "fun " + method.getName() + "()" + type;
  }

  private static boolean isOfFile(Annotation metadata) {
    try {
      Object kind = metadata.annotationType().getMethod("k").invoke(metadata);
      return kind instanceof Integer number && FILE_KINDS.contains(number);
    } catch (ReflectiveOperationException e) {
      return false; // another annotation of this name
    }
  }

  private static Optional<Annotation> metadata(Class<?> type) {
    return Arrays.stream(type.getDeclaredAnnotations())
        .filter(annotation -> annotation.annotationType().getName().equals("kotlin.Metadata"))
        .findFirst();
  }
}
