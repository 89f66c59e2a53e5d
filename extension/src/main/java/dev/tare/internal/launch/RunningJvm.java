package dev.tare.internal.launch;

import dev.tare.internal.render.VerdictJson;
import java.lang.management.GarbageCollectorMXBean;
import java.lang.management.ManagementFactory;
import java.nio.file.Path;
import java.time.Instant;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.stream.Collectors;
import java.util.stream.Stream;

/** Describes this JVM, with defaults if the module java.management is missing. */
final class RunningJvm {

  private static final int COMMIT_LENGTH = 10;

  private RunningJvm() {}

  static VerdictJson.Jvm describe() {
    return new VerdictJson.Jvm(
        ProcessHandle.current().pid(),
        start(),
        build(),
        project(System.getenv()),
        System.getProperty("java.version", "unknown"),
        System.getProperty("java.vm.name", "unknown"),
        System.getProperty("java.vm.vendor", "unknown"),
        System.getProperty("os.name", "unknown"),
        System.getProperty("os.arch", "unknown"),
        Runtime.getRuntime().availableProcessors(),
        Runtime.getRuntime().maxMemory(),
        collectors());
  }

  /** Returns the JVM's start time; without java.management, the start time of its process. */
  static Instant start() {
    try {
      return Instant.ofEpochMilli(ManagementFactory.getRuntimeMXBean().getStartTime());
    } catch (NoClassDefFoundError e) { // without java.management
      return ProcessHandle.current().info().startInstant().orElse(Instant.EPOCH);
    }
  }

  /**
   * Returns the process id and the start of the nearest Java process that this JVM descends from,
   * such as Maven's or a Gradle daemon's; those of this JVM if there is none.
   */
  static String build() {
    Optional<ProcessHandle> process = ProcessHandle.current().parent();
    while (process.isPresent() && !isJava(process.get())) {
      process = process.get().parent();
    }
    ProcessHandle build = process.orElse(ProcessHandle.current());
    return build.pid()
        + build.info().startInstant().map(start -> "-" + start.toEpochMilli()).orElse("");
  }

  /**
   * Returns the name of the project, and the branch and the commit as the environment variables of
   * GitHub, GitLab and Jenkins have them; without these, the name of the working folder.
   */
  static String project(Map<String, String> environment) {
    Path folder = Path.of("").toAbsolutePath().getFileName();
    String name =
        first(environment, "GITHUB_REPOSITORY", "CI_PROJECT_PATH", "JOB_NAME")
            .orElse(folder == null ? "" : folder.toString());
    Optional<String> branch =
        first(
            environment, "GITHUB_HEAD_REF", "GITHUB_REF_NAME", "CI_COMMIT_REF_NAME", "GIT_BRANCH");
    Optional<String> commit =
        first(environment, "GITHUB_SHA", "CI_COMMIT_SHA", "GIT_COMMIT")
            .map(id -> id.substring(0, Math.min(id.length(), COMMIT_LENGTH)));
    return Stream.of(Optional.of(name), branch, commit)
        .flatMap(Optional::stream)
        .collect(Collectors.joining(" · "));
  }

  private static Optional<String> first(Map<String, String> environment, String... names) {
    return Stream.of(names)
        .map(environment::get)
        .filter(value -> value != null && !value.isBlank())
        .findFirst();
  }

  private static boolean isJava(ProcessHandle process) {
    return process
        .info()
        .command()
        .filter(command -> command.matches(".*[/\\\\]javaw?(\\.exe)?"))
        .isPresent();
  }

  /** Returns a file of this JVM: {@code summary-<pid>-<start>.md} for {@code summary.md}. */
  static Path file(Path folder, String name) {
    int dot = name.indexOf('.');
    return folder.resolve(
        "%s-%s-%s%s"
            .formatted(
                name.substring(0, dot),
                ProcessHandle.current().pid(),
                start().toEpochMilli(),
                name.substring(dot)));
  }

  private static List<String> collectors() {
    try {
      return ManagementFactory.getGarbageCollectorMXBeans().stream()
          .map(GarbageCollectorMXBean::getName)
          .toList();
    } catch (NoClassDefFoundError e) { // without java.management
      return List.of();
    }
  }
}
