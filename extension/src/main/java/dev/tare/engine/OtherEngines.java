package dev.tare.engine;

import static org.junit.platform.commons.support.AnnotationSupport.isAnnotated;

import dev.tare.engine.UnjudgedAnnotations.RefusedAnnotation;
import dev.tare.extension.MeasuredBy;
import dev.tare.extension.PreparesCalls;
import dev.tare.extension.TareConfigurationException;
import dev.tare.internal.call.SourceLine;
import dev.tare.internal.jupiter.AnnotationPresence;
import dev.tare.internal.jupiter.MeasuredAnnotations;
import java.lang.annotation.Annotation;
import java.lang.reflect.AnnotatedElement;
import java.lang.reflect.Method;
import java.util.Arrays;
import java.util.Collection;
import java.util.List;
import java.util.Objects;
import java.util.Optional;
import java.util.Set;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.TestFactory;
import org.junit.jupiter.api.TestTemplate;
import org.junit.platform.commons.annotation.Testable;

/**
 * Recognizes tests that need another engine than Tare's, by the names of their annotations.
 *
 * <ul>
 *   <li>Tests of engines other than Jupiter, in which Tare judges no annotation. Without a refusal,
 *       the other engine would run such a test unmeasured, and Tare would run it again, without
 *       what the other engine does before and after it.
 *   <li>Tests of Quarkus. When the first engine has run its tests, Quarkus closes its application
 *       and the class loader of the test classes. Its own failure in the second engine names
 *       neither the test nor a remedy.
 * </ul>
 */
final class OtherEngines {

  /** Test annotations without {@code @Testable}, which those of newer engines carry. */
  private static final Set<String> OLDER_TESTS =
      Set.of(
          "org.junit.Test",
          "org.spockframework.runtime.model.FeatureMetadata",
          "org.testng.annotations.Test");

  /** The superclass of JUnit 3's tests, whose names begin with {@code test}. */
  private static final String OLDEST_TEST = "junit.framework.TestCase";

  /** The annotation of Cucumber's annotations for steps. */
  private static final String STEP = "io.cucumber.java.StepDefinitionAnnotation";

  private static final String QUARKUS = "io.quarkus.test.junit.QuarkusTest";

  private OtherEngines() {}

  /** Returns the refusal of a test of Quarkus that Jupiter does not run; empty for other tests. */
  static Optional<RefusedAnnotation> refusal(MeasuredTest test) {
    if (test.classes().stream().noneMatch(OtherEngines::isQuarkusTest)) {
      return Optional.empty();
    }
    Method method = test.method();
    String annotation = MeasuredAnnotations.textOn(method).orElse("its annotation");
    TareConfigurationException refusal =
        new TareConfigurationException(
            "%s on %s.%s(): Quarkus runs its application for tests with @Test only; add @Test and return nothing, for example \"@Test %s void %s()\""
                .formatted(
                    annotation,
                    test.testClass().getSimpleName(),
                    method.getName(),
                    annotation,
                    method.getName()));
    refusal.setStackTrace(new StackTraceElement[] {SourceLine.of(method)});
    return Optional.of(new RefusedAnnotation(AnnotatedMethods.signature(method), method, refusal));
  }

  private static boolean isQuarkusTest(Class<?> type) {
    ClassLoader loader = type.getClassLoader();
    if (loader == OtherEngines.class.getClassLoader()) {
      return false; // Quarkus loads its test classes in a loader of its own
    }
    try {
      return isAnnotated(type, Class.forName(QUARKUS, false, loader).asSubclass(Annotation.class));
    } catch (ClassNotFoundException | LinkageError e) {
      return false;
    }
  }

  /** Returns why a method is not measured, and what to write instead; empty if it is. */
  static Optional<String> whyNotMeasured(Method method) {
    return testAnnotation(method)
        .map(
            type ->
                "@%s makes it a test of another engine, where annotations of Tare are not judged; use Jupiter's, for example \"@org.junit.jupiter.api.Test void %s()\", or call Tare.calling(...) in it"
                    .formatted(type.getTypeName(), method.getName()));
  }

  /**
   * Returns whether another engine alone runs the tests of a class, as JUnit 4 does. What it runs
   * before them, such as methods with its {@code @Before}, would not run before methods of Tare.
   *
   * @param methods those that an instance of the class runs
   */
  static boolean runAllOf(
      Class<?> testClass, Collection<Method> methods, AnnotationPresence presence) {
    List<Class<?>> classes =
        Stream.<Class<?>>iterate(testClass, Objects::nonNull, Class::getSuperclass).toList();
    boolean isOlder =
        Stream.concat(methods.stream(), classes.stream()).anyMatch(OtherEngines::isOlderTest)
            || (classes.stream().anyMatch(type -> type.getName().equals(OLDEST_TEST))
                && methods.stream().anyMatch(method -> method.getName().startsWith("test")));
    return isOlder
        && methods.stream()
            .noneMatch(method -> AnnotatedMethods.hasJupiterTestAnnotation(method, presence));
  }

  private static boolean isOlderTest(AnnotatedElement element) {
    return Arrays.stream(element.getAnnotations())
        .anyMatch(on -> OLDER_TESTS.contains(on.annotationType().getName()));
  }

  /** Returns the annotation with which another engine recognizes its tests. */
  static Optional<Class<? extends Annotation>> testAnnotation(AnnotatedElement element) {
    return Arrays.stream(element.getAnnotations())
        .<Class<? extends Annotation>>map(Annotation::annotationType)
        .filter(OtherEngines::isOfOtherEngine)
        .findFirst();
  }

  private static boolean isOfOtherEngine(Class<? extends Annotation> type) {
    return OLDER_TESTS.contains(type.getName())
        || Arrays.stream(type.getAnnotations())
            .anyMatch(on -> on.annotationType().getName().equals(STEP))
        || (isAnnotated(type, Testable.class) && !isOfTareOrJupiter(type));
  }

  private static boolean isOfTareOrJupiter(Class<? extends Annotation> type) {
    return type.getName().startsWith("org.junit.jupiter.")
        || Stream.of(
                MeasuredBy.class,
                PreparesCalls.class,
                Test.class,
                TestFactory.class,
                TestTemplate.class)
            .map(known -> AnnotationPresence.seenBy(type.getClassLoader(), known))
            .anyMatch(known -> type == known || isAnnotated(type, known));
  }
}
