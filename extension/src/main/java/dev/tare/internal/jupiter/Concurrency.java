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

  private Concurrency() {}

  /**
   * Returns whether other tests may run at the same time: the run is parallel, the test not alone.
   */
  static boolean isPossible(ExtensionContext context, Method test) {
    return context.getConfigurationParameter(PARALLEL).map(Boolean::parseBoolean).orElse(false)
        && !runsAlone(context.getUniqueId(), context.getRequiredTestClass(), test);
  }

  /**
   * Returns whether other tests of the run may run while this thread measures without an
   * annotation.
   */
  public static boolean isPossible(LauncherRun run) {
    return run.isParallel()
        && run.current()
            .map(test -> !runsAlone(test.uniqueId(), test.testClass().get(), test.method().get()))
            .orElse(true);
  }

  /** Returns whether a test is isolated, or of Tare's engine, which runs one after the other. */
  private static boolean runsAlone(String uniqueId, Class<?> testClass, Method method) {
    return LauncherRun.isRunByTare(uniqueId)
        || hasGlobalLock(method)
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
