package dev.tare.internal.jupiter;

import dev.tare.extension.BeforeCall;
import java.lang.reflect.Method;
import java.util.ArrayList;
import java.util.List;
import org.junit.platform.commons.support.HierarchyTraversalMode;
import org.junit.platform.commons.support.ReflectionSupport;

/**
 * All that prepare the calls of the tests of a class.
 *
 * @param inOrder in the order in which they are called: outside in, superclasses first
 */
record Preparations(List<Preparation> inOrder) {

  Preparations {
    inOrder = List.copyOf(inOrder);
  }

  /**
   * @param marks remembers what stands on the methods of the class
   */
  static Preparations of(Class<?> testClass, AnnotationPresence marks) {
    List<Preparation> found = new ArrayList<>();
    List<Class<?>> types = MeasuredAnnotations.outwards(testClass);
    for (int level = types.size() - 1; level >= 0; level--) {
      for (Method method :
          ReflectionSupport.findMethods(
              types.get(level),
              method -> marks.on(method, BeforeCall.class),
              HierarchyTraversalMode.TOP_DOWN)) {
        found.add(new Preparation(method, level));
      }
    }
    return new Preparations(found);
  }
}
