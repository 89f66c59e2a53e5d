package dev.tare.internal.launch;

import dev.tare.extension.Configuration;
import dev.tare.internal.render.VerdictJson;
import dev.tare.model.Report;
import java.io.Closeable;
import java.io.IOException;
import java.io.RandomAccessFile;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Optional;
import org.jspecify.annotations.Nullable;

/**
 * The JSON file with every verdict of this JVM, {@code verdicts-<pid>-<start>.json}.
 *
 * <p>The file is a complete JSON document after each test. If a write fails, the document is
 * restored, and the missing verdicts are written with the next report. Process id and start time
 * distinguish the files of forked JVMs.
 */
final class VerdictFile implements Closeable {

  /** Opens a file for reading and writing; creates it if needed. */
  @FunctionalInterface
  interface Opener {
    RandomAccessFile open(Path path) throws IOException;
  }

  private final @Nullable Path path;
  private final Opener opener;
  private final StringBuilder pending = new StringBuilder();
  private int pendingReports;
  // a FileChannel would be closed if a test leaves its thread interrupted
  private @Nullable RandomAccessFile open;
  private @Nullable IOException failure;

  VerdictFile(@Nullable Path path, Opener opener) {
    this.path = path;
    this.opener = opener;
  }

  static VerdictFile of(Configuration configuration) {
    return new VerdictFile(
        configuration.reportDirectory().map(folder -> Path.of(folder, name())).orElse(null),
        path -> new RandomAccessFile(path.toFile(), "rw"));
  }

  private static String name() {
    return "verdicts-%s-%s.json"
        .formatted(ProcessHandle.current().pid(), JvmModules.start().toEpochMilli());
  }

  /**
   * Adds the verdicts of a report.
   *
   * @return the file's path for messages; empty if it does not hold these verdicts, because no file
   *     is configured or because it cannot be written
   */
  Optional<String> append(Report report) {
    if (path == null) {
      return Optional.empty();
    }
    // one writer at a time: several engines of this JVM may write the same file
    synchronized (VerdictFile.class) {
      pending.append(VerdictJson.entries(report));
      pendingReports++;
      try {
        write(openFile(path));
      } catch (IOException e) {
        failure = e;
        return Optional.empty();
      }
      pending.setLength(0);
      pendingReports = 0;
      return Optional.of(path.toString());
    }
  }

  /**
   * Returns a sentence on the verdicts that the file lacks, with the reason; empty if it is
   * complete.
   */
  Optional<String> missing() {
    synchronized (VerdictFile.class) {
      return pendingReports == 0
          ? Optional.empty()
          : Optional.of(
              "cannot write %s, which lacks the verdicts of %s; %s names another folder, or none for no file: %s"
                  .formatted(
                      path,
                      pendingReports == 1 ? "1 test" : pendingReports + " tests",
                      Configuration.REPORT_DIRECTORY,
                      failure));
    }
  }

  /** Returns the open file; a file that was deleted is created again. */
  private RandomAccessFile openFile(Path path) throws IOException {
    RandomAccessFile file = open;
    if (file == null || !Files.exists(path)) {
      close();
      Files.createDirectories(path.toAbsolutePath().getParent());
      file = opener.open(path);
      open = file;
    }
    return file;
  }

  /**
   * Overwrites the end of the document, whose length another engine of this JVM may have changed.
   */
  private void write(RandomAccessFile file) throws IOException {
    long length = file.length();
    boolean first = length == 0;
    long end = first ? 0 : length - VerdictJson.closing().length();
    // the first verdict of a document has no comma before it
    String text =
        first ? VerdictJson.opening(JvmModules.describe()) + pending.substring(1) : "" + pending;
    try {
      file.seek(end);
      file.write(bytes(text + VerdictJson.closing()));
    } catch (IOException e) {
      restore(file, end, length, e);
      throw e;
    }
  }

  /** Restores the previous document; its end needs no more space than before. */
  private static void restore(RandomAccessFile file, long end, long length, IOException reason) {
    try {
      file.seek(end);
      file.write(bytes(VerdictJson.closing()), 0, (int) (length - end));
      file.setLength(length);
    } catch (IOException e) {
      reason.addSuppressed(e);
    }
  }

  private static byte[] bytes(String text) {
    return text.getBytes(StandardCharsets.UTF_8);
  }

  /** Closes the file; a later report opens it again. */
  @Override
  public void close() {
    synchronized (VerdictFile.class) {
      try {
        if (open != null) {
          open.close();
        }
      } catch (IOException e) {
        failure = e; // every write before was complete
      } finally {
        open = null;
      }
    }
  }
}
