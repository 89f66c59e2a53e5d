package dev.tare.internal.agent;

import java.lang.reflect.Method;
import java.util.Arrays;
import javassist.bytecode.AnnotationsAttribute;
import javassist.bytecode.ClassFile;

/** Recognizes classes of Kotlin, and cuts what its compiler adds to names of methods. */
public final class KotlinNames {

  private static final String METADATA = "kotlin.Metadata";

  private KotlinNames() {}

  /**
   * Returns the name of a method without the module that Kotlin's compiler adds to the names of
   * internal functions.
   */
  public static String sourceName(Method method) {
    return sourceName(method.getDeclaringClass(), method.getName());
  }

  /** Returns the name without the module of a method that a class declares or inherits. */
  public static String sourceName(Class<?> type, String method) {
    for (Class<?> c = type; c != null && method.indexOf('$') > 0; c = c.getSuperclass()) {
      if (isKotlin(c)) {
        return withoutModule(method);
      }
    }
    return method;
  }

  /** Returns the name without the module of a method that a class file declares. */
  public static String sourceName(ClassFile file, String method) {
    return file.getAttribute(AnnotationsAttribute.visibleTag)
                instanceof AnnotationsAttribute annotations
            && annotations.getAnnotation(METADATA) != null
        ? withoutModule(method)
        : method;
  }

  private static String withoutModule(String method) {
    return method.contains("$lambda$") ? method : method.replaceFirst("(?<=.)\\$[^$]+$", "");
  }

  /** Returns whether Kotlin's compiler marked the class as its own. */
  static boolean isKotlin(Class<?> type) {
    return Arrays.stream(type.getDeclaredAnnotations())
        .anyMatch(annotation -> annotation.annotationType().getName().equals(METADATA));
  }
}
