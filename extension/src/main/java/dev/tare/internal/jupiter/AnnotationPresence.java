package dev.tare.internal.jupiter;

import dev.tare.extension.MeasuredBy;
import java.lang.annotation.Annotation;
import java.lang.reflect.Method;
import java.util.Iterator;
import java.util.stream.Stream;
import org.apiguardian.api.API;
import org.junit.jupiter.api.DynamicNode;
import org.junit.platform.commons.support.AnnotationSupport;

/** Checks what annotations and types make of a method. */
@API(status = API.Status.INTERNAL, since = "0.1")
public final class AnnotationPresence {

  private static final String ARGUMENTS_SOURCE =
      "org.junit.jupiter.params.provider.ArgumentsSource";

  private AnnotationPresence() {}

  /**
   * Returns whether the method carries an annotation of Tare.
   *
   * <p>The annotation may belong to another copy of Tare: some frameworks load the test class, and
   * all libraries except JUnit, again in a class loader of their own. The extension of that copy
   * then measures the test.
   */
  public static boolean isMeasured(Method method) {
    ClassLoader loader = method.getDeclaringClass().getClassLoader();
    return AnnotationSupport.isAnnotated(
        method,
        loader == null || loader == MeasuredBy.class.getClassLoader()
            ? MeasuredBy.class
            : seenBy(loader, MeasuredBy.class));
  }

  /** Returns an annotation type of Tare as classes of a loader see it, perhaps that of a copy. */
  private static Class<? extends Annotation> seenBy(
      ClassLoader loader, Class<? extends Annotation> type) {
    try {
      return Class.forName(type.getName(), false, loader).asSubclass(Annotation.class);
    } catch (ClassNotFoundException | LinkageError e) {
      return type; // the loader's classes cannot carry any other
    }
  }

  /** Returns whether annotations of the type are promises, perhaps of another copy of Tare. */
  static boolean isPromise(Class<? extends Annotation> type) {
    return type.isAnnotationPresent(MeasuredBy.class)
        || (type.getClassLoader() != MeasuredBy.class.getClassLoader()
            && Stream.of(type.getAnnotations())
                .anyMatch(
                    meta -> meta.annotationType().getName().equals(MeasuredBy.class.getName())));
  }

  /**
   * Returns whether the method has a source of arguments, directly or as a meta-annotation, which
   * makes it a parameterized test.
   */
  public static boolean takesArguments(Method method) {
    Class<? extends Annotation> source;
    try {
      ClassLoader loader = method.getDeclaringClass().getClassLoader();
      source = Class.forName(ARGUMENTS_SOURCE, false, loader).asSubclass(Annotation.class);
    } catch (ClassNotFoundException e) {
      return false; // without junit-jupiter-params there are no sources of arguments
    }
    return !AnnotationSupport.findRepeatableAnnotations(method, source).isEmpty();
  }

  /**
   * Returns whether JUnit can run a {@code @TestFactory} method with the declared return type; type
   * arguments are not read.
   */
  public static boolean returnsDynamicTests(Method method) {
    Class<?> type = method.getReturnType();
    Class<?> single = type.isArray() ? type.getComponentType() : type;
    return single == Object.class
        || DynamicNode.class.isAssignableFrom(single)
        || (!type.isArray() && isContainer(type));
  }

  private static boolean isContainer(Class<?> type) {
    if (Stream.of(Stream.class, Iterable.class, Iterator.class)
        .anyMatch(container -> container.isAssignableFrom(type))) {
      return true;
    }
    return Stream.of(type.getMethods())
        .anyMatch(
            method ->
                method.getName().equals("iterator")
                    && method.getParameterCount() == 0
                    && Iterator.class.isAssignableFrom(method.getReturnType()));
  }
}
