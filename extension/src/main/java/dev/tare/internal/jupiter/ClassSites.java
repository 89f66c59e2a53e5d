package dev.tare.internal.jupiter;

import java.lang.annotation.Annotation;
import java.lang.reflect.Field;
import java.util.ArrayList;
import java.util.List;
import org.junit.platform.commons.support.HierarchyTraversalMode;
import org.junit.platform.commons.support.ReflectionSupport;

/**
 * Places of promises that apply to all tests of a class.
 *
 * @param defaults annotations on the class, its supertypes and its enclosing classes, the nearest
 *     first
 * @param fields of the test instances, the innermost instance's first
 */
record ClassSites(List<Annotation> defaults, List<FieldSite> fields) {

  ClassSites {
    defaults = List.copyOf(defaults);
    fields = List.copyOf(fields);
  }

  /**
   * An annotated field.
   *
   * @param level the instance that has it: 0 is the test instance, 1 its enclosing instance, and so
   *     on
   */
  record FieldSite(Field field, int level) {}

  static ClassSites of(Class<?> testClass) {
    List<FieldSite> fields = new ArrayList<>();
    List<Class<?>> types = MeasuredAnnotations.withEnclosingClasses(testClass);
    for (int level = 0; level < types.size(); level++) {
      for (Field field : annotatedFields(types.get(level))) {
        fields.add(new FieldSite(field, level));
      }
    }
    return new ClassSites(MeasuredAnnotations.defaultsOf(testClass), fields);
  }

  private static List<Field> annotatedFields(Class<?> type) {
    return ReflectionSupport.findFields(
        type, MeasuredAnnotations::areOn, HierarchyTraversalMode.TOP_DOWN);
  }
}
