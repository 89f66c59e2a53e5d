package dev.tare.internal.launch;

import dev.tare.internal.render.JvmDescription;
import java.lang.management.GarbageCollectorMXBean;
import java.lang.management.ManagementFactory;
import java.time.Instant;
import java.util.List;

/** The JVM that runs the tests, as far as its modules describe it. */
final class JvmModules {

  private JvmModules() {}

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

  /** When it was started, in milliseconds; by the operating system where nothing else says it. */
  static Instant start() {
    try {
      return Instant.ofEpochMilli(ManagementFactory.getRuntimeMXBean().getStartTime());
    } catch (NoClassDefFoundError e) { // without the module java.management
      return ProcessHandle.current().info().startInstant().orElse(Instant.EPOCH);
    }
  }

  private static List<String> collectors() {
    try {
      return ManagementFactory.getGarbageCollectorMXBeans().stream()
          .map(GarbageCollectorMXBean::getName)
          .toList();
    } catch (NoClassDefFoundError e) { // as above
      return List.of();
    }
  }
}
