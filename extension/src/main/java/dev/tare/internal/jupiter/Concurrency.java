package dev.tare.internal.jupiter;

import dev.tare.internal.launch.LauncherRun;
import java.lang.reflect.AnnotatedElement;
import java.lang.reflect.Method;
import org.apiguardian.api.API;
import org.junit.jupiter.api.extension.ExtensionContext;
import org.junit.jupiter.api.parallel.ResourceAccessMode;
import org.junit.jupiter.api.parallel.ResourceLock;
import org.junit.jupiter.api.parallel.Resources;
import org.junit.platform.commons.support.AnnotationSupport;

/** Checks whether other tests may run at the same time as a test. */
@API(status = API.Status.INTERNAL, since = "0.1")
public final class Concurrency {

  private static final String PARALLEL = "junit.jupiter.execution.parallel.enabled";

  /** Prefix of the unique ids of Tare's engine, which runs its tests one after the other. */
  private static final String TARE_ENGINE = "[engine:tare]";

  private Concurrency() {}

  /**
   * Returns whether other tests may run at the same time as a test of JUnit: the run is parallel,
   * and the test is not isolated.
   */
  static boolean isPossible(ExtensionContext context, Method test) {
    return context.getConfigurationParameter(PARALLEL).map(Boolean::parseBoolean).orElse(false)
        && !isIsolated(context.getRequiredTestClass(), test);
  }

  /**
   * Returns whether other tests of the run may run while this thread measures without an
   * annotation.
   */
  public static boolean isPossible(LauncherRun run) {
    return run.isParallel()
        && run.current()
            .map(
                test ->
                    !test.uniqueId().startsWith(TARE_ENGINE)
                        && !isIsolated(test.testClass().get(), test.method().get()))
            .orElse(true);
  }

  private static boolean isIsolated(Class<?> testClass, Method method) {
    return hasGlobalLock(method)
        || MeasuredAnnotations.withEnclosingClasses(testClass).stream()
            .anyMatch(Concurrency::hasGlobalLock); // @Isolated has one
  }

  private static boolean hasGlobalLock(AnnotatedElement element) {
    return AnnotationSupport.findRepeatableAnnotations(element, ResourceLock.class).stream()
        .anyMatch(
            lock ->
                lock.value().equals(Resources.GLOBAL)
                    && lock.mode() == ResourceAccessMode.READ_WRITE);
  }
}
