package dev.tare.internal.jupiter;

import java.lang.annotation.Annotation;
import java.lang.reflect.Field;
import java.util.List;
import org.junit.platform.commons.support.HierarchyTraversalMode;
import org.junit.platform.commons.support.ReflectionSupport;

/**
 * Places of promises that apply to all tests of a class.
 *
 * @param defaults annotations on the class, its supertypes and its enclosing classes, the nearest
 *     first
 * @param fields annotated fields of the test instances, which are refused
 */
record ClassSites(List<Annotation> defaults, List<Field> fields) {

  ClassSites {
    defaults = List.copyOf(defaults);
    fields = List.copyOf(fields);
  }

  static ClassSites of(Class<?> testClass) {
    return new ClassSites(
        MeasuredAnnotations.defaultsOf(testClass),
        MeasuredAnnotations.withEnclosingClasses(testClass).stream()
            .flatMap(type -> annotatedFields(type).stream())
            .toList());
  }

  private static List<Field> annotatedFields(Class<?> type) {
    return ReflectionSupport.findFields(
        type, MeasuredAnnotations::areOn, HierarchyTraversalMode.TOP_DOWN);
  }
}
