package dev.tare.internal.launch;

import dev.tare.internal.render.JvmDescription;
import java.lang.management.GarbageCollectorMXBean;
import java.lang.management.ManagementFactory;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Instant;
import java.util.List;
import java.util.Optional;

/** Describes this JVM, with defaults if the module java.management is missing. */
final class RunningJvm {

  private RunningJvm() {}

  static JvmDescription describe() {
    return new JvmDescription(
        ProcessHandle.current().pid(),
        start(),
        build(),
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

  private static boolean isJava(ProcessHandle process) {
    return process
        .info()
        .command()
        .filter(command -> command.matches(".*[/\\\\]javaw?(\\.exe)?"))
        .isPresent();
  }

  /**
   * Returns a file {@code summary-<pid>-<start>.md} for the name {@code summary.md}, which no
   * earlier run of this JVM has written: Surefire can run each class alone.
   */
  static Path unusedFile(Path folder, String name) {
    int dot = name.indexOf('.');
    String stem =
        "%s-%s-%s"
            .formatted(
                name.substring(0, dot), ProcessHandle.current().pid(), start().toEpochMilli());
    Path file = folder.resolve(stem + name.substring(dot));
    for (int run = 2; Files.exists(file); run++) {
      file = folder.resolve("%s-%s%s".formatted(stem, run, name.substring(dot)));
    }
    return file;
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
