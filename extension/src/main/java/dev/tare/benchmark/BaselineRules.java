package dev.tare.benchmark;

import dev.tare.extension.Subject;
import dev.tare.internal.agent.KotlinNames;
import java.lang.reflect.Method;
import java.lang.reflect.Modifier;
import java.util.Arrays;
import java.util.Comparator;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import java.util.stream.Collectors;
import org.junit.jupiter.api.TestFactory;
import org.junit.platform.commons.support.AnnotationSupport;
import org.junit.platform.commons.support.HierarchyTraversalMode;
import org.junit.platform.commons.support.ReflectionSupport;

/**
 * Checks that a test can be compared with its baseline. Each error quotes the name of the baseline
 * and gives an example.
 */
final class BaselineRules {

  private static final int MAX_SHOWN_NAMES = 3;

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
   *     it cannot be called like the test, or if its own baselines lead back to the test
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
      throw refused(name, "%s has no such method; %s".formatted(shortName(), otherNames(name)));
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
    checkCycle(name, baseline);
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

  /** Follows the baseline of the baseline and so on, and rejects circles. */
  private void checkCycle(String name, Method baseline) {
    Set<String> path = new LinkedHashSet<>(Set.of(KotlinNames.sourceName(test)));
    Optional<Method> next = Optional.of(baseline);
    while (next.isPresent()) {
      String current = KotlinNames.sourceName(next.get());
      if (!path.add(current)) {
        throw refused(name, circleReason(path, current));
      }
      next =
          AnnotationSupport.findAnnotation(next.get(), Benchmarked.class)
              .map(Benchmarked::baseline)
              .flatMap(this::firstNamed);
    }
  }

  private static String circleReason(Set<String> path, String again) {
    return path.size() == 1
        ? "a method cannot be its own baseline; name another one, for example baseline = \"lookup\""
        : "the baselines go in a circle, %s -> %s; leave out one of them"
            .formatted(String.join(" -> ", path), again);
  }

  private Optional<Method> firstNamed(String name) {
    return methods().stream()
        .filter(method -> KotlinNames.sourceName(method).equals(name))
        .findFirst();
  }

  private List<Method> methods() {
    return ReflectionSupport.findMethods(
        testClass,
        method -> !method.isSynthetic() && method.getDeclaringClass() != Object.class,
        HierarchyTraversalMode.BOTTOM_UP);
  }

  private String otherNames(String name) {
    String names =
        methods().stream()
            .map(KotlinNames::sourceName)
            .filter(other -> !other.equals(KotlinNames.sourceName(test)))
            .distinct()
            .sorted()
            .limit(MAX_SHOWN_NAMES)
            .map(other -> "baseline = \"" + other + "\"")
            .collect(Collectors.joining(" or "));
    return names.isEmpty()
        ? "write one, for example \"Object %s()\"".formatted(name)
        : "for example " + names;
  }

  private String shortName() {
    return testClass.getSimpleName();
  }

  private static IllegalArgumentException refused(String name, String reason) {
    return new IllegalArgumentException("baseline = \"%s\": %s".formatted(name, reason));
  }
}
