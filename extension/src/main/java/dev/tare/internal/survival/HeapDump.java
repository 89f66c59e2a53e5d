package dev.tare.internal.survival;

import com.sun.management.HotSpotDiagnosticMXBean;
import java.io.IOException;
import java.lang.management.ManagementFactory;
import java.nio.file.Files;
import java.nio.file.Path;

/** Heap dump of this JVM, for tools that show what holds an object. */
public final class HeapDump {

  private HeapDump() {}

  /**
   * Writes the live objects to a new file, which only the user can read.
   *
   * @return a phrase for messages, with the file or the reason why there is none
   */
  public static String write(Path folder) {
    Path file =
        folder.resolve(
            "heap-%s-%s.hprof".formatted(ProcessHandle.current().pid(), System.nanoTime()));
    try {
      Files.createDirectories(folder.toAbsolutePath());
      HotSpotDiagnosticMXBean diagnostics =
          ManagementFactory.getPlatformMXBean(HotSpotDiagnosticMXBean.class);
      diagnostics.dumpHeap(file.toString(), true);
      return "heap dump: " + file;
    } catch (IOException | RuntimeException | LinkageError e) {
      return "no heap dump: " + e;
    }
  }
}
