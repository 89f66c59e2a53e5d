package dev.tare.internal.launch;

import dev.tare.extension.Configuration;
import dev.tare.extension.ConfigurationKey;
import dev.tare.internal.render.OutputFile;
import dev.tare.internal.render.VerdictJson;
import dev.tare.model.Report;
import dev.tare.model.Report.TestId;
import dev.tare.model.Verdict;
import dev.tare.unit.Count;
import java.io.IOException;
import java.io.RandomAccessFile;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Arrays;
import java.util.Optional;
import org.jspecify.annotations.Nullable;

/**
 * The JSON file with every verdict of this JVM, {@code verdicts-<pid>-<start>.json}, as one run of
 * tests writes it. Each run has a number, since a build tool may run a test again in the same JVM.
 *
 * <p>The file is a complete JSON document after each test. If a write fails, for example because
 * the disk is full, the document ends there, and the verdicts of later tests are missing. Process
 * id and start time distinguish the files of forked JVMs.
 */
final class VerdictFile {

  private final @Nullable Path path;
  private final int run;
  private int missingReports;
  private @Nullable IOException failure;

  VerdictFile(@Nullable Path path, int run) {
    this.path = path;
    this.run = run;
  }

  static VerdictFile of(Configuration configuration, int run) {
    return new VerdictFile(
        configuration
            .reportDirectory()
            .map(folder -> RunningJvm.file(Path.of(folder), "verdicts.json"))
            .orElse(null),
        run);
  }

  /**
   * Adds the verdicts of a report.
   *
   * @return the file's path for messages; empty if it does not hold these verdicts, because no file
   *     is configured or because it cannot be written
   */
  Optional<String> append(Report report) {
    return path == null ? Optional.empty() : append(path, VerdictJson.entries(report, run));
  }

  /** Adds the verdict on a test whose promise was broken on purpose. */
  void appendProof(TestId test, Verdict verdict, String obstacle) {
    if (path != null) {
      append(path, VerdictJson.proof(test, verdict, run, obstacle));
    }
  }

  private Optional<String> append(Path path, String entries) {
    // locks the class, since several engines of this JVM may write the same file
    synchronized (VerdictFile.class) {
      try {
        write(path, entries);
        return Optional.of(path.toString());
      } catch (IOException e) {
        failure = e;
        missingReports++;
        return Optional.empty();
      }
    }
  }

  /**
   * Returns a message about the verdicts that the file lacks, with the reason; empty if it is
   * complete.
   */
  Optional<String> missing() {
    synchronized (VerdictFile.class) {
      return missingReports == 0
          ? Optional.empty()
          : Optional.of(
              "cannot write %s, which lacks the verdicts of %s; %s names another folder, or none for no file: %s"
                  .formatted(
                      path,
                      Count.withNoun(missingReports, "test", "tests"),
                      ConfigurationKey.REPORT_DIRECTORY.key(),
                      failure));
    }
  }

  /**
   * Appends entries by overwriting the end of the document. Its length is read each time, since
   * another engine of this JVM may have changed it. A file that was deleted is created again.
   */
  private static void write(Path path, String entries) throws IOException {
    if (path.toFile().length() == 0) {
      Files.createDirectories(path.toAbsolutePath().getParent());
      // the first verdict of a document has no comma before it
      String first = VerdictJson.opening(RunningJvm.describe()) + entries.substring(1);
      OutputFile.write(path, first + VerdictJson.closing());
      return;
    }
    // not a FileChannel, which a write closes if a test left its thread interrupted
    try (RandomAccessFile file = new RandomAccessFile(path.toFile(), "rw")) {
      byte[] closing = VerdictJson.closing().getBytes(StandardCharsets.UTF_8);
      byte[] read = new byte[closing.length];
      long end = Math.max(0, file.length() - closing.length);
      file.seek(end);
      file.readFully(read);
      if (!Arrays.equals(read, closing)) {
        throw new IOException("the file has no end since an earlier write failed");
      }
      file.seek(end);
      file.write((entries + VerdictJson.closing()).getBytes(StandardCharsets.UTF_8));
    }
  }
}
