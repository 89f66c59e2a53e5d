package dev.tare.internal.agent;

import dev.tare.internal.agent.Agent.AgentAccess.Granted;
import dev.tare.internal.agent.Agent.AgentAccess.Refused;
import java.lang.instrument.Instrumentation;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import org.jspecify.annotations.Nullable;

/**
 * Access to the JVM's {@link Instrumentation}, obtained on first use and cached. If the JVM refuses
 * it, the refusal says what to add to the command line.
 *
 * <p>It comes from the agent given with {@code -javaagent:}, else from an agent that the JVM loads
 * into itself, see {@link SelfLoad}. Both are found through the system class loader, so that all
 * copies of Tare in one JVM, in different class loaders or modules, share one agent.
 */
public final class Agent {

  private static volatile @Nullable AgentAccess cached;

  private Agent() {}

  /** Returns the instrumentation, or the reason why there is none. */
  public static synchronized AgentAccess access() {
    AgentAccess access = cached;
    if (access == null) {
      access = request();
      cached = access;
    }
    return access;
  }

  /**
   * Does the slow part of loading the agent in another thread, so that a later {@link #access()} is
   * faster. Does not load the agent.
   */
  public static void prepareAhead() {
    try {
      if (cached == null && Premain.instrumentation() == null) {
        SelfLoad.prepareAhead();
      }
    } catch (LinkageError e) {
      // access() runs into the same failure and reports it
    }
  }

  private static AgentAccess request() {
    try {
      AgentAccess access = granted().<AgentAccess>map(Granted::new).orElseGet(SelfLoad::access);
      return access instanceof Granted granted ? openPackages(granted.instrumentation()) : access;
    } catch (LinkageError e) {
      return new Refused(
          "this Java runtime lacks classes of an agent: " + e,
          "add java.instrument, jdk.management and jdk.jfr to the modules of the runtime");
    }
  }

  /**
   * Returns the instrumentation that the JVM passed to {@link Premain}, either that of this copy of
   * Tare or the one that the system class loader finds; empty if no agent was loaded.
   */
  static Optional<Instrumentation> granted() {
    Instrumentation own = Premain.instrumentation();
    try {
      Object granted =
          own != null
              ? own
              : Class.forName(Premain.class.getName(), true, ClassLoader.getSystemClassLoader())
                  .getMethod("instrumentation")
                  .invoke(null);
      return Optional.ofNullable((Instrumentation) granted);
    } catch (ReflectiveOperationException | LinkageError e) {
      // no such agent in this JVM, or its module does not export the class
      return Optional.empty();
    }
  }

  /**
   * Opens {@code java.lang} and {@code java.lang.ref}, and exports {@code jdk.internal.misc}, to
   * Tare's own module, so that no flag is needed on the command line. No other module gains access.
   */
  public static AgentAccess openPackages(Instrumentation instrumentation) {
    Module base = Object.class.getModule();
    Set<Module> tare = Set.of(Agent.class.getModule());
    try {
      instrumentation.redefineModule(
          base,
          Set.of(),
          Map.of("jdk.internal.misc", tare),
          Map.of("java.lang", tare, "java.lang.ref", tare),
          Set.of(),
          Map.of());
      return new Granted(instrumentation);
    } catch (RuntimeException e) {
      return new Refused(
          "this JVM does not open java.base to an agent: " + e, SelfLoad.HOTSPOT_REMEDY);
    }
  }

  /** Whether this JVM grants Tare an {@link Instrumentation}. */
  public sealed interface AgentAccess {

    /**
     * Removes a full stop and other punctuation from the end, so that the text can be continued.
     */
    static String clause(String text) {
      return text.replaceFirst("[\\s.;,:!]+$", "");
    }

    /** The JVM grants this instrumentation. */
    record Granted(Instrumentation instrumentation) implements AgentAccess {}

    /**
     * The JVM grants none.
     *
     * @param reason the reason, with the JVM's own message if there is one; without a full stop
     * @param remedy what to do, in one line
     */
    record Refused(String reason, String remedy) implements AgentAccess {

      /** Removes the full stop at the end of the JVM's message. */
      public Refused {
        reason = clause(reason);
      }
    }
  }
}
