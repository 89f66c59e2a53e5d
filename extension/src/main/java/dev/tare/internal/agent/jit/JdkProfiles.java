package dev.tare.internal.agent.jit;

import dev.tare.internal.agent.Agent;
import dev.tare.internal.agent.AgentAccess.Granted;
import dev.tare.internal.agent.AgentAccess.Refused;
import dev.tare.internal.agent.Retransformation;
import java.lang.instrument.Instrumentation;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;

/**
 * What HotSpot has learnt of the methods of the JDK's API from all that has called them in this
 * JVM: which types came by, and which branches were taken. It compiles them by that for every
 * caller.
 *
 * <p>A method that is redefined begins without, be it by the class that it has: the JVM makes a new
 * method of it, and leaves the old one's profile and code behind. So can be had in this JVM what
 * otherwise takes one that has run nothing else.
 */
public final class JdkProfiles {

  // HotSpot, jvmtiRedefineClasses.cpp: the methods are those of the class file that is parsed anew;
  // methodData.hpp: a profile belongs to one of them. Measured on 25, in a JVM in which JUnit had
  // found and set up one test, JMH beside it: 50 numbers into a TreeMap took 0.95 to 1.03 us
  // before, 0.69 to 0.74 us after, JMH 0.72 us; a read of a HashMap 9.3 to 9.5 ns before, 8.2 to
  // 8.4 ns after, JMH 8.1 ns. It takes 0.1 to 0.3 s, and the agent 0.1 to 0.2 s.

  /** Its classes are bound into call sites when these are linked, and learn nothing of callers. */
  private static final String LINKAGE = "java.lang.invoke.";

  private static volatile @Nullable String kept;

  private JdkProfiles() {}

  /** Why not all of it can be forgotten; empty if it can. */
  public static Optional<String> obstacle() {
    return Agent.access() instanceof Refused refused
        ? Optional.of(refused.reason())
        : Optional.ofNullable(kept);
  }

  /** Forgets it, and discards what was compiled by it; nothing where no agent gets in. */
  public static void forget() {
    if (!(Agent.access() instanceof Granted granted)) {
      return;
    }
    Instrumentation instrumentation = granted.instrumentation();
    List<Class<?>> types =
        Stream.<Class<?>>of(instrumentation.getAllLoadedClasses())
            .filter(JdkProfiles::isApi)
            .filter(instrumentation::isModifiableClass)
            .toList();
    List<String> refused = new ArrayList<>();
    new Retransformation(instrumentation, type -> refused.add(type.getName())).apply(types);
    kept = refused.isEmpty() ? null : "this JVM redefines no " + String.join(", ", refused);
  }

  private static boolean isApi(Class<?> type) {
    return type.getClassLoader() == null
        && type.getName().startsWith("java.")
        && !type.getName().startsWith(LINKAGE)
        && !type.isHidden();
  }
}
