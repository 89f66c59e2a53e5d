package dev.tare.internal.timing.clock;

import dev.tare.model.Remark;
import java.util.List;
import java.util.Optional;
import java.util.stream.Collectors;

/** Finds agents other than Tare's in this JVM; they may have instrumented every call. */
public final class KnownAgents {

  private static final List<String> PREFIXES = List.of("-javaagent:", "-agentlib:", "-agentpath:");

  private KnownAgents() {}

  /**
   * Returns a remark with the names of the agents; empty if there is none besides Tare's own.
   *
   * @param jvmArguments arguments that this JVM was started with
   */
  public static Optional<Remark> remark(List<String> jvmArguments) {
    String names =
        jvmArguments.stream()
            .flatMap(argument -> name(argument).stream())
            .filter(name -> !name.startsWith("tare"))
            .distinct()
            .collect(Collectors.joining(", "));
    return names.isEmpty()
        ? Optional.empty()
        : Optional.of(
            Remark.of(
                "other-agents", "other agents, which may slow down every call: {agents}", names));
  }

  private static Optional<String> name(String argument) {
    return PREFIXES.stream()
        .filter(argument::startsWith)
        .map(prefix -> argument.substring(prefix.length()).split("=", 2)[0])
        .map(path -> path.substring(Math.max(path.lastIndexOf('/'), path.lastIndexOf('\\')) + 1))
        .findFirst();
  }
}
