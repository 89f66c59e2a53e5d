package dev.tare.internal.heap.memory;

import dev.tare.heap.UnweighableException;
import dev.tare.internal.agent.Agent;
import dev.tare.internal.agent.Agent.AgentAccess.Granted;
import dev.tare.internal.agent.Agent.AgentAccess.Refused;
import java.lang.instrument.Instrumentation;
import java.util.Map;
import java.util.Set;

/**
 * Check that this JVM grants access to its objects. It must precede the first use of {@link
 * ObjectMemory}.
 */
public final class HeapAccess {

  private HeapAccess() {}

  /**
   * Checks that objects can be read.
   *
   * @throws UnweighableException if this JVM does not allow an agent to be loaded or has no
   *     supported {@code Unsafe}
   */
  public static void require() {
    instrumentation();
    try {
      ObjectMemory.initialize();
    } catch (LinkageError e) {
      throw new UnweighableException(
          "jdk.internal.misc.Unsafe of this JVM lacks a method that Tare needs: " + e,
          "run on a HotSpot JVM from 17 on",
          e);
    }
  }

  /**
   * Returns the JVM's instrumentation.
   *
   * @throws UnweighableException if this JVM does not allow an agent to be loaded
   */
  static Instrumentation instrumentation() {
    if (Agent.access() instanceof Refused refused) {
      throw new UnweighableException(refused.reason(), refused.remedy());
    }
    return ((Granted) Agent.access()).instrumentation();
  }

  /** Exports a package to Tare's own module, and to no other. */
  static void export(Module module, String name) {
    instrumentation()
        .redefineModule(
            module,
            Set.of(),
            Map.of(name, Set.of(HeapAccess.class.getModule())),
            Map.of(),
            Set.of(),
            Map.of());
  }
}
