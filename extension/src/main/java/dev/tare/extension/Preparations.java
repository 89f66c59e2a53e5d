package dev.tare.extension;

import java.lang.reflect.Method;
import java.util.ArrayList;
import java.util.List;
import org.junit.platform.commons.support.AnnotationSupport;
import org.junit.platform.commons.support.HierarchyTraversalMode;

/**
 * All that prepare the calls of the tests of a class.
 *
 * @param inOrder in the order in which they are called: outside in, superclasses first
 */
record Preparations(List<Preparation> inOrder) {

  Preparations {
    inOrder = List.copyOf(inOrder);
  }

  static Preparations of(Class<?> testClass) {
    List<Preparation> found = new ArrayList<>();
    List<Class<?>> types = MeasuredAnnotations.outwards(testClass);
    for (int level = types.size() - 1; level >= 0; level--) {
      for (Method method :
          AnnotationSupport.findAnnotatedMethods(
              types.get(level), BeforeCall.class, HierarchyTraversalMode.TOP_DOWN)) {
        found.add(new Preparation(method, level));
      }
    }
    return new Preparations(found);
  }
}
