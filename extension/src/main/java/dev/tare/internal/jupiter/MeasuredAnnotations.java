package dev.tare.internal.jupiter;

import dev.tare.extension.MeasuredBy;
import dev.tare.extension.TareConfigurationException;
import dev.tare.extension.ValueHolder;
import dev.tare.internal.agent.KotlinNames;
import java.lang.annotation.Annotation;
import java.lang.annotation.Repeatable;
import java.lang.reflect.AnnotatedElement;
import java.lang.reflect.Method;
import java.lang.reflect.Modifier;
import java.lang.reflect.Parameter;
import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.Deque;
import java.util.HashSet;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.TreeMap;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import org.apiguardian.api.API;
import org.junit.platform.commons.support.AnnotationSupport;
import org.junit.platform.commons.support.HierarchyTraversalMode;
import org.junit.platform.commons.support.ReflectionSupport;

/**
 * Finds the annotations that carry {@link MeasuredBy}: on an element itself, directly or composed,
 * and on the enclosing classes as defaults. Of several elements with annotations of the same {@link
 * #key}, the nearest applies.
 */
@API(status = API.Status.INTERNAL, since = "0.1")
public final class MeasuredAnnotations {

  private static final String PACKAGES = "[\\w.$]*[.$](?=\\w)";

  private MeasuredAnnotations() {}

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
  private static boolean isPromise(Class<? extends Annotation> type) {
    return type.isAnnotationPresent(MeasuredBy.class)
        || (type.getClassLoader() != MeasuredBy.class.getClassLoader()
            && Stream.of(type.getAnnotations())
                .anyMatch(
                    meta -> meta.annotationType().getName().equals(MeasuredBy.class.getName())));
  }

  /**
   * Returns whether annotations apply to a method of a class: those on the method, its parameters
   * or the class.
   */
  public static boolean applyTo(Class<?> type, String method) {
    List<Method> methods =
        ReflectionSupport.findMethods(
            type,
            found -> KotlinNames.sourceName(found).equals(method),
            HierarchyTraversalMode.BOTTOM_UP);
    return !methods.isEmpty()
        && (!defaultsOf(type).isEmpty()
            || methods.stream()
                .anyMatch(
                    found ->
                        areOn(found)
                            || Stream.of(found.getParameters())
                                .anyMatch(MeasuredAnnotations::areOn)));
  }

  /**
   * Returns the annotations on the element itself, directly or through annotations on it: several
   * of a key if they differ.
   */
  public static List<Annotation> on(AnnotatedElement element) {
    Set<Annotation> found = new LinkedHashSet<>();
    Set<Class<?>> visited = new HashSet<>();
    Deque<Annotation> rest = new ArrayDeque<>(declaredOn(element));
    while (!rest.isEmpty()) {
      Annotation annotation = rest.remove();
      Class<? extends Annotation> type = annotation.annotationType();
      if (isPromise(type)) {
        found.addAll(unwrap(annotation));
      } else if (!type.getName().startsWith("java.") && visited.add(type)) {
        rest.addAll(List.of(type.getAnnotations()));
      }
    }
    return List.copyOf(found);
  }

  /**
   * Returns the annotations that an element declares. A class does not inherit those of its
   * superclass here, since they are further away.
   */
  static List<Annotation> declaredOn(AnnotatedElement element) {
    return List.of(
        element instanceof Class<?> ? element.getDeclaredAnnotations() : element.getAnnotations());
  }

  /** Returns the annotations in a container of repeated ones, or the annotation itself. */
  static List<Annotation> unwrap(Annotation annotation) {
    Class<? extends Annotation> type = annotation.annotationType();
    for (Method attribute : type.getDeclaredMethods()) {
      Class<?> element = attribute.getReturnType().getComponentType();
      Repeatable repeatable = element == null ? null : element.getAnnotation(Repeatable.class);
      if (repeatable != null && repeatable.value() == type) {
        return List.of((Annotation[]) ReflectionSupport.invokeMethod(attribute, annotation));
      }
    }
    return List.of(annotation);
  }

