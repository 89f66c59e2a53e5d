package dev.tare.engine;

import java.lang.annotation.Annotation;
import java.lang.reflect.Method;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import org.junit.platform.commons.support.AnnotationSupport;

/**
 * Which annotations stand on methods, or on annotations of theirs. That depends on nothing but the
 * types of a method's annotations, so it is looked for once for all methods that carry the same
 * ones: most of a class do, and looking takes longer than all else that is asked of a method.
 */
final class Marks {

  private final Map<List<Class<?>>, Map<Class<?>, Boolean>> known = new HashMap<>();

  boolean on(Method method, Class<? extends Annotation> sought) {
    return known
        .computeIfAbsent(typesOn(method), types -> new HashMap<>())
        .computeIfAbsent(sought, type -> AnnotationSupport.isAnnotated(method, sought));
  }

  /** The types of a method's annotations, in the order in which they stand. */
  static List<Class<?>> typesOn(Method method) {
    List<Class<?>> types = new ArrayList<>();
    for (Annotation annotation : method.getAnnotations()) {
      types.add(annotation.annotationType());
    }
    return types;
  }
}
