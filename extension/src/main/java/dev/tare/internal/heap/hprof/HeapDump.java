package dev.tare.internal.heap.hprof;

import static java.util.Objects.requireNonNull;

import com.sun.management.HotSpotDiagnosticMXBean;
import dev.tare.heap.UnweighableException;
import dev.tare.unit.DataSize;
import java.io.IOException;
import java.lang.management.ManagementFactory;
import java.nio.file.Files;
import java.nio.file.Path;

/**
 * Heap dump file of this JVM, in a temporary folder that only the user can read.
 *
 * @param file the dump
 * @param keepFile whether the file stays; otherwise it is deleted when the dump is closed or, if
 *     that does not happen, when the JVM exits
 */
record HeapDump(Path file, boolean keepFile) implements AutoCloseable {

  /**
   * Largest heap, in bytes in use, that is dumped: writing and reading 2 GiB takes some seconds.
   */
  static final long MAX_USED_BYTES = 2L << 30;

  private static final String FILE_NAME = "heap.hprof";

  /**
   * Writes a dump of the live objects.
   *
   * @param parent the folder in which a new folder for the dump is created
   * @param maxUsedBytes the largest number of bytes in use that is dumped
   * @throws IOException if the dump cannot be written
   * @throws UnweighableException if this JVM writes no heap dumps, or its heap is too large
   */
  static HeapDump write(Path parent, long maxUsedBytes, boolean keepFile) throws IOException {
    HotSpotDiagnosticMXBean diagnostics = diagnostics();
    long used = ManagementFactory.getMemoryMXBean().getHeapMemoryUsage().getUsed();
    if (used > maxUsedBytes) {
      throw new UnweighableException(
          "a heap of more than " + new DataSize(maxUsedBytes).rounded() + " is not dumped",
          "run the test in a JVM of its own");
    }
    Path folder = Files.createTempDirectory(parent, "tare-heap-dump");
    HeapDump dump = new HeapDump(folder.resolve(FILE_NAME), keepFile);
    if (!keepFile) {
      dump.deleteOnExit();
    }
    try {
      requireFreeSpace(folder, used);
      diagnostics.dumpHeap(dump.file.toString(), true);
      return dump;
    } catch (Throwable e) {
      dump.delete();
      throw e;
    }
  }

  /**
   * Checks that twice the bytes in use are free: a dump has 8 bytes for a reference that takes 4 in
   * the heap.
   *
   * @throws IOException if there is less space
   */
  private static void requireFreeSpace(Path folder, long used) throws IOException {
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
   * Registers the dump for deletion when the JVM exits, for example because the user interrupts it
   * during the search. If the JVM is killed, the dump stays.
   */
  private void deleteOnExit() {
    folder(file).toFile().deleteOnExit();
    file.toFile().deleteOnExit(); // files are deleted in reverse order of registration
  }

  @Override
  public void close() {
    if (!keepFile) {
      delete();
    }
  }

  /**
   * Deletes the dump and its folder; when the JVM exits if that fails, as on Windows while a virus
   * scanner reads the new file.
   */
  void delete() {
    try {
      Files.deleteIfExists(file);
      Files.deleteIfExists(folder(file));
    } catch (IOException e) {
      deleteOnExit();
    }
  }

  private static Path folder(Path file) {
    return requireNonNull(file.getParent());
  }
}
