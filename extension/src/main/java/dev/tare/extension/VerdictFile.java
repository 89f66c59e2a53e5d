package dev.tare.extension;

import dev.tare.internal.render.VerdictJson;
import dev.tare.model.Report;
import java.io.Closeable;
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
final class VerdictFile implements Closeable {

  private final @Nullable Path path;
  private @Nullable RandomAccessFile open;

  private VerdictFile(@Nullable Path path) {
    this.path = path;
  }

  static VerdictFile of(Configuration configuration) {
    RuntimeMXBean runtime = ManagementFactory.getRuntimeMXBean();
    String name = "verdicts-%s-%s.json".formatted(runtime.getPid(), runtime.getStartTime());
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
      try {
        write(open(path), report);
      } catch (IOException e) {
        throw new UncheckedIOException(
            "cannot write %s; %s names another folder, or none for no file"
                .formatted(path, Configuration.REPORT_DIRECTORY),
            e);
      }
    }
  }

  private RandomAccessFile open(Path path) throws IOException {
    RandomAccessFile file = open;
    if (file == null) {
      Files.createDirectories(path.toAbsolutePath().getParent());
      file = new RandomAccessFile(path.toFile(), "rw");
      open = file;
    }
    return file;
  }

  /** The end is asked for each time: another engine may have written since. */
  private static void write(RandomAccessFile file, Report report) throws IOException {
    long length = file.length();
    boolean first = length == 0;
    String before = first ? VerdictJson.opening(RunningJvm.describe()) : "";
    file.seek(first ? 0 : length - VerdictJson.closing().length());
    file.write(bytes(before + VerdictJson.entries(report, first) + VerdictJson.closing()));
  }

  /** Lets go of the file; what is appended later opens it again. */
  @Override
  public void close() {
    synchronized (VerdictFile.class) {
      try {
        if (open != null) {
          open.close();
        }
      } catch (IOException e) {
        throw new UncheckedIOException("cannot close " + path, e);
      } finally {
        open = null;
      }
    }
  }

  private static byte[] bytes(String text) {
    return text.getBytes(StandardCharsets.UTF_8);
  }
}
