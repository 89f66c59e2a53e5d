package dev.tare.internal.agent;

import java.lang.annotation.Annotation;
import java.lang.reflect.Method;
import java.util.Arrays;
import java.util.Collection;
import java.util.List;
import java.util.Optional;
import java.util.stream.Stream;
import javassist.bytecode.AnnotationsAttribute;
import javassist.bytecode.ClassFile;
import javassist.bytecode.annotation.ArrayMemberValue;
import javassist.bytecode.annotation.MemberValue;
import javassist.bytecode.annotation.StringMemberValue;

/** Finds the names that methods have in sources of Kotlin. */
public final class KotlinNames {

  private static final String METADATA = "kotlin.Metadata";

  /** Attribute of the metadata with the names in a class, source names and changed ones alike. */
  private static final String NAMES = "d2";

  /** Part of the names of methods that hold a lambda; what precedes it names the function. */
  private static final String LAMBDA = "$lambda$";

  private KotlinNames() {}

  /**
   * Returns the name of a method in its source. Kotlin's compiler adds the module to the names of
   * internal functions, and a hash to the names of functions with value classes.
   */
  public static String sourceName(Method method) {
    return sourceName(method.getDeclaringClass(), method.getName());
  }

  /** Returns the name in the source of a method that a class declares or inherits. */
  public static String sourceName(Class<?> type, String method) {
    if (isUnchanged(method)) {
      return method;
    }
    for (Class<?> c = type; c != null; c = c.getSuperclass()) {
      String name = metadata(c).map(found -> sourceName(method, names(found))).orElse(method);
      if (!name.equals(method)) {
        return name;
      }
    }
    return method;
  }

  /** Returns the name in the source of a method that a class file declares. */
  public static String sourceName(ClassFile file, String method) {
    if (isUnchanged(method)
        || !(file.getAttribute(AnnotationsAttribute.visibleTag)
            instanceof AnnotationsAttribute annotations)
        || annotations.getAnnotation(METADATA) == null
        || !(annotations.getAnnotation(METADATA).getMemberValue(NAMES)
            instanceof ArrayMemberValue names)) {
      return method;
    }
    return sourceName(method, Arrays.stream(names.getValue()).map(KotlinNames::text).toList());
  }

  /** Returns whether no compiler has changed the name: most names show it. */
  private static boolean isUnchanged(String method) {
    return method.indexOf('$') < 0 && method.indexOf('-') < 0;
  }

  private static String text(MemberValue value) {
    return value instanceof StringMemberValue text ? text.getValue() : "";
  }

  private static String sourceName(String method, Collection<String> names) {
    int lambda = method.indexOf(LAMBDA);
    if (lambda > 0) {
      return ofLambda(method.substring(0, lambda), names);
    }
    String withoutModule = method.replaceFirst("\\$[^$]+$", "");
    return Stream.of(withoutModule, withoutModule.replaceFirst("-[\\w-]{7}$", ""))
        .filter(name -> !name.equals(method) && names.contains(name) && names.contains(method))
        .findFirst()
        .orElse(method);
  }

  /** Returns the function around a lambda; the compiler has replaced spaces and the like. */
  private static String ofLambda(String function, Collection<String> names) {
    return names.stream()
        .filter(name -> name.replaceAll("\\W", "_").equals(function))
        .findFirst()
        .orElseGet(() -> sourceName(function, names));
  }

  /** Returns a name as Kotlin's sources have it: in backticks if it is no identifier. */
  static String quoted(String name) {
    return name.matches("[\\p{L}_][\\p{L}\\p{N}_]*") ? name : "`" + name + "`";
  }

  private static List<String> names(Annotation metadata) {
    return attribute(metadata, NAMES) instanceof String[] names ? List.of(names) : List.of();
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
