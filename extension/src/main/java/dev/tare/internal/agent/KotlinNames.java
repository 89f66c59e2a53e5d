package dev.tare.internal.agent;

import java.lang.annotation.Annotation;
import java.lang.reflect.Method;
import java.util.Arrays;
import java.util.Optional;
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
      if (metadata(c).isPresent()) {
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

  /** Returns a name as Kotlin's sources have it: in backticks if it is no identifier. */
  static String quoted(String name) {
    return name.matches("[\\p{L}_][\\p{L}\\p{N}_]*") ? name : "`" + name + "`";
  }

  /** Returns the value of an attribute of the metadata. */
  static Object attribute(Annotation metadata, String name) {
    try {
      return metadata.annotationType().getMethod(name).invoke(metadata);
    } catch (ReflectiveOperationException e) {
      return ""; // another annotation of this name
    }
  }

  /** Returns the mark of Kotlin's compiler; empty for a class of another language. */
  static Optional<Annotation> metadata(Class<?> type) {
    return Arrays.stream(type.getDeclaredAnnotations())
        .filter(annotation -> annotation.annotationType().getName().equals(METADATA))
        .findFirst();
  }
}
