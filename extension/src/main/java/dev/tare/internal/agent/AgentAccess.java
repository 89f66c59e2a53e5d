package dev.tare.internal.agent;

import java.lang.instrument.Instrumentation;

/** Whether this JVM grants Tare an {@link Instrumentation}. */
public sealed interface AgentAccess {

  /** The JVM grants this instrumentation. */
  record Granted(Instrumentation instrumentation) implements AgentAccess {}

  /**
   * The JVM grants none.
   *
   * @param reason the reason, with the JVM's own message if it gave one
   * @param remedy the one line to add
   */
  record Refused(String reason, String remedy) implements AgentAccess {}
}
