package dev.tare.internal.jupiter;

import dev.tare.extension.BeforeCall;
import java.lang.reflect.Method;
import java.util.ArrayList;
import java.util.List;
import org.junit.platform.commons.support.HierarchyTraversalMode;
import org.junit.platform.commons.support.ReflectionSupport;

/**
 * The {@code @BeforeCall} methods of a test class.
 *
 * @param inOrder the methods in call order: outermost instance first, superclasses first
 */
record Preparations(List<Preparation> inOrder) {

  Preparations {
    inOrder = List.copyOf(inOrder);
  }

  /**
   * @param presence cache of the annotations on the methods of the class
   */
  static Preparations of(Class<?> testClass, AnnotationPresence presence) {
    List<Preparation> found = new ArrayList<>();
    List<Class<?>> types = MeasuredAnnotations.outwards(testClass);
    for (int level = types.size() - 1; level >= 0; level--) {
      for (Method method :
          ReflectionSupport.findMethods(
              types.get(level),
              method -> presence.on(method, BeforeCall.class),
              HierarchyTraversalMode.TOP_DOWN)) {
        found.add(new Preparation(method, level));
      }
    }
    return new Preparations(found);
  }
}
