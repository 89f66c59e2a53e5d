package dev.tare.engine;

import static org.junit.platform.commons.support.AnnotationSupport.isAnnotated;

import dev.tare.internal.call.AdapterClass;
import dev.tare.internal.call.AdapterLoader;
import dev.tare.internal.jupiter.AnnotationPresence;
import java.lang.annotation.Annotation;
import java.lang.reflect.Method;
import java.lang.reflect.Modifier;
import java.util.HashMap;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import org.junit.jupiter.api.RepeatedTest;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.TestFactory;
import org.junit.jupiter.api.TestTemplate;

/**
 * Creates the adapters of one discovery, one class for each type that declares measured methods.
 */
final class Adapters {

  private static final String PARAMETERIZED = "org.junit.jupiter.params.ParameterizedTest";

  /** Annotations that adapters do not copy, since each would make them another kind of test. */
  private static final Set<String> REPLACED =
      Set.of(
          Test.class.getName(),
          TestFactory.class.getName(),
          TestTemplate.class.getName(),
          RepeatedTest.class.getName(),
          PARAMETERIZED);

  private final Map<ClassLoader, AdapterLoader> loaders = new HashMap<>();
  private final Map<Class<?>, Class<?>> adapters = new HashMap<>();
  private final AnnotationPresence presence = new AnnotationPresence();
  private final Map<Class<?>, Boolean> composedByType = new HashMap<>();
  private final Map<List<Class<?>>, Boolean> argumentsByTypes = new HashMap<>();

  /**
   * Returns the method that Jupiter discovers instead of a measured one.
   *
   * @throws IllegalStateException if the declaring class has no class file that can be read
   */
  Method of(Method measured) {
    Class<?> declaring = measured.getDeclaringClass();
    Class<?> adapter = adapters.get(declaring);
    if (adapter == null) {
      adapter = define(declaring);
      adapters.put(declaring, adapter);
    }
    try {
      return adapter.getDeclaredMethod(measured.getName(), measured.getParameterTypes());
    } catch (NoSuchMethodException e) {
      throw new IllegalStateException("no adapter for " + measured.toGenericString(), e);
    }
  }

  private Class<?> define(Class<?> declaring) {
    Map<Method, Optional<String>> methods = new LinkedHashMap<>();
    for (Method method : AnnotatedMethods.declaredIn(declaring, presence)) {
      methods.put(method, testAnnotation(method));
    }
    AdapterLoader loader = loaders.computeIfAbsent(declaring.getClassLoader(), AdapterLoader::new);
    return AdapterClass.define(declaring, methods, REPLACED, loader);
  }

  /** Returns the annotation to add to the adapter; empty if a composed one makes it a test. */
  private Optional<String> testAnnotation(Method method) {
    for (Annotation annotation : method.getAnnotations()) {
      if (composedByType.computeIfAbsent(annotation.annotationType(), Adapters::isComposed)) {
        return Optional.empty();
      }
    }
    return Optional.of(
        isRunnable(method) && takesArguments(method) ? PARAMETERIZED : Test.class.getName());
  }

  /** Returns whether an annotation is composed of {@code @Test} or a test template. */
  private static boolean isComposed(Class<?> annotation) {
    return !REPLACED.contains(annotation.getName())
        && (isAnnotated(annotation, Test.class) || isAnnotated(annotation, TestTemplate.class));
  }

  /**
   * Returns whether the method can be run. One that cannot is not parameterized, so that it fails
   * only once.
   */
  private boolean isRunnable(Method method) {
    int modifiers = method.getModifiers();
    return !Modifier.isPrivate(modifiers)
        && !Modifier.isStatic(modifiers)
        && !AnnotatedMethods.hasJupiterTestAnnotation(method, presence);
  }

  /**
   * Returns whether the method has a source of arguments; cached by the types of its annotations.
   */
  private boolean takesArguments(Method method) {
    return argumentsByTypes.computeIfAbsent(
        AnnotationPresence.typesOn(method), types -> AnnotationPresence.takesArguments(method));
  }
}
