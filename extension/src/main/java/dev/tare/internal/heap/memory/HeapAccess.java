package dev.tare.internal.heap.memory;

import dev.tare.heap.UnweighableException;
import dev.tare.internal.agent.Agent;
import dev.tare.internal.agent.AgentAccess.Granted;
import dev.tare.internal.agent.AgentAccess.Refused;
import java.lang.instrument.Instrumentation;

/**
 * Whether this JVM lets us look at its objects; asked before {@link ObjectMemory} is initialized.
 */
public final class HeapAccess {

  private HeapAccess() {}

  /**
   * Makes sure that objects can be looked at.
   *
   * @throws UnweighableException if this JVM lets no agent in, or keeps its objects to itself
   */
  public static void require() {
    instrumentation();
    try {
      ObjectMemory.initialize();
    } catch (LinkageError e) {
      throw new UnweighableException(
          "this JVM has no jdk.internal.misc.Unsafe as Tare knows it: " + e,
          "run on a HotSpot JVM from 17 on",
          e);
    }
  }

  /**
   * The JVM's instrumentation.
   *
   * @throws UnweighableException if this JVM lets no agent in
   */
  static Instrumentation instrumentation() {
    if (Agent.access() instanceof Refused refused) {
      throw new UnweighableException(refused.reason(), refused.remedy());
    }
    return ((Granted) Agent.access()).instrumentation();
  }
}
