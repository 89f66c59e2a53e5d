package dev.tare.internal.jupiter;

import dev.tare.extension.Subject;
import java.lang.annotation.Annotation;
import java.lang.reflect.AnnotatedElement;
import java.lang.reflect.Executable;
import java.lang.reflect.Field;
import java.lang.reflect.Parameter;
import java.util.HashSet;
import java.util.List;
import java.util.Optional;
import java.util.Set;

/**
 * Describes an annotation and its place in the source for messages.
 *
 * @param annotation the annotation that is read; the source may contain a composed annotation
 * @param site the place and the test that it is read for
 */
record AnnotationSite(Annotation annotation, Subject.Site site) {

  /** Returns the annotation in the source: {@code @NoAllocation}. */
  String text() {
    return AnnotationText.of(written());
  }

  /**
   * Returns the annotation in the source and the one it is composed of: {@code @Frugal
   * (@MaxAllocatedBytes("12 XB"))}.
   */
  String textAndMeaning() {
    Annotation written = written();
    return written.equals(annotation)
        ? text()
        : text() + " (" + AnnotationText.of(annotation) + ")";
  }

  /** Returns the method, field, parameter or class: {@code field CacheTests.index}. */
  String place() {
    AnnotatedElement element = element();
    if (element instanceof Field field) {
      return "field " + shortName(field.getDeclaringClass()) + "." + field.getName();
    }
    if (element instanceof Parameter parameter) {
      Executable method = parameter.getDeclaringExecutable();
      return "parameter %s of %s.%s()"
          .formatted(parameter.getName(), shortName(site.testClass()), method.getName());
    }
    if (element instanceof Class<?> type) {
      return "class %s for %s()".formatted(shortName(type), site.method().getName());
    }
    return shortName(site.testClass()) + "." + site.method().getName() + "()";
  }

  /** Returns the name of a class without its package: {@code CacheTests.Inner}. */
  static String shortName(Class<?> type) {
    String name = type.getName().substring(type.getPackageName().length());
    return (name.startsWith(".") ? name.substring(1) : name).replace('$', '.');
  }

  private Annotation written() {
    return written(annotation, element());
  }

  /** Returns the annotation in the source that an annotation of an element was found through. */
  static Annotation written(Annotation annotation, AnnotatedElement element) {
    return MeasuredAnnotations.standingOn(element).stream()
        .filter(declared -> leadsTo(declared, annotation, new HashSet<>()))
        .findFirst()
        // a container of repeated annotations is not in the source
        .filter(declared -> !MeasuredAnnotations.unwrapped(declared).contains(annotation))
        .orElse(annotation);
  }

  private static boolean leadsTo(Annotation from, Annotation annotation, Set<Class<?>> visited) {
    if (MeasuredAnnotations.unwrapped(from).contains(annotation)) {
      return true;
    }
    Class<? extends Annotation> type = from.annotationType();
    return !type.getName().startsWith("java.")
        && visited.add(type)
        && List.of(type.getAnnotations()).stream()
            .anyMatch(next -> leadsTo(next, annotation, visited));
  }

  /**
   * Returns the annotated element; the default of a class may be on an enclosing class or a
   * supertype.
   */
  private AnnotatedElement element() {
    if (!(site.element() instanceof Class<?> testClass)) {
      return site.element();
    }
    for (Class<?> type : MeasuredAnnotations.outwards(testClass)) {
      Optional<Class<?>> found = holder(type);
      if (found.isPresent()) {
        return found.get();
      }
    }
    return testClass;
  }

  private Optional<Class<?>> holder(Class<?> type) {
    if (MeasuredAnnotations.on(type).contains(annotation)) {
      return Optional.of(type);
    }
    for (Class<?> implemented : type.getInterfaces()) {
      Optional<Class<?>> found = holder(implemented);
      if (found.isPresent()) {
        return found;
      }
    }
    return Optional.<Class<?>>ofNullable(type.getSuperclass()).flatMap(this::holder);
  }
}
