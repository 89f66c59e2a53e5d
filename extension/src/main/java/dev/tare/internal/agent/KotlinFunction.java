package dev.tare.internal.agent;

import java.lang.annotation.Annotation;
import java.lang.reflect.Method;
import java.lang.reflect.Modifier;
import java.lang.reflect.Type;
import java.util.Arrays;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.stream.Stream;

/**
 * Recognizes methods that Kotlin's compiler made of functions, and words messages about them in
 * Kotlin. No class of Kotlin is needed: the compiler marks its classes with {@code
 * kotlin.Metadata}.
 */
public final class KotlinFunction {

  /** Kinds of classes that hold functions of a file: one file, several files, one of several. */
  private static final Set<Integer> FILE_KINDS = Set.of(2, 4, 5);

  private static final Map<String, String> KOTLIN_TYPES =
      Map.of("Integer", "Int?", "Object", "Any", "Character", "Char?", "int[]", "IntArray");

  private KotlinFunction() {}

  /** Returns why a function cannot be a test, and what to write instead; empty if it can. */
  public static Optional<String> whyNotRun(Method method, String annotation) {
    Class<?> type = method.getDeclaringClass();
    if (KotlinNames.metadata(type).filter(KotlinFunction::isOfFile).isPresent()) {
      return Optional.of(
          "JUnit does not run functions outside of classes; put it into a class, for example \"class %s { %s %s { ... } }\""
              .formatted(
                  type.getSimpleName().replaceFirst("Kt$", ""),
                  annotation,
                  declaration(method, method.getReturnType())));
    }
    if (isCompanion(type)) {
      return Optional.of(
          "functions of a companion object are no tests; move it into the class, for example \"%s %s\""
              .formatted(annotation, declaration(method, method.getReturnType())));
    }
    if (isReified(method)) {
      return Optional.of(
          "JUnit does not run a function with reified type parameters; call it in a test, for example \"%s fun callsIt() { %s() }\""
              .formatted(
                  annotation, KotlinNames.quoted(KotlinNames.sourceName(method)) + "<String>"));
    }
    return isSuspend(method)
        ? Optional.of(whySuspendIsNotMeasured(method, annotation))
        : Optional.empty();
  }

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

  /** Returns whether Kotlin can only inline the function; its method is synthetic and throws. */
  public static boolean isReified(Method method) {
    return method.isSynthetic()
        && !method.isBridge()
        && method.getTypeParameters().length > 0
        && KotlinNames.metadata(method.getDeclaringClass()).isPresent();
  }

  /**
   * Returns the classes beside a test class that Kotlin made of its file and that build tools do
   * not run: its companion object, and the functions outside of classes in a file of the class's
   * name.
   */
  public static List<Class<?>> classesBeside(Class<?> type) {
    if (KotlinNames.metadata(type).isEmpty()) {
      return List.of();
    }
    Stream<Class<?>> companions =
        Arrays.stream(type.getDeclaredClasses()).filter(KotlinFunction::isCompanion);
    return Stream.concat(companions, fileOf(type).stream()).toList();
  }

  private static Optional<Class<?>> fileOf(Class<?> type) {
    if (type.isMemberClass()) {
      return Optional.empty();
    }
    try {
      Class<?> file = Class.forName(type.getName() + "Kt", false, type.getClassLoader());
      return KotlinNames.metadata(file).isPresent() ? Optional.of(file) : Optional.empty();
    } catch (ClassNotFoundException | LinkageError e) {
      return Optional.empty(); // most files have classes only
    }
  }

  /** Returns whether the class is a companion object, which the outer class keeps in a field. */
  private static boolean isCompanion(Class<?> type) {
    Class<?> outer = type.getDeclaringClass();
    return outer != null
        && Modifier.isStatic(type.getModifiers())
        && KotlinNames.metadata(type).isPresent()
        && Arrays.stream(outer.getDeclaredFields())
            .anyMatch(
                field ->
                    field.getType() == type
                        && Modifier.isStatic(field.getModifiers())
                        && field.getName().equals(type.getSimpleName()));
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

  /** Returns the declaration of a nested test class in its language. */
  public static String nestedClass(Class<?> type) {
    boolean isKotlin = KotlinNames.metadata(type).isPresent();
    String modifiers =
        Modifier.isStatic(type.getModifiers())
            ? (isKotlin ? "" : "static ")
            : "@Nested " + (isKotlin ? "inner " : "");
    return modifiers + "class " + type.getSimpleName();
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

  private static boolean isOfFile(Annotation metadata) {
    return KotlinNames.attribute(metadata, "k") instanceof Integer kind
        && FILE_KINDS.contains(kind);
  }
}
