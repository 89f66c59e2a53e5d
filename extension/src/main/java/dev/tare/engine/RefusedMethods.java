package dev.tare.engine;

import dev.tare.extension.MeasuredBy;
import dev.tare.extension.TareConfigurationException;
import dev.tare.internal.call.SourceLine;
import dev.tare.internal.jupiter.MeasuredAnnotations;
import java.lang.annotation.Annotation;
import java.lang.reflect.AnnotatedElement;
import java.lang.reflect.Method;
import java.util.HashMap;
import java.util.LinkedHashMap;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.TestFactory;
import org.junit.jupiter.api.TestTemplate;
import org.junit.platform.commons.annotation.Testable;
import org.junit.platform.engine.TestDescriptor;
import org.junit.platform.engine.UniqueId;
import org.junit.platform.engine.support.descriptor.MethodSource;

/**
 * Refuses methods that Tare's engine sees and cannot run: those of other engines, whose set-up
 * would not run before them. Types are compared by name, since other class loaders load some.
 */
final class RefusedMethods {

  /** Annotations and superclasses of tests whose class another engine sets up. */
  private static final Set<String> OTHER_ENGINES =
      Set.of(
          "org.junit.Test",
          "junit.framework.TestCase",
          "org.testng.annotations.Test",
          "org.spockframework.runtime.model.FeatureMetadata",
          "io.cucumber.java.StepDefinitionAnnotation",
          "io.quarkus.test.junit.QuarkusTest");

  /** Marks of the tests of Tare and JUnit Jupiter. */
  private static final Set<String> OWN =
      Stream.of(MeasuredBy.class, Test.class, TestFactory.class, TestTemplate.class)
          .map(Class::getName)
          .collect(Collectors.toUnmodifiableSet());

  private final Map<Class<?>, Optional<String>> otherEngines = new HashMap<>();

  /**
   * Replaces the tests that are refused by tests that fail, each in a container for its class:
   * Surefire reports no test without a container. An exception would end the discovery of all
   * engines, and a log line would let the run pass.
   *
   * @param enabled whether refused tests fail; else they are left out
   */
  void replaceIn(TestDescriptor root, boolean enabled) {
    UniqueId engine = root.getUniqueId();
    Map<String, TestDescriptor> classes = new LinkedHashMap<>();
    for (TestDescriptor test : List.copyOf(root.getDescendants())) {
      if (test.getSource().orElse(null) instanceof MethodSource method) {
        TareConfigurationException refusal =
            refusal(method.getJavaClass(), method.getJavaMethod()).orElse(null);
        if (refusal != null) {
          test.removeFromHierarchy();
          classes
              .computeIfAbsent(
                  method.getClassName(),
                  name -> FailingTest.container(engine.append("failed-class", name), name))
              .addChild(
                  new FailingTest(
                      test.getUniqueId(), test.getDisplayName(), method, test.getTags(), refusal));
        }
      }
    }
    if (enabled) {
      classes.values().forEach(root::addChild);
    }
  }

  /** Returns why a method cannot be run; empty if it can. */
  private Optional<TareConfigurationException> refusal(Class<?> testClass, Method method) {
    String place = testClass.getSimpleName() + "." + method.getName() + "()";
    Optional<String> reason =
        MeasuredAnnotations.on(method).isEmpty()
            ? Optional.of("a container of annotations on " + place + " has none in it; remove it")
            : otherEngine(testClass, method)
                .map(
                    type ->
                        "%s on %s: Tare cannot run it beside %s of another engine; write a test of JUnit Jupiter, for example \"@org.junit.jupiter.api.Test void %s()\", or call Tare.calling(...) in the test"
                            .formatted(
                                MeasuredAnnotations.textOn(method).orElseThrow(),
                                place,
                                type,
                                method.getName()));
    return reason.map(
        message -> {
          TareConfigurationException refusal = new TareConfigurationException(message);
          refusal.setStackTrace(new StackTraceElement[] {SourceLine.of(method)});
          return refusal;
        });
  }

  /** Returns the annotation or superclass by which another engine runs the method or its class. */
  private Optional<String> otherEngine(Class<?> testClass, Method method) {
    for (Annotation annotation : method.getAnnotations()) {
      Set<String> names = names(annotation.annotationType(), new LinkedHashSet<>());
      if (names.contains(Testable.class.getName()) && names.stream().noneMatch(OWN::contains)) {
        return Optional.of("@" + annotation.annotationType().getName());
      }
    }
    return MeasuredAnnotations.withEnclosingClasses(testClass).stream()
        .map(type -> otherEngines.computeIfAbsent(type, RefusedMethods::otherEngineIn))
        .flatMap(Optional::stream)
        .findFirst();
  }

  private static Optional<String> otherEngineIn(Class<?> testClass) {
    return MeasuredAnnotations.hierarchy(testClass)
        .flatMap(RefusedMethods::namesIn)
        .filter(OTHER_ENGINES::contains)
        .findFirst();
  }

  private static Stream<String> namesIn(Class<?> type) {
    Stream<AnnotatedElement> elements =
        Stream.concat(Stream.of(type), Stream.of(type.getDeclaredMethods()));
    return Stream.concat(
        Stream.of(type.getName()),
        elements
            .flatMap(element -> Stream.of(element.getAnnotations()))
            .flatMap(on -> names(on.annotationType(), new LinkedHashSet<>()).stream()));
  }

  /** Returns the names of an annotation type and of all annotations on it. */
  private static Set<String> names(Class<? extends Annotation> type, Set<String> visited) {
    if (!type.getName().startsWith("java.") && visited.add(type.getName())) {
      Stream.of(type.getAnnotations()).forEach(on -> names(on.annotationType(), visited));
    }
    return visited;
  }
}
