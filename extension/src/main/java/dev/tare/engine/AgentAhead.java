package dev.tare.engine;

import dev.tare.extension.Configuration;
import dev.tare.extension.MeasuredBy;
import dev.tare.internal.agent.Agent;
import dev.tare.internal.jupiter.AnnotationPresence;
import dev.tare.internal.jupiter.MeasuredAnnotations;
import java.lang.reflect.Method;
import org.junit.platform.engine.ConfigurationParameters;

/**
 * Has the agent prepared while classes are still being discovered, if one of their methods weighs a
 * value: it takes a quarter of a second, for which the first test would wait.
 *
 * <p>It looks at the methods that selected classes themselves declare, and at no defaults, fields
 * or parameters: what it overlooks only waits.
 */
final class AgentAhead {

  private final AnnotationPresence marks = new AnnotationPresence();
  private boolean looks;

  AgentAhead(ConfigurationParameters parameters) {
    this.looks = parameters.get(Configuration.ENABLED).map(Boolean::parseBoolean).orElse(true);
  }

  /** Looks at the methods that the class declares, Jupiter's too, until one was found. */
  void expect(Class<?> testClass) {
    for (Method method : looks ? testClass.getDeclaredMethods() : new Method[0]) {
      if (marks.on(method, MeasuredBy.class) && weighsValues(method)) {
        looks = false;
        Agent.prepareAhead();
        return;
      }
    }
  }

  private static boolean weighsValues(Method method) {
    try {
      return MeasuredAnnotations.weighValues(method);
    } catch (RuntimeException | LinkageError e) {
      return false; // the test that has it says so
    }
  }
}
