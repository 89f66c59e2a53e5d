package dev.tare.extension;

import dev.tare.internal.render.VerdictJson;
import dev.tare.model.Report;
import java.io.IOException;
import java.io.RandomAccessFile;
import java.io.UncheckedIOException;
import java.lang.management.ManagementFactory;
import java.lang.management.RuntimeMXBean;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import org.jspecify.annotations.Nullable;

/**
 * The JSON file with every verdict of this JVM, {@code verdicts-<pid>-<start>.json}. It is complete
 * and well formed after each test, so that nothing is lost when the JVM dies; process id and start
 * time keep forks apart, and several engines in one JVM write one file.
 */
final class VerdictFile {

  private final @Nullable Path path;

  private VerdictFile(@Nullable Path path) {
    this.path = path;
  }

  static VerdictFile of(Configuration configuration) {
    RuntimeMXBean runtime = ManagementFactory.getRuntimeMXBean();
    String name = "verdicts-%d-%d.json".formatted(runtime.getPid(), runtime.getStartTime());
    return new VerdictFile(
        configuration.reportDirectory().map(folder -> Path.of(folder, name)).orElse(null));
  }

  /** The file as messages name it; null if none is written. */
  @Nullable String location() {
    return path == null ? null : path.toString();
  }

  /**
   * Adds the verdicts of a report.
   *
   * @throws UncheckedIOException if the file cannot be written; the message names it and the key
   */
  void append(Report report) {
    if (path == null) {
      return;
    }
    // one writer at a time, whichever engine of this JVM it serves
    synchronized (VerdictFile.class) {
      write(path, report);
    }
  }

  private static void write(Path path, Report report) {
    try {
      Files.createDirectories(path.toAbsolutePath().getParent());
      boolean first = !Files.exists(path);
      try (RandomAccessFile file = new RandomAccessFile(path.toFile(), "rw")) {
        file.seek(first ? 0 : file.length() - bytes(VerdictJson.closing()).length);
        String before = first ? VerdictJson.opening(RunningJvm.describe()) : "";
        file.write(bytes(before + VerdictJson.entries(report, first) + VerdictJson.closing()));
      }
    } catch (IOException e) {
      throw new UncheckedIOException(
          "cannot write %s; %s names another folder, or none for no file"
              .formatted(path, Configuration.REPORT_DIRECTORY),
          e);
    }
  }

  private static byte[] bytes(String text) {
    return text.getBytes(StandardCharsets.UTF_8);
  }
}
