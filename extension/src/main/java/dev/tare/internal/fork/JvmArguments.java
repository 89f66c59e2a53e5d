package dev.tare.internal.fork;

import java.util.List;
import java.util.stream.Stream;

/**
 * The arguments of a JVM that another one can be started with.
 *
 * @param kept those that say how code runs
 * @param dropped those that two JVMs cannot have at a time, or that would weigh in every time
 */
record JvmArguments(List<String> kept, List<String> dropped) {

  /** Debuggers wait on a port, remote management too, and two recordings write to one file. */
  private static final List<String> SINGLE =
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

  /** What counts the lines that run slows them down, and writes to one file at the end. */
  private static final List<String> COVERAGE =
      List.of("jacoco", "intellij-coverage", "idea_rt", "cobertura", "clover");

  // JEP 451: from 21 on a JVM warns of an agent that it loads into itself unless this is given
  private static final String LOADING = "EnableDynamicAgentLoading";

  static JvmArguments of(List<String> all) {
    return new JvmArguments(
        all.stream().filter(JvmArguments::keeps).toList(),
        all.stream().filter(argument -> !keeps(argument)).toList());
  }

  /** Those kept, and what lets an agent in where nobody said whether it may. */
  List<String> letAgentIn() {
    boolean said = kept.stream().anyMatch(argument -> argument.contains(LOADING));
    return said ? kept : Stream.concat(kept.stream(), Stream.of("-XX:+" + LOADING)).toList();
  }

  private static boolean keeps(String argument) {
    if (argument.startsWith("-javaagent:") || argument.startsWith("-agentpath:")) {
      String agent = argument.substring(0, end(argument));
      return COVERAGE.stream().noneMatch(agent::contains) && !agent.contains("jdwp");
    }
    return SINGLE.stream().noneMatch(argument::startsWith);
  }

  /** Where the path of an agent ends and its options begin. */
  private static int end(String agent) {
    int options = agent.indexOf('=');
    return options < 0 ? agent.length() : options;
  }

  /** An argument without its value, and an agent without its folder. */
  static String shortened(String argument) {
    String key = argument.substring(0, end(argument));
    int agent = key.indexOf(':') + 1;
    int folder = Math.max(key.lastIndexOf('/'), key.lastIndexOf('\\')) + 1;
    return folder > agent ? key.substring(0, agent) + key.substring(folder) : key;
  }
}
