package dev.tare.internal.heap.hprof;

import static java.util.Objects.requireNonNull;

import com.sun.management.HotSpotDiagnosticMXBean;
import dev.tare.heap.UnweighableException;
import dev.tare.unit.DataSize;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.lang.management.ManagementFactory;
import java.nio.file.Files;
import java.nio.file.Path;

/**
 * Heap dump of this JVM in a temporary folder that only the user can read; deleted when closed, or
 * when the JVM ends before.
 *
 * @param kept whether it is left when closed
 */
record HeapDump(Path file, boolean kept) implements AutoCloseable {

  /** Largest heap, in bytes in use, that is dumped: writing and reading takes some seconds. */
  static final long LARGEST = 2L << 30;

  private static final String NAME = "heap.hprof";

  /**
   * Writes a dump of the live objects.
   *
   * @param parent the folder in which a folder for the dump is created
   * @param largest the largest number of bytes in use that is dumped
   * @throws IOException if it cannot be written
   * @throws UnweighableException if this JVM writes no heap dumps, or its heap is too large
   */
  static HeapDump write(Path parent, long largest, boolean kept) throws IOException {
    HotSpotDiagnosticMXBean diagnostics = diagnostics();
    long used = ManagementFactory.getMemoryMXBean().getHeapMemoryUsage().getUsed();
    if (used > largest) {
      throw new UnweighableException(
          "a heap of more than " + new DataSize(largest).rounded() + " is not dumped",
          "run the test in a JVM of its own");
    }
    Path folder = Files.createTempDirectory(parent, "tare-heap-dump");
    HeapDump dump = new HeapDump(folder.resolve(NAME), kept);
    if (!kept) {
      dump.deleteWhenTheJvmEnds();
    }
    try {
      requireSpace(folder, used);
      diagnostics.dumpHeap(dump.file.toString(), true);
      return dump;
    } catch (Throwable e) {
      dump.delete();
      throw e;
    }
  }

  /** Checks for twice the bytes in use: a dump has 8 bytes for a reference that takes 4. */
  private static void requireSpace(Path folder, long used) throws IOException {
    long free = Files.getFileStore(folder).getUsableSpace();
    if (free < 2 * used) {
      throw new IOException(
          "only " + new DataSize(free).rounded() + " are free in " + folder.getParent());
    }
  }

  private static HotSpotDiagnosticMXBean diagnostics() {
    HotSpotDiagnosticMXBean bean = null;
    try {
      bean = ManagementFactory.getPlatformMXBean(HotSpotDiagnosticMXBean.class);
    } catch (LinkageError | IllegalArgumentException e) {
      // this Java runtime lacks jdk.management
    }
    if (bean == null) {
      throw new UnweighableException(
          "this JVM writes no heap dumps",
          "run on a HotSpot JVM whose runtime has the module jdk.management");
    }
    return bean;
  }

  /**
   * Lets the JVM delete the dump if it ends before the search does, as when the user interrupts it.
   * If it is killed, the dump stays.
   */
  private void deleteWhenTheJvmEnds() {
    folder(file).toFile().deleteOnExit();
    file.toFile().deleteOnExit(); // the last one first
  }

  @Override
  public void close() {
    if (!kept) {
      delete();
    }
  }

  /** Deletes the dump and its folder. */
  void delete() {
    try {
      Files.deleteIfExists(file);
      Files.deleteIfExists(folder(file));
    } catch (IOException e) {
      throw new UncheckedIOException("the heap dump " + file + " cannot be deleted", e);
    }
  }

  private static Path folder(Path file) {
    return requireNonNull(file.getParent());
  }
}
