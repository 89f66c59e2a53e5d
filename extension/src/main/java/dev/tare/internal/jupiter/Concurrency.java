package dev.tare.internal.jupiter;

import java.lang.reflect.AnnotatedElement;
import org.junit.jupiter.api.extension.ExtensionContext;
import org.junit.jupiter.api.parallel.Isolated;
import org.junit.jupiter.api.parallel.ResourceAccessMode;
import org.junit.jupiter.api.parallel.ResourceLock;
import org.junit.jupiter.api.parallel.Resources;
import org.junit.platform.commons.support.AnnotationSupport;

/** Checks whether other tests may run at the same time as a test. */
final class Concurrency {

  private static final String PARALLEL = "junit.jupiter.execution.parallel.enabled";

  private Concurrency() {}

  /**
   * Whether the run is parallel and the test is neither run by Tare's engine, which is serial, nor
   * isolated by JUnit.
   */
  static boolean of(ExtensionContext context, RealMethod real) {
    return !real.byTare()
        && context.getConfigurationParameter(PARALLEL).map(Boolean::parseBoolean).orElse(false)
        && !isAlone(context.getRequiredTestClass(), real);
  }

  private static boolean isAlone(Class<?> testClass, RealMethod real) {
    return holdsAll(real.method())
        || MeasuredAnnotations.outwards(testClass).stream()
            .anyMatch(
                type -> AnnotationSupport.isAnnotated(type, Isolated.class) || holdsAll(type));
  }

  private static boolean holdsAll(AnnotatedElement element) {
    return AnnotationSupport.findRepeatableAnnotations(element, ResourceLock.class).stream()
        .anyMatch(
            lock ->
                lock.value().equals(Resources.GLOBAL)
                    && lock.mode() == ResourceAccessMode.READ_WRITE);
  }
}
