package dev.tare.internal.jupiter;

import java.lang.annotation.Annotation;
import java.lang.reflect.Method;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.concurrent.ConcurrentHashMap;
import org.apiguardian.api.API;
import org.junit.platform.commons.support.AnnotationSupport;

/**
 * Checks which annotations are present on methods, directly or as meta-annotations. The result
 * depends only on the types of a method's annotations, so it is cached by these types: most methods
 * of a class carry the same ones, and the search for meta-annotations is slow.
 */
@API(status = API.Status.INTERNAL, since = "0.1")
public final class AnnotationPresence {

  private static final String ARGUMENTS = "org.junit.jupiter.params.provider.ArgumentsSource";

  private final Map<List<Class<?>>, Map<Class<?>, Boolean>> cache = new ConcurrentHashMap<>();

  /** Creates an empty cache, for example for the methods of one class or one discovery. */
  public AnnotationPresence() {}

  /**
   * Returns whether an annotation of the type is present on the method or on one of its
   * annotations.
   */
  public boolean on(Method method, Class<? extends Annotation> annotation) {
    return cache
        .computeIfAbsent(typesOn(method), types -> new ConcurrentHashMap<>())
        .computeIfAbsent(annotation, type -> AnnotationSupport.isAnnotated(method, annotation));
  }

  /**
   * Returns whether the method has a source of arguments, directly or as a meta-annotation, which
   * makes it a parameterized test. The result is not cached.
   */
  public static boolean takesArguments(Method method) {
    Class<? extends Annotation> source;
    try {
      ClassLoader loader = method.getDeclaringClass().getClassLoader();
      source = Class.forName(ARGUMENTS, false, loader).asSubclass(Annotation.class);
    } catch (ClassNotFoundException e) {
      return false; // without junit-jupiter-params there are no sources of arguments
    }
    return !AnnotationSupport.findRepeatableAnnotations(method, source).isEmpty();
  }

  /** Returns the types of a method's annotations, in source order. */
  public static List<Class<?>> typesOn(Method method) {
    List<Class<?>> types = new ArrayList<>();
    for (Annotation annotation : method.getAnnotations()) {
      types.add(annotation.annotationType());
    }
    return types;
  }
}
