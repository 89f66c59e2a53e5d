package dev.tare.internal.render;

import java.time.Instant;
import java.util.List;

/**
 * The JVM that wrote a verdicts file.
 *
 * @param pid its process id
 * @param start when it was started
 * @param version the Java version: {@code 17.0.15}
 * @param name the name of the virtual machine
 * @param vendor who built it
 * @param operatingSystem the operating system's name
 * @param architecture the processor's architecture
 * @param processors how many processors it may use
 * @param maxHeap the largest heap in bytes
 * @param collectors the names of its garbage collectors
 */
public record JvmDescription(
    long pid,
    Instant start,
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
}
