package dev.tare.internal.weight;

import dev.tare.extension.ComparesWithLock;
import dev.tare.extension.Configuration;
import java.lang.annotation.Annotation;
import java.lang.reflect.AnnotatedElement;
import java.lang.reflect.Method;
import java.lang.reflect.Modifier;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import java.util.stream.Stream;
import org.junit.platform.commons.support.AnnotationSupport;

/** Finds out which tests are weighed. */
public final class WeighedMethods {

  private WeighedMethods() {}

  /** Returns whether the annotations on a test are weighed. */
  public static boolean contain(Class<?> testClass, Method method, Configuration configuration) {
    return configuration.weigh() == Configuration.Weigh.MEASURED
        || annotationOf(testClass, method).isPresent()
        || (testClass.getPackage() != null && annotationOn(testClass.getPackage()).isPresent());
  }

  /**
   * Returns the type of the nearest annotation on the method, its class, or a supertype or
   * enclosing class, that compares tests with a lock.
   */
  public static Optional<Class<? extends Annotation>> annotationOf(
      Class<?> testClass, Method method) {
    Set<AnnotatedElement> places = new LinkedHashSet<>(List.of(method));
    addWithSupertypes(testClass, places);
    return places.stream().flatMap(place -> annotationOn(place).stream()).findFirst();
  }

  private static void addWithSupertypes(Class<?> type, Set<AnnotatedElement> places) {
    if (!places.add(type)) {
      return;
    }
    if (type.getSuperclass() != null) {
      addWithSupertypes(type.getSuperclass(), places);
    }
    for (Class<?> implemented : type.getInterfaces()) {
      addWithSupertypes(implemented, places);
    }
    if (type.isMemberClass() && !Modifier.isStatic(type.getModifiers())) {
      addWithSupertypes(type.getEnclosingClass(), places);
    }
  }

  private static Optional<Class<? extends Annotation>> annotationOn(AnnotatedElement element) {
    return Stream.of(element.getAnnotations())
        .<Class<? extends Annotation>>map(Annotation::annotationType)
        .filter(type -> AnnotationSupport.isAnnotated(type, ComparesWithLock.class))
        .findFirst();
  }
}
