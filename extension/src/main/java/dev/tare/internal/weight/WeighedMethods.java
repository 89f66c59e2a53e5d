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
    Set<Class<?>> types = new LinkedHashSet<>();
    addWithSupertypes(testClass, types);
    return Stream.concat(Stream.of(method), types.stream())
        .flatMap(element -> annotationOn(element).stream())
        .findFirst();
  }

  private static void addWithSupertypes(Class<?> type, Set<Class<?>> types) {
    if (!types.add(type)) {
      return;
    }
    if (type.getSuperclass() != null) {
      addWithSupertypes(type.getSuperclass(), types);
    }
    for (Class<?> implemented : type.getInterfaces()) {
      addWithSupertypes(implemented, types);
    }
    if (type.isMemberClass() && !Modifier.isStatic(type.getModifiers())) {
      addWithSupertypes(type.getEnclosingClass(), types);
    }
  }

  private static Optional<Class<? extends Annotation>> annotationOn(AnnotatedElement element) {
    return find(element, new LinkedHashSet<>());
  }

  private static Optional<Class<? extends Annotation>> find(
      AnnotatedElement element, Set<Class<?>> visited) {
    List<Class<? extends Annotation>> types =
        Stream.of(element.getAnnotations())
            .<Class<? extends Annotation>>map(Annotation::annotationType)
            .toList();
    for (Class<? extends Annotation> type : types) {
      if (type.isAnnotationPresent(ComparesWithLock.class)) {
        return Optional.of(type);
      }
    }
    return types.stream()
        .filter(type -> !type.getName().startsWith("java.") && visited.add(type))
        .flatMap(type -> find(type, visited).stream())
        .findFirst();
  }
}
