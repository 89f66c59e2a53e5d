package dev.tare.internal.launch;

import dev.tare.internal.render.JvmDescription;
import java.lang.management.GarbageCollectorMXBean;
import java.lang.management.ManagementFactory;
import java.time.Instant;
import java.util.List;

/** Describes this JVM, with defaults if the module java.management is missing. */
final class RunningJvm {

  private RunningJvm() {}

  static JvmDescription describe() {
    return new JvmDescription(
        ProcessHandle.current().pid(),
        start(),
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
