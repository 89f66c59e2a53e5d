package dev.tare.engine;

import java.lang.reflect.Method;
import java.util.Optional;
import java.util.ServiceLoader;
import org.junit.platform.engine.TestEngine;

/** Finds the Jupiter engine. */
final class JupiterEngine {

  static final String ID = "junit-jupiter";

  private JupiterEngine() {}

  /** Returns the Jupiter engine of the tests' class path, if there is one. */
  static Optional<TestEngine> engine() {
    ClassLoader loader = Thread.currentThread().getContextClassLoader();
    for (TestEngine engine : ServiceLoader.load(TestEngine.class, loader)) {
      if (engine.getId().equals(ID)) {
        return Optional.of(engine);
      }
    }
    return Optional.empty();
  }

  /** Returns whether Jupiter runs suspend functions of Kotlin, as since JUnit 6. */
  static boolean runsSuspendFunctions() {
    try {
      // 5.13 and 5.14 have the class too, without the method
      Class.forName(
              "org.junit.platform.commons.util.KotlinReflectionUtils",
              false,
              TestEngine.class.getClassLoader())
          .getMethod("isKotlinSuspendingFunction", Method.class);
      return true;
    } catch (ReflectiveOperationException e) {
      return false;
    }
  }
}
