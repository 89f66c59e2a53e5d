package dev.tare.internal.render;

import java.time.Instant;
import java.util.List;

/**
 * The JVM that wrote a verdicts file.
 *
 * @param start when it was started
 * @param build identifies the process that started this JVM, such as Maven's; equal for all JVMs of
 *     a build
 * @param project the name of the project, and the branch and commit if the environment has them
 * @param processors how many processors it may use
 * @param maxHeap the largest heap in bytes
 */
public record JvmDescription(
    long pid,
    Instant start,
    String build,
    String project,
    String version,
    String name,
    String vendor,
    String operatingSystem,
    String architecture,
    int processors,
    long maxHeap,
    List<String> collectors) {

  /** Copies the list. */
  public JvmDescription {
    collectors = List.copyOf(collectors);
  }

  /** Returns the Java version, the virtual machine and the platform in a few words. */
  public String brief() {
    return "Java %s, %s, %s %s".formatted(version, name, operatingSystem, architecture);
  }
}
