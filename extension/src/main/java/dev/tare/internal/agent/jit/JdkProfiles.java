package dev.tare.internal.agent.jit;

import dev.tare.internal.agent.Agent;
import dev.tare.internal.agent.AgentAccess.Granted;
import dev.tare.internal.agent.AgentAccess.Refused;
import dev.tare.internal.agent.Retransformation;
import java.lang.instrument.Instrumentation;
import java.util.Optional;
import java.util.stream.Collectors;
import org.jspecify.annotations.Nullable;

/**
 * Discards the JIT profiles and the compiled code of the JDK's API classes. HotSpot collects one
 * profile per method (receiver types, taken branches) from all its callers, and compiles the method
 * by this profile for every caller.
 *
 * <p>Redefining a class, even with identical bytes, discards its methods' profiles and compiled
 * code. Afterwards the JDK's methods are profiled as in a JVM that has run nothing else.
 */
public final class JdkProfiles {

  // HotSpot, jvmtiRedefineClasses.cpp: the methods are those of the newly parsed class file;
  // methodData.hpp: a profile belongs to one method. docs/internals/measurements/noise.md has the
  // effect on figures and the time that it takes.

  /**
   * Package of the classes that are bound into call sites at linkage. They hold no profiles of
   * callers.
   */
  private static final String LINKAGE_PACKAGE = "java.lang.invoke.";

  private static volatile @Nullable String obstacle;

  private JdkProfiles() {}

  /** Returns the reason why not all profiles can be discarded; empty if they can. */
  public static Optional<String> obstacle() {
    return Agent.access() instanceof Refused refused
        ? Optional.of(refused.reason())
        : Optional.ofNullable(obstacle);
  }

  /** Discards the profiles and the code compiled from them; does nothing without an agent. */
  public static void discard() {
    if (!(Agent.access() instanceof Granted granted)) {
      return;
    }
    Instrumentation instrumentation = granted.instrumentation();
    String refused =
        Retransformation.apply(
                instrumentation, Retransformation.loaded(instrumentation, JdkProfiles::isApi))
            .stream()
            .map(Class::getName)
            .collect(Collectors.joining(", "));
    obstacle = refused.isEmpty() ? null : "this JVM cannot redefine " + refused;
  }

  private static boolean isApi(Class<?> type) {
    return type.getClassLoader() == null
        && type.getName().startsWith("java.")
        && !type.getName().startsWith(LINKAGE_PACKAGE)
        && !type.isHidden();
  }
}
