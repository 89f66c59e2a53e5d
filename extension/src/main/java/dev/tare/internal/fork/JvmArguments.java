package dev.tare.internal.fork;

import java.util.List;
import java.util.stream.Stream;

/**
 * Arguments that are passed to fresh JVMs.
 *
 * @param kept arguments that say how code runs
 */
record JvmArguments(List<String> kept) {

  /**
   * Prefixes of arguments that two JVMs cannot both have: debuggers and remote management wait on a
   * port, and recordings write to a file.
   */
  private static final List<String> EXCLUSIVE =
      List.of(
          "-agentlib:jdwp",
          "-Xrunjdwp",
          "-Xdebug",
          "-Dcom.sun.management.jmxremote",
          "-XX:StartFlightRecording",
          "-XX:FlightRecorderOptions",
          "-XX:ArchiveClassesAtExit",
          "-XX:AOTCacheOutput",
          "-Xshare:dump",
          "-Xlog:",
          "-Xloggc:");

  /**
   * Names of coverage agents, which slow down every line. In both JVMs, an agent would write to the
   * same file at the end.
   */
  private static final List<String> COVERAGE_AGENTS =
      List.of("jacoco", "intellij-coverage", "idea_rt", "cobertura", "clover");

  // JEP 451: from JDK 21 on, a JVM warns of an agent that it loads into itself unless this is given
  private static final String DYNAMIC_AGENT_LOADING = "EnableDynamicAgentLoading";

  /**
   * Returns the arguments of a JVM without those that two JVMs cannot both have, or that would slow
   * down every call.
   */
  static JvmArguments of(List<String> all) {
    return new JvmArguments(all.stream().filter(JvmArguments::isKept).toList());
  }

  /** Returns the kept arguments, with dynamic loading of agents allowed unless they set it. */
  List<String> withDynamicAgentLoading() {
    boolean isSet = kept.stream().anyMatch(argument -> argument.contains(DYNAMIC_AGENT_LOADING));
    return isSet
        ? kept
        : Stream.concat(kept.stream(), Stream.of("-XX:+" + DYNAMIC_AGENT_LOADING)).toList();
  }

  private static boolean isKept(String argument) {
    if (argument.startsWith("-javaagent:") || argument.startsWith("-agentpath:")) {
      String agent = argument.split("=", 2)[0];
      return COVERAGE_AGENTS.stream().noneMatch(agent::contains) && !agent.contains("jdwp");
    }
    return EXCLUSIVE.stream().noneMatch(argument::startsWith);
  }
}
