package dev.tare.internal.agent;

import java.lang.instrument.Instrumentation;

/** Whether this JVM grants Tare an {@link Instrumentation}. */
public sealed interface AgentAccess {

  /** Returns a text as a part of a sentence, without a full stop at its end. */
  static String clause(String text) {
    return text.replaceFirst("[\\s.;,:!]+$", "");
  }

  /** The JVM grants this instrumentation. */
  record Granted(Instrumentation instrumentation) implements AgentAccess {}

  /**
   * The JVM grants none.
   *
   * @param reason the reason, with the JVM's own message if it gave one; without a full stop
   * @param remedy the one line to add
   */
  record Refused(String reason, String remedy) implements AgentAccess {

    /** Removes the full stop with which the JVM's message may end. */
    public Refused {
      reason = clause(reason);
    }
  }
}
