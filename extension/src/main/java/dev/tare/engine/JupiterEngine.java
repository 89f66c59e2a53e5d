package dev.tare.engine;

import static java.util.stream.Collectors.toMap;

import dev.tare.internal.agent.Agent;
import dev.tare.internal.agent.Agent.AgentAccess.Granted;
import dev.tare.internal.call.JupiterCopy;
import dev.tare.internal.jupiter.SourceAnnotations;
import java.lang.module.ModuleDescriptor.Exports;
import java.lang.reflect.Method;
import java.util.Map;
import java.util.Optional;
import java.util.ServiceLoader;
import java.util.Set;
import org.junit.platform.commons.JUnitException;
import org.junit.platform.commons.support.ReflectionSupport;
import org.junit.platform.engine.TestEngine;

/** Finds the Jupiter engine and copies it. */
final class JupiterEngine {

  static final String ID = "junit-jupiter";

  private JupiterEngine() {}

  /** Returns the class of the Jupiter engine of the tests' class path, if there is one. */
  static Optional<Class<?>> find() {
    ClassLoader loader = Thread.currentThread().getContextClassLoader();
    for (TestEngine engine : ServiceLoader.load(TestEngine.class, loader)) {
      if (engine.getId().equals(ID)) {
        return Optional.of(engine.getClass());
      }
    }
    return Optional.empty();
  }

  /**
   * Returns a copy of the Jupiter engine, which runs Tare's tests instead.
   *
   * @throws JUnitException if it is on the module path and there is no agent
   */
  static TestEngine copy(Class<?> engine) {
    Class<?> copy = JupiterCopy.of(engine, MeasuredMethods::isTestOfKind, SourceAnnotations.class);
    if (engine.getModule().isNamed()) {
      export(engine.getModule(), copy.getModule());
    }
    return (TestEngine) ReflectionSupport.newInstance(copy);
  }

  /** Exports to the copy what JUnit's modules export to the module of the engine alone. */
  private static void export(Module jupiter, Module copy) {
    if (!(Agent.access() instanceof Granted granted)) {
      throw new JUnitException(
          "JUnit is on the module path; let Tare's agent open it with"
              + " -XX:+EnableDynamicAgentLoading");
    }
    for (Module module : jupiter.getLayer().modules()) {
      Map<String, Set<Module>> exports =
          module.getDescriptor().exports().stream()
              .filter(exported -> exported.targets().contains(jupiter.getName()))
              .collect(toMap(Exports::source, exported -> Set.of(copy)));
      if (!exports.isEmpty()) {
        granted
            .instrumentation()
            .redefineModule(module, Set.of(), exports, Map.of(), Set.of(), Map.of());
      }
    }
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
