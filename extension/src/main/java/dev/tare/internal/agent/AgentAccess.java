package dev.tare.internal.agent;

import java.lang.instrument.Instrumentation;

/** Whether this JVM lets Tare look at its objects. */
public sealed interface AgentAccess {

  /** It does, through this. */
  record Granted(Instrumentation instrumentation) implements AgentAccess {}

  /**
   * It does not.
   *
   * @param reason why, in the JVM's own words where it gave any
   * @param remedy the one line to add
   */
  record Refused(String reason, String remedy) implements AgentAccess {}
}
