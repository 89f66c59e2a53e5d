package dev.tare.benchmark;

import dev.tare.extension.Subject;
import dev.tare.internal.agent.KotlinNames;
import java.lang.reflect.Method;
import java.lang.reflect.Modifier;
import java.util.Arrays;
import java.util.Comparator;
import java.util.List;
import java.util.Optional;
import org.junit.jupiter.api.TestFactory;
import org.junit.platform.commons.support.AnnotationSupport;
import org.junit.platform.commons.support.HierarchyTraversalMode;
import org.junit.platform.commons.support.ReflectionSupport;

/**
 * Checks that a test can be compared with its baseline. Each error quotes the name of the baseline
 * and gives an example.
 */
final class BaselineRules {

  private final Class<?> testClass;
  private final Method test;

  BaselineRules(Subject.Site site) {
    this.testClass = site.testClass();
    this.test = site.method();
  }

  /** Returns whether a method creates dynamic tests, which are objects and not methods. */
  static boolean isTestFactory(Method method) {
    return AnnotationSupport.isAnnotated(method, TestFactory.class);
  }

  /**
   * Checks the name of a baseline.
   *
   * @throws IllegalArgumentException if the test is dynamic, if there is no method of that name, if
   *     it cannot be called like the test, or if it is the test
   */
  void check(String name) {
    if (isTestFactory(test)) {
      throw refused(
          name,
          "a @TestFactory makes objects, not methods that could be called in turn with another one;"
              + " limit their time, for example max = \"1 ms\", or compare test methods");
    }
    List<Method> named =
        methods().stream().filter(m -> KotlinNames.sourceName(m).equals(name)).toList();
    if (named.isEmpty()) {
      throw refused(
          name,
          "%s has no such method; write one, for example \"Object %s()\""
              .formatted(testClass.getSimpleName(), name));
    }
    Method baseline =
        callable(named)
            .orElseThrow(
                () ->
                    refused(
                        name,
                        "it takes other parameters than the test; give it the same or none,"
                            + " for example \"Object %s()\"".formatted(name)));
    checkModifiers(name, baseline);
    if (name.equals(KotlinNames.sourceName(test))) {
      throw refused(
          name,
          "a method cannot be its own baseline; name another one, for example baseline = \"lookup\"");
    }
  }

  /**
   * Returns the method with the same parameters as the test, otherwise the one without parameters;
   * empty if there is neither.
   */
  private Optional<Method> callable(List<Method> named) {
    Class<?>[] own = test.getParameterTypes();
    return named.stream()
        .filter(m -> m.getParameterCount() == 0 || Arrays.equals(m.getParameterTypes(), own))
        .max(Comparator.comparingInt(Method::getParameterCount));
  }

  private void checkModifiers(String name, Method baseline) {
    for (String modifier : List.of("private", "static", "abstract")) {
      if (List.of(Modifier.toString(baseline.getModifiers()).split(" ")).contains(modifier)) {
        throw refused(
            name,
            "the method is %s; leave %s out, for example \"%s %s()\""
                .formatted(modifier, modifier, baseline.getReturnType().getSimpleName(), name));
      }
    }
  }

  private List<Method> methods() {
    return ReflectionSupport.findMethods(
        testClass,
        method -> !method.isSynthetic() && method.getDeclaringClass() != Object.class,
        HierarchyTraversalMode.BOTTOM_UP);
  }

  private static IllegalArgumentException refused(String name, String reason) {
    return new IllegalArgumentException("baseline = \"%s\": %s".formatted(name, reason));
  }
}
