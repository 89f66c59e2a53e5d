package dev.tare.engine;

import dev.tare.extension.Configuration;
import dev.tare.extension.MeasuredBy;
import dev.tare.internal.agent.Agent;
import dev.tare.internal.jupiter.AnnotationPresence;
import dev.tare.internal.jupiter.MeasuredAnnotations;
import java.lang.reflect.Method;
import org.junit.platform.engine.ConfigurationParameters;

/**
 * Prepares the agent during discovery if a method weighs a value: preparation takes a quarter of a
 * second, for which the first test would wait.
 *
 * <p>Only the declared methods of selected classes are checked, not defaults, fields or parameters:
 * a test that is missed waits for the agent.
 */
final class AgentPreparation {

  private final Configuration configuration;
  private final AnnotationPresence presence = new AnnotationPresence();
  private boolean searching;

  AgentPreparation(ConfigurationParameters parameters) {
    this.configuration = new Configuration(parameters::get);
    this.searching = parameters.get(Configuration.ENABLED).map(Boolean::parseBoolean).orElse(true);
  }

  /** Checks the methods that the class declares, also Jupiter's tests, until one weighs a value. */
  void prepareFor(Class<?> testClass) {
    for (Method method : searching ? testClass.getDeclaredMethods() : new Method[0]) {
      if (presence.isPresent(method, MeasuredBy.class) && weighsValues(testClass, method)) {
        searching = false;
        Agent.prepareAhead();
        return;
      }
    }
  }

  private boolean weighsValues(Class<?> testClass, Method method) {
    try {
      return MeasuredAnnotations.weighValues(testClass, method, configuration);
    } catch (RuntimeException | LinkageError e) {
      return false; // reported when the test runs
    }
  }
}
