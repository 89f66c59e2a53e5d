package dev.tare.internal.jupiter;

import dev.tare.extension.Subject;
import dev.tare.extension.TareConfigurationException;
import dev.tare.internal.agent.KotlinNames;
import java.lang.annotation.Annotation;
import java.lang.reflect.AnnotatedElement;
import java.lang.reflect.Array;
import java.lang.reflect.Executable;
import java.lang.reflect.Method;
import java.lang.reflect.Parameter;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.Comparator;
import java.util.HashSet;
import java.util.List;
import java.util.Objects;
import java.util.Set;
import org.jspecify.annotations.Nullable;
import org.junit.platform.commons.support.ReflectionSupport;

/**
 * Describes an annotation and its place in the source, for messages.
 *
 * @param annotation the annotation that is read; in the source, a composed one may carry it
 * @param site the place and the test that it is read for
 */
record AnnotationSite(Annotation annotation, Subject.Site site) {

  /** Returns the annotation as the source has it: {@code @NoAllocation}. */
  String text() {
    return textOf(sourceAnnotation());
  }

  /**
   * Returns the annotation as the source has it, and the one that it is composed of: {@code @Frugal
   * (@MaxAllocatedBytes("12 XB"))}.
   */
  String textAndMeaning() {
    Annotation inSource = sourceAnnotation();
    return inSource.equals(annotation) ? text() : text() + " (" + textOf(annotation) + ")";
  }

  /** Returns an exception whose message has annotation, meaning and place before the reason. */
  TareConfigurationException refused(String reason, @Nullable Throwable cause) {
    return new TareConfigurationException(
        "%s on %s: %s".formatted(textAndMeaning(), place(), reason), cause);
  }

  /** Returns the method, parameter or class: {@code the class of CacheTests.fills()}. */
  String place() {
    AnnotatedElement element = site.element();
    if (element instanceof Parameter parameter) {
      Executable method = parameter.getDeclaringExecutable();
      return "parameter %s of %s.%s()"
          .formatted(parameter.getName(), shortName(site.testClass()), method.getName());
    }
    return (element instanceof Class<?> ? "the class of " : "")
        + (shortName(site.testClass()) + "." + KotlinNames.sourceName(site.method()) + "()");
  }

  /** Returns the name of a class without its package: {@code CacheTests.Inner}. */
  static String shortName(Class<?> type) {
    String name = type.getName().substring(type.getPackageName().length());
    return (name.startsWith(".") ? name.substring(1) : name).replace('$', '.');
  }

  private Annotation sourceAnnotation() {
    return sourceAnnotation(annotation, site.element());
  }

  /**
   * Returns the annotation that the source has on an element: the annotation itself, or the
   * composed one through which it was found.
   */
  static Annotation sourceAnnotation(Annotation annotation, AnnotatedElement element) {
    return MeasuredAnnotations.declaredOn(element).stream()
        .filter(declared -> isComposedOf(declared, annotation, new HashSet<>()))
        .findFirst()
        // the compiler adds a container of repeated annotations, which is not in the source
        .filter(declared -> !MeasuredAnnotations.unwrap(declared).contains(annotation))
        .orElse(annotation);
  }

  private static boolean isComposedOf(
      Annotation from, Annotation annotation, Set<Class<?>> visited) {
    if (MeasuredAnnotations.unwrap(from).contains(annotation)) {
      return true;
    }
    Class<? extends Annotation> type = from.annotationType();
    return !type.getName().startsWith("java.")
        && visited.add(type)
        && List.of(type.getAnnotations()).stream()
            .anyMatch(next -> isComposedOf(next, annotation, visited));
  }

  /** Returns an annotation as source text, without the attributes that have their default. */
  static String textOf(Annotation annotation) {
    List<String> attributes = new ArrayList<>();
    Method[] methods = annotation.annotationType().getDeclaredMethods();
    Arrays.sort(methods, Comparator.comparing(Method::getName));
    for (Method method : methods) {
      Object value = ReflectionSupport.invokeMethod(method, annotation);
      if (!Objects.deepEquals(value, method.getDefaultValue())) {
        attributes.add(method.getName() + " = " + source(value));
      }
    }
    String text = String.join(", ", attributes);
    boolean valueOnly = attributes.size() == 1 && text.startsWith("value = ");
    String inside = valueOnly ? text.substring("value = ".length()) : text;
    String name = "@" + annotation.annotationType().getSimpleName();
    return inside.isEmpty() ? name : name + "(" + inside + ")";
  }

  private static String source(Object value) {
    if (value instanceof String text) {
      return "\"" + text.replace("\\", "\\\\").replace("\"", "\\\"") + "\"";
    }
    if (value instanceof Class<?> type) {
      return type.getSimpleName() + ".class";
    }
    if (value instanceof Enum<?> constant) {
      return constant.name();
    }
    return value.getClass().isArray() ? elements(value) : String.valueOf(value);
  }

  private static String elements(Object array) {
    List<String> texts = new ArrayList<>();
    for (int i = 0; i < Array.getLength(array); i++) {
      texts.add(source(Array.get(array, i)));
    }
    return texts.size() == 1 ? texts.get(0) : "{" + String.join(", ", texts) + "}";
  }
}
