package dev.tare.internal.agent.weave;

import java.util.Map;

/** Other agents that weave into the same classes, and what they call there. */
final class OtherAgents {

  private static final Map<String, String> LABELS =
      Map.of(
          "org.jacoco.", "JaCoCo",
          "org.mockito.", "Mockito",
          "net.bytebuddy.", "Mockito");

  private OtherAgents() {}

  /** The tool that a class belongs to; empty if it is none of them. */
  static String label(String type) {
    return LABELS.entrySet().stream()
        .filter(tool -> type.startsWith(tool.getKey()))
        .map(Map.Entry::getValue)
        .findFirst()
        .orElse("");
  }

  /** The same of a class and a method in it, which a tool may have added to it. */
  static String label(String type, String method) {
    return method.equals("$jacocoInit") ? "JaCoCo" : label(type);
  }
}
