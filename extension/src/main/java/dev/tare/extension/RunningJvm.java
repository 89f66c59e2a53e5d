package dev.tare.extension;

import dev.tare.internal.render.Jvm;
import java.lang.management.GarbageCollectorMXBean;
import java.lang.management.ManagementFactory;
import java.lang.management.RuntimeMXBean;
import java.time.Instant;

/** The JVM that runs the tests, as its management beans describe it. */
final class RunningJvm {

  private RunningJvm() {}

  static Jvm describe() {
    RuntimeMXBean runtime = ManagementFactory.getRuntimeMXBean();
    return new Jvm(
        runtime.getPid(),
        Instant.ofEpochMilli(runtime.getStartTime()),
        System.getProperty("java.version", "unknown"),
        runtime.getVmName(),
        runtime.getVmVendor(),
        System.getProperty("os.name", "unknown"),
        System.getProperty("os.arch", "unknown"),
        Runtime.getRuntime().availableProcessors(),
        Runtime.getRuntime().maxMemory(),
        ManagementFactory.getGarbageCollectorMXBeans().stream()
            .map(GarbageCollectorMXBean::getName)
            .toList());
  }
}
