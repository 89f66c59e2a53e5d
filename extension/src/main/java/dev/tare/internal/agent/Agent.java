package dev.tare.internal.agent;

import dev.tare.internal.agent.AgentAccess.Granted;
import dev.tare.internal.agent.AgentAccess.Refused;
import java.lang.instrument.Instrumentation;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import org.jspecify.annotations.Nullable;

/**
 * The JVM's {@link Instrumentation}: asked for once, remembered, or refused with the line to add.
 *
 * <p>It is that of the agent given with {@code -javaagent:}, else that of an agent which the JVM
 * loads into itself; see {@link SelfLoad}. Either is looked up through the system class loader, so
 * several copies of Tare in one JVM, in class loaders or modules of their own, share one agent.
 */
public final class Agent {

  private static volatile @Nullable AgentAccess known;

  private Agent() {}

  /** The instrumentation, or why there is none. */
  public static AgentAccess access() {
    AgentAccess access = known;
    return access != null ? access : find();
  }

  /**
   * Has what takes longest of loading the agent done in another thread, for who will ask for {@link
   * #access()} soon. Nothing is loaded by it.
   */
  public static void prepareAhead() {
    if (known == null
        && JdkModules.missing(JdkModules.OF_SELF_LOAD).isEmpty()
        && Premain.instrumentation() == null) {
      SelfLoad.prepareAhead();
    }
  }

  private static synchronized AgentAccess find() {
    AgentAccess access = known;
    if (access == null && !JdkModules.missing(List.of("java.instrument")).isEmpty()) {
      access = lacking("java.instrument");
      known = access;
    }
    if (access == null) {
      Instrumentation given = Premain.instrumentation();
      access =
          Optional.ofNullable(given)
              .or(() -> handedTo(Premain.class.getName()))
              .<AgentAccess>map(Granted::new)
              .orElseGet(Agent::selfLoaded);
      if (access instanceof Granted granted) {
        access = opened(granted.instrumentation());
      }
      known = access;
    }
    return access;
  }

  /** What needs the module is not even linked where it is missing. */
  private static AgentAccess selfLoaded() {
    List<String> missing = JdkModules.missing(JdkModules.OF_SELF_LOAD);
    return missing.isEmpty() ? SelfLoad.access() : lacking(missing.get(0));
  }

  private static AgentAccess lacking(String module) {
    return new Refused(JdkModules.reason(module), JdkModules.remedy(module));
  }

  /** What the JVM handed to an agent class that the system class loader knows. */
  static Optional<Instrumentation> handedTo(String agentClass) {
    try {
      Class<?> agent = Class.forName(agentClass, true, ClassLoader.getSystemClassLoader());
      Object handed = agent.getMethod("instrumentation").invoke(null);
      return Optional.ofNullable((Instrumentation) handed);
    } catch (ReflectiveOperationException | LinkageError e) {
      // no such agent in this JVM, or one in a module that keeps it to itself
      return Optional.empty();
    }
  }

  /**
   * Lets Tare read fields and the JDK's list of them, as no flag of the command line is needed for
   * it and nothing is opened to anybody else.
   */
  public static AgentAccess opened(Instrumentation instrumentation) {
    Module base = Object.class.getModule();
    Set<Module> own = Set.of(Agent.class.getModule());
    try {
      instrumentation.redefineModule(
          base,
          Set.of(),
          Map.of("jdk.internal.misc", own),
          Map.of("java.lang", own),
          Set.of(),
          Map.of());
      return new Granted(instrumentation);
    } catch (RuntimeException e) {
      return new Refused("this JVM does not open java.base to an agent: " + e, SelfLoad.HOTSPOT);
    }
  }
}
