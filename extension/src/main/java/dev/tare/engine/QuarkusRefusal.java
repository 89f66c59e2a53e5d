package dev.tare.engine;

import static org.junit.platform.commons.support.AnnotationSupport.isAnnotated;

import dev.tare.engine.UnjudgedAnnotations.RefusedAnnotation;
import dev.tare.extension.TareConfigurationException;
import dev.tare.internal.call.SourceLine;
import dev.tare.internal.jupiter.MeasuredAnnotations;
import java.lang.annotation.Annotation;
import java.lang.reflect.Method;

/**
 * Refuses the tests of Tare's engine in classes with {@code @QuarkusTest}. Quarkus closes its
 * application, and the class loader of the test classes, when the first engine has run its tests;
 * its own failure in the second engine names neither the test nor a remedy.
 */
final class QuarkusRefusal {

  private static final String ANNOTATION = "io.quarkus.test.junit.QuarkusTest";

  private QuarkusRefusal() {}

  static boolean appliesTo(MeasuredTest test) {
    return test.classes().stream().anyMatch(QuarkusRefusal::isQuarkusTest);
  }

  private static boolean isQuarkusTest(Class<?> type) {
    ClassLoader loader = type.getClassLoader();
    if (loader == QuarkusRefusal.class.getClassLoader()) {
      return false; // Quarkus loads its test classes in a loader of its own
    }
    try {
      return isAnnotated(
          type, Class.forName(ANNOTATION, false, loader).asSubclass(Annotation.class));
    } catch (ClassNotFoundException | LinkageError e) {
      return false;
    }
  }

  static RefusedAnnotation of(MeasuredTest test) {
    Method method = test.method();
    String annotation = MeasuredAnnotations.textOn(method).orElse("its annotation");
    TareConfigurationException reason =
        new TareConfigurationException(
            "%s on %s.%s(): Quarkus runs its application for tests with @Test only; add @Test and return nothing, for example \"@Test %s void %s()\""
                .formatted(
                    annotation,
                    test.testClass().getSimpleName(),
                    method.getName(),
                    annotation,
                    method.getName()));
    reason.setStackTrace(new StackTraceElement[] {SourceLine.of(method)});
    return new RefusedAnnotation(AnnotatedMethods.signature(method), method, reason);
  }
}
