package dev.tare.engine;

import dev.tare.extension.ConfigurationKey;
import dev.tare.extension.MeasuredBy;
import dev.tare.internal.agent.Agent;
import dev.tare.internal.jupiter.AnnotationPresence;
import java.lang.reflect.Method;
import org.junit.platform.engine.ConfigurationParameters;

/**
 * Prepares the agent during discovery if a method is measured: preparation takes a quarter of a
 * second, for which the first test would wait.
 *
 * <p>Only the declared methods of selected classes are checked, not defaults, fields or parameters:
 * a test that is missed waits for the agent.
 */
final class AgentPreparation {

  private final AnnotationPresence presence = new AnnotationPresence();
  private boolean searching;

  AgentPreparation(ConfigurationParameters parameters) {
    this.searching =
        parameters.get(ConfigurationKey.ENABLED.key()).map(Boolean::parseBoolean).orElse(true);
  }

  /** Checks the methods that the class declares, also Jupiter's tests, until one is measured. */
  void prepareFor(Class<?> testClass) {
    for (Method method : searching ? testClass.getDeclaredMethods() : new Method[0]) {
      if (presence.isPresent(method, MeasuredBy.class)) {
        searching = false;
        Agent.prepareAhead();
        return;
      }
    }
  }
}
