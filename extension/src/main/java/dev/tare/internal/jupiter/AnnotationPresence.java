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
 * Which annotations stand on methods, or on annotations of theirs. That depends on nothing but the
 * types of a method's annotations, so it is looked for once for all methods that carry the same
 * ones: most of a class do, and looking takes longer than all else that is asked of a method.
 */
@API(status = API.Status.INTERNAL, since = "0.1")
public final class AnnotationPresence {

  private static final String ARGUMENTS = "org.junit.jupiter.params.provider.ArgumentsSource";

  private final Map<List<Class<?>>, Map<Class<?>, Boolean>> known = new ConcurrentHashMap<>();

  /** A memory of its own, for the methods of one class, one discovery or the like. */
  public AnnotationPresence() {}

  /** Whether an annotation of the type stands on the method, or on an annotation on it. */
  public boolean on(Method method, Class<? extends Annotation> sought) {
    return known
        .computeIfAbsent(typesOn(method), types -> new ConcurrentHashMap<>())
        .computeIfAbsent(sought, type -> AnnotationSupport.isAnnotated(method, sought));
  }

  /**
   * Whether a source of arguments stands on the method, or on an annotation on it, however deep:
   * then it is a parameterized test. Nothing is remembered.
   */
  public static boolean takesArguments(Method method) {
    Class<? extends Annotation> source;
    try {
      ClassLoader loader = method.getDeclaringClass().getClassLoader();
      source = Class.forName(ARGUMENTS, false, loader).asSubclass(Annotation.class);
    } catch (ClassNotFoundException e) {
      return false; // junit-jupiter-params is not there, so nothing of it stands on the method
    }
    return !AnnotationSupport.findRepeatableAnnotations(method, source).isEmpty();
  }

  /** The types of a method's annotations, in the order in which they stand. */
  public static List<Class<?>> typesOn(Method method) {
    List<Class<?>> types = new ArrayList<>();
    for (Annotation annotation : method.getAnnotations()) {
      types.add(annotation.annotationType());
    }
    return types;
  }
}
