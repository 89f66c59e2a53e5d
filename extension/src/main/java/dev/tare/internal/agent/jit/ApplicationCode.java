package dev.tare.internal.agent.jit;

import dev.tare.internal.agent.Agent;
import dev.tare.internal.agent.AgentAccess.Granted;
import dev.tare.internal.agent.JdkModules;
import dev.tare.internal.agent.TareClasses;
import dev.tare.internal.agent.weave.IdentityTransformer;
import java.util.Set;
import javax.management.JMException;

/**
 * Discards the machine code and the JIT profiles of the application's classes, so that they are
 * compiled anew.
 *
 * <p>Two equal methods can be compiled into code that differs in speed by a factor of two and stays
 * for the life of the JVM. Only a new compilation shows whether a difference is real.
 */
public final class ApplicationCode {

  // Redefining a class with identical bytes replaces its methods, see JdkProfiles. Classes without
  // compiled code are left alone, because an application may have loaded thousands of them.

  private ApplicationCode() {}

  /**
   * Discards the compiled code and the profiles.
   *
   * @return false if not all could be discarded: without an agent, without a list of compiled
   *     methods, or if the JVM refuses a class
   */
  public static boolean discard() {
    if (!(Agent.access() instanceof Granted granted)) {
      return false;
    }
    Set<String> compiled;
    try {
      compiled = CompiledClasses.list(CompiledClasses.ANY);
    } catch (JMException | RuntimeException e) {
      return false; // not HotSpot, or a runtime without the management module
    }
    return !compiled.isEmpty()
        && IdentityTransformer.redefine(
                granted.instrumentation(),
                type -> compiled.contains(type.getName()) && isOfApplication(type))
            .isEmpty();
  }

  private static boolean isOfApplication(Class<?> type) {
    return !JdkModules.isOfTheJdk(type)
        && !TareClasses.isInternal(type.getName())
        // stubs of earlier measurements, which are no longer called
        && !type.isSynthetic();
  }
}
