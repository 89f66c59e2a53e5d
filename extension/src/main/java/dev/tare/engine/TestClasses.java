package dev.tare.engine;

import static org.junit.platform.commons.support.AnnotationSupport.isAnnotated;

import java.lang.reflect.Modifier;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.Nested;
import org.junit.platform.commons.support.ReflectionSupport;

/** Jupiter's rules for test classes, except the rule that they must have test methods. */
final class TestClasses {

  private TestClasses() {}

  /** Returns whether the class can be instantiated without an enclosing instance. */
  static boolean isStandalone(Class<?> type) {
    return isUsable(type) && !isInner(type) && !type.isLocalClass() && !type.isAnonymousClass();
  }

  /** Returns whether the class is a {@code @Nested} inner class. */
  static boolean isNested(Class<?> type) {
    return isUsable(type) && isInner(type) && isAnnotated(type, Nested.class);
  }

  /** Returns the {@code @Nested} classes of a class, inherited ones included. */
  static List<Class<?>> nestedIn(Class<?> type) {
    return ReflectionSupport.findNestedClasses(type, TestClasses::isNested);
  }

  /**
   * Returns the class and the enclosing classes that must be instantiated first, outermost first.
   */
  static List<Class<?>> withEnclosing(Class<?> type) {
    List<Class<?>> classes = new ArrayList<>();
    classes.add(type);
    for (Class<?> c = type; isNested(c); c = c.getEnclosingClass()) {
      classes.add(0, c.getEnclosingClass());
    }
    return List.copyOf(classes);
  }

  /** Returns a list with the classes and a further inner one. */
  static List<Class<?>> append(List<Class<?>> classes, Class<?> nested) {
    List<Class<?>> classesAndNested = new ArrayList<>(classes);
    classesAndNested.add(nested);
    return List.copyOf(classesAndNested);
  }

  private static boolean isUsable(Class<?> type) {
    int modifiers = type.getModifiers();
    return !Modifier.isPrivate(modifiers) && !Modifier.isAbstract(modifiers);
  }

  private static boolean isInner(Class<?> type) {
    return type.isMemberClass() && !Modifier.isStatic(type.getModifiers());
  }
}
