package dev.tare.engine;

import static org.junit.platform.commons.support.AnnotationSupport.isAnnotated;

import dev.tare.engine.UnjudgedAnnotations.RefusedAnnotation;
import dev.tare.extension.TareConfigurationException;
import dev.tare.internal.call.SourceLine;
import dev.tare.internal.jupiter.MeasuredAnnotations;
import java.lang.annotation.Annotation;
import java.lang.reflect.Method;
import java.util.Optional;
import java.util.stream.Stream;

/**
 * Refuses methods that Tare's engine would run without what they need, since another framework
 * prepares it. The frameworks are recognized by the names of their annotations.
 *
 * <p>Quarkus closes its application, and the class loader of the test classes, when the first
 * engine has run its tests; its own failure in the second engine names neither the test nor a
 * remedy. A feature of Spock would run without its {@code setup()}.
 */
final class OtherRunner {

  private static final String QUARKUS = "io.quarkus.test.junit.QuarkusTest";
  private static final String SPOCK = "org.spockframework.runtime.model.FeatureMetadata";

  private OtherRunner() {}

  /** Returns the refusal of a test; empty if Tare can run it. */
  static Optional<RefusedAnnotation> refusal(MeasuredTest test) {
    Method method = test.method();
    String annotation = MeasuredAnnotations.textOn(method).orElse("its annotation");
    if (test.classes().stream().anyMatch(OtherRunner::isQuarkusTest)) {
      return refusal(
          test,
          annotation,
          "Quarkus runs its application for tests with @Test only; add @Test and return nothing, for example \"@Test %s void %s()\""
              .formatted(annotation, method.getName()));
    }
    boolean isFeature =
        Stream.of(method.getAnnotations())
            .anyMatch(found -> found.annotationType().getName().equals(SPOCK));
    return isFeature
        ? refusal(
            test,
            annotation,
            "only Spock can run its features; measure in the feature instead, with \"assertThatCalling(…)\" or \"Tare.calling(…)\"")
        : Optional.empty();
  }

  private static boolean isQuarkusTest(Class<?> type) {
    ClassLoader loader = type.getClassLoader();
    if (loader == OtherRunner.class.getClassLoader()) {
      return false; // Quarkus loads its test classes in a loader of its own
    }
    try {
      return isAnnotated(type, Class.forName(QUARKUS, false, loader).asSubclass(Annotation.class));
    } catch (ClassNotFoundException | LinkageError e) {
      return false;
    }
  }

  private static Optional<RefusedAnnotation> refusal(
      MeasuredTest test, String annotation, String reason) {
    Method method = test.method();
    TareConfigurationException refusal =
        new TareConfigurationException(
            "%s on %s.%s(): %s"
                .formatted(annotation, test.testClass().getSimpleName(), method.getName(), reason));
    refusal.setStackTrace(new StackTraceElement[] {SourceLine.of(method)});
    return Optional.of(new RefusedAnnotation(AnnotatedMethods.signature(method), method, refusal));
  }
}
