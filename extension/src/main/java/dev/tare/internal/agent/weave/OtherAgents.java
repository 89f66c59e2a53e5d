package dev.tare.internal.agent.weave;

import java.util.Map;

/**
 * Recognizes other agents that weave into the same classes, and the methods that they call there.
 */
final class OtherAgents {

  private static final Map<String, String> LABELS =
      Map.of(
          "org.jacoco.", "JaCoCo",
          "org.mockito.", "Mockito",
          "net.bytebuddy.", "Mockito");

  private OtherAgents() {}

  /** Returns the tool that a class belongs to; empty if none. */
  static String label(String type) {
    return LABELS.entrySet().stream()
        .filter(tool -> type.startsWith(tool.getKey()))
        .map(Map.Entry::getValue)
        .findFirst()
        .orElse("");
  }

  /**
   * Returns the tool that a method belongs to, by its class or as a method added to it; empty if
   * none.
   */
  static String label(String type, String method) {
    return method.equals("$jacocoInit") ? "JaCoCo" : label(type);
  }
}
