package dev.tare.internal.agent.weave;

import java.util.Map;

/** Recognizes other agents that weave the same classes, and the methods that they call there. */
public final class OtherAgents {

  private static final Map<String, String> LABELS =
      Map.of(
          "org.jacoco.", "JaCoCo",
          "org.mockito.", "Mockito",
          "net.bytebuddy.", "Mockito");

  private OtherAgents() {}

  /** Returns the name of the agent that a class belongs to; empty if none. */
  public static String label(String type) {
    return LABELS.entrySet().stream()
        .filter(agent -> type.startsWith(agent.getKey()))
        .map(Map.Entry::getValue)
        .findFirst()
        .orElse("");
  }

  /**
   * Returns the name of the agent that a method belongs to, because its class does or because the
   * agent added it; empty if none.
   */
  public static String label(String type, String method) {
    return method.equals("$jacocoInit") ? "JaCoCo" : label(type);
  }
}
