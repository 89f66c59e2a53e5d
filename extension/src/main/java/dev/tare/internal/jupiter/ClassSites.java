package dev.tare.internal.jupiter;

import dev.tare.extension.PreparesCalls;
import java.lang.annotation.Annotation;
import java.lang.reflect.Method;
import java.util.ArrayList;
import java.util.List;
import org.junit.platform.commons.support.AnnotationSupport;
import org.junit.platform.commons.support.HierarchyTraversalMode;
import org.junit.platform.commons.support.ReflectionSupport;

/**
 * What all tests of a class share; read once, since that reads all methods and supertypes.
 *
 * @param defaults annotations on the class, its supertypes and its enclosing classes, the nearest
 *     first
 * @param preparations the methods that prepare calls, such as {@code @BeforeCall} methods, in call
 *     order: outermost instance first, superclasses first
 */
record ClassSites(List<Annotation> defaults, List<Preparation> preparations) {

  ClassSites {
    defaults = List.copyOf(defaults);
    preparations = List.copyOf(preparations);
  }

  static ClassSites of(Class<?> testClass) {
    List<Class<?>> types = MeasuredAnnotations.withEnclosingClasses(testClass);
    List<Preparation> preparations = new ArrayList<>();
    for (int level = types.size() - 1; level >= 0; level--) {
      for (Method method :
          ReflectionSupport.findMethods(
              types.get(level),
              found -> AnnotationSupport.isAnnotated(found, PreparesCalls.class),
              HierarchyTraversalMode.TOP_DOWN)) {
        preparations.add(new Preparation(method, level));
      }
    }
    return new ClassSites(MeasuredAnnotations.defaultsOf(testClass), preparations);
  }
}