  /**
   * Returns the defaults for tests of a class: its own, those of its superclasses and interfaces,
   * then those of the enclosing classes; the nearest of each key.
   */
  static List<Annotation> defaultsOf(Class<?> testClass) {
    List<Annotation> found = new ArrayList<>();
    for (Class<?> type : withSupertypes(testClass)) {
      Set<Object> nearer = found.stream().map(MeasuredAnnotations::key).collect(Collectors.toSet());
      on(type).stream().filter(one -> !nearer.contains(key(one))).forEach(found::add);
    }
    return List.copyOf(found);
  }

  /**
   * Returns the classes whose annotations apply to the tests of a class, the nearest first: the
   * class and those that enclose it, each followed by its interfaces and superclasses.
   */
  static List<Class<?>> withSupertypes(Class<?> testClass) {
    return withEnclosingClasses(testClass).stream()
        .flatMap(MeasuredAnnotations::hierarchy)
        .distinct()
        .toList();
  }

  /** Returns a type with all its interfaces and superclasses. */
  public static Stream<Class<?>> hierarchy(Class<?> type) {
    return Stream.concat(
            Stream.of(type),
            Stream.concat(Stream.of(type.getInterfaces()), Stream.ofNullable(type.getSuperclass()))
                .flatMap(MeasuredAnnotations::hierarchy))
        .distinct();
  }

  /** Returns the test class and the classes of its enclosing instances, innermost first. */
  public static List<Class<?>> withEnclosingClasses(Class<?> testClass) {
    List<Class<?>> types = new ArrayList<>(List.of(testClass));
    Class<?> inner = testClass;
    while (isInner(inner)) {
      inner = inner.getEnclosingClass();
      types.add(inner);
    }
    return types;
  }

  /** Returns whether an element carries an annotation, directly or through another one. */
  public static boolean areOn(AnnotatedElement element) {
    return element.getAnnotations().length > 0 && !on(element).isEmpty();
  }

  /** Returns the first annotation of an element as the source has it, for messages. */
  public static Optional<String> textOn(AnnotatedElement element) {
    return on(element).stream()
        .findFirst()
        .map(found -> AnnotationSite.textOf(AnnotationSite.sourceAnnotation(found, element)));
  }

  /**
   * Returns the key of an annotation: among annotations with equal keys, the nearest applies. The
   * key is the type, of a repeatable type together with the values of its {@link MeasuredBy.Key}
   * attributes.
   */
  static Object key(Annotation annotation) {
    Class<? extends Annotation> type = annotation.annotationType();
    if (!type.isAnnotationPresent(Repeatable.class)) {
      return type;
    }
    Map<String, Object> values = new TreeMap<>();
    for (Method attribute : type.getDeclaredMethods()) {
      if (attribute.isAnnotationPresent(MeasuredBy.Key.class)) {
        Object value = ReflectionSupport.invokeMethod(attribute, annotation);
        values.put(attribute.getName(), value instanceof Object[] array ? List.of(array) : value);
      }
    }
    return List.of(type, values);
  }

  /**
   * Returns what tells an annotation from others whose figures have the same name: {@code
   * {type=class com.acme.Key}}.
   */
  static String distinction(Annotation annotation) {
    return key(annotation) instanceof List<?> key
        ? String.valueOf(key.get(1))
        : "{" + annotation.annotationType().getName() + "}";
  }

  private static boolean isInner(Class<?> type) {
    return type.isMemberClass() && !Modifier.isStatic(type.getModifiers());
  }

  /**
   * Refuses parameters without an annotation of a test whose values have no other.
   *
   * @throws TareConfigurationException if there is one; the message shows an annotation for it
   */
  public static void refuseUnlimited(Class<?> testClass, Method test) {
    for (Parameter parameter : test.getParameters()) {
      if (ValueHolder.class.isAssignableFrom(parameter.getType()) && !areOn(parameter)) {
        String declared =
            parameter.getParameterizedType().getTypeName().replaceAll(PACKAGES, "")
                + " "
                + parameter.getName();
        throw new TareConfigurationException(
            "%s of %s.%s(): nothing limits the value; add an annotation to the parameter, for example %s %s"
                .formatted(
                    declared,
                    AnnotationSite.shortName(testClass),
                    KotlinNames.sourceName(test),
                    declared.startsWith("Released")
                        ? "@MustBeCollected"
                        : "@MaxRetainedSize(\"4 KiB\")",
                    declared));
      }
    }
  }
}
