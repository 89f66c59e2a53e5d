package dev.tare.internal.agent;

import java.lang.instrument.Instrumentation;

/** Whether this JVM grants Tare an {@link Instrumentation}. */
public sealed interface AgentAccess {

  /** Removes a full stop and other punctuation from the end, so that the text can be continued. */
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
