package dev.tare.internal.jupiter;

import static dev.tare.internal.launch.Attributes.require;

import dev.tare.extension.Configuration;
import dev.tare.extension.Subject;
import dev.tare.extension.Unset;
import dev.tare.internal.agent.KotlinNames;
import java.lang.reflect.Method;
import java.util.Arrays;
import java.util.Comparator;
import java.util.Optional;
import java.util.stream.Stream;
import org.apiguardian.api.API;
import org.junit.jupiter.api.TestFactory;
import org.junit.platform.commons.support.AnnotationSupport;
import org.junit.platform.commons.support.HierarchyTraversalMode;
import org.junit.platform.commons.support.ReflectionSupport;

/**
 * Checks that a test can be compared with its baseline. Each error quotes the name of the baseline
 * and gives an example.
 */
@API(status = API.Status.INTERNAL, since = "0.1")
public final class BaselineRules {

  private final Class<?> testClass;
  private final Method test;
  private final boolean direct;

  /**
   * @param site the place of the annotation that names the baseline
   */
  public BaselineRules(Subject.Site site) {
    this.testClass = site.testClass();
    this.test = site.method();
    this.direct = site.direct();
  }

  /** Returns whether the test's method creates dynamic tests, which are objects and not methods. */
  private boolean isTestFactory() {
    return AnnotationSupport.isAnnotated(test, TestFactory.class);
  }

  /**
   * Returns whether a baseline does not apply to the test, because the annotation of its class
   * names the test itself, or any method for a dynamic test.
   *
   * @param name the name of the baseline; empty if there is none
   */
  public boolean isIncomparable(String name) {
    return !direct
        && !name.isEmpty()
        && (name.equals(KotlinNames.sourceName(test)) || isTestFactory());
  }

  /**
   * Checks the largest ratio to a baseline, unless it is unset.
   *
   * @param name the name of the baseline; empty if there is none
   * @throws IllegalArgumentException if the ratio is out of range, or there is no baseline
   */
  public static void checkRatio(double ratio, String name) {
    if (ratio == Unset.NUMBER) {
      return;
    }
    String text = "maxRatio = " + ratio;
    require(
        ratio > 0 && !Double.isInfinite(ratio),
        text,
        "a ratio must be finite and more than 0",
        "maxRatio = 1.10");
    require(
        ratio <= Configuration.LARGEST_RATIO,
        text,
        "a ratio of more than 1,000,000 limits nothing",
        "maxRatio = 1.10");
    checkNamed(name, text);
  }

  /**
   * Checks that there is a baseline for an attribute that needs one.
   *
   * @param name the name of the baseline; empty if there is none
   * @param attribute the attribute with its value
   * @throws IllegalArgumentException if there is none
   */
  public static void checkNamed(String name, String attribute) {
    require(
        !name.isEmpty(),
        attribute,
        "there is no baseline; name the method to compare with",
        "baseline = \"lookup\", " + attribute);
  }

  /**
   * Checks the name of a baseline.
   *
   * @param limitAlone how to limit dynamic tests without a baseline, for a message
   * @throws IllegalArgumentException if the test is dynamic, if there is no method of that name, if
   *     it cannot be called like the test, or if it is the test
   */
  public void check(String name, String limitAlone) {
    if (isTestFactory()) {
      throw refused(
          name,
          "a @TestFactory makes objects, not methods that could be called in turn with another one;"
              + " limit "
              + limitAlone
              + ", or compare test methods");
    }
    if (named(testClass, name).findAny().isEmpty()) {
      throw refused(
          name,
          "%s has no such method; write one, for example \"Object %s()\""
              .formatted(testClass.getSimpleName(), name));
    }
    Method baseline =
        callable(testClass, test, name)
            .orElseThrow(
                () ->
                    refused(
                        name,
                        "it takes other parameters than the test; give it the same or none,"
                            + " for example \"Object %s()\"".formatted(name)));
    String modifier = TestSiteRules.refusedModifier(baseline);
    if (!modifier.isEmpty()) {
      throw refused(name, modifier);
    }
    if (name.equals(KotlinNames.sourceName(test))) {
      throw refused(
          name,
          "a method cannot be its own baseline; name another one, for example baseline = \"lookup\"");
    }
  }

  /**
   * Returns the method of a name with the same parameters as the test, otherwise the one without
   * parameters; empty if there is neither.
   */
  static Optional<Method> callable(Class<?> testClass, Method test, String name) {
    Class<?>[] own = test.getParameterTypes();
    return named(testClass, name)
        .filter(m -> m.getParameterCount() == 0 || Arrays.equals(m.getParameterTypes(), own))
        .sorted(Comparator.comparingInt(Method::getParameterCount).reversed())
        .findFirst();
  }

  private static Stream<Method> named(Class<?> testClass, String name) {
    return ReflectionSupport.findMethods(
        testClass,
        method ->
            !method.isSynthetic()
                && method.getDeclaringClass() != Object.class
                && KotlinNames.sourceName(method).equals(name),
        HierarchyTraversalMode.BOTTOM_UP)
        .stream();
  }

  private static IllegalArgumentException refused(String name, String reason) {
    return new IllegalArgumentException("baseline = \"%s\": %s".formatted(name, reason));
  }
}
