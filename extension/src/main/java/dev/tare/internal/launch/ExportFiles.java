package dev.tare.internal.launch;

import dev.tare.extension.Configuration;
import dev.tare.extension.ConfigurationKey;
import dev.tare.internal.render.ClosingTable;
import dev.tare.internal.render.OutputFile;
import dev.tare.internal.render.export.HtmlReport;
import dev.tare.model.Report;
import java.io.IOException;
import java.net.URI;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import java.util.stream.Collectors;
import org.apiguardian.api.API;
import org.jspecify.annotations.Nullable;

/**
 * Files with the verdicts of a launcher's runs in other forms, written beside the verdicts file:
 * {@code summary-<pid>-<start>.md}, to which later runs append, and {@code report.html} with the
 * verdicts of all JVMs that wrote to the folder.
 *
 * <p>They are written when the first run ends, which usually is the only one. Surefire with several
 * forks has one run for each class: the files of all later runs are written when the JVM ends.
 */
@API(status = API.Status.INTERNAL, since = "0.1")
public final class ExportFiles {

  /** How often a page is written at most, while other JVMs add verdicts. */
  private static final int MAX_PAGES = 5;

  /** What a test does meanwhile. */
  Runnable betweenReadingAndWriting = () -> {};

  private final List<Report> reports = new ArrayList<>();
  private @Nullable Path folder;
  private boolean isFirstRun = true;
  private boolean isDeferred;

  /**
   * Adds the verdicts of a run that has ended. They replace those of an earlier run on the same
   * tests, which a build tool may run again.
   */
  synchronized void add(Configuration ofRun, List<Report> verdicts) {
    folder = ofRun.reportDirectory().map(Path::of).orElse(null);
    Set<Report.TestId> tests =
        verdicts.stream().map(Report::test).collect(Collectors.toUnmodifiableSet());
    reports.removeIf(earlier -> tests.contains(earlier.test()));
    reports.addAll(verdicts);
  }

  /**
   * Ends the run that was added: writes the files, or lets the JVM write them at its end.
   *
   * @return sentences about files that cannot be written
   */
  synchronized List<String> endRun() {
    boolean writesNow = isFirstRun || !isDeferred();
    isFirstRun = false;
    return writesNow ? write() : List.of();
  }

  /** Returns whether the JVM writes the files at its end; not if a test has ended it already. */
  private boolean isDeferred() {
    if (!isDeferred) {
      try {
        Runtime.getRuntime().addShutdownHook(new Thread(this::write, "tare-exports"));
        isDeferred = true;
      } catch (IllegalStateException e) {
        // the JVM ends
      }
    }
    return isDeferred;
  }

  /** Writes the files with the verdicts that no file has yet. */
  synchronized List<String> write() {
    List<String> problems = new ArrayList<>();
    if (folder != null) {
      writePage(folder).ifPresent(problems::add);
      if (!reports.isEmpty()) {
        writeSummary(folder).ifPresent(problems::add);
      }
    }
    reports.clear();
    return problems;
  }

  /** Returns the address of the page that a run has written; empty if there is none. */
  static Optional<URI> page(Configuration ofRun) {
    return ofRun
        .reportDirectory()
        .map(folder -> page(Path.of(folder)))
        .filter(Files::exists)
        .map(Path::toUri);
  }

  private static Path page(Path folder) {
    return folder.resolve("report.html");
  }

  /** Writes the page; once more if another JVM has written verdicts meanwhile. */
  private Optional<String> writePage(Path folder) {
    Path file = page(folder);
    try {
      long read = -1;
      for (int i = 0; i < MAX_PAGES && read != HtmlReport.bytes(folder); i++) {
        read = HtmlReport.bytes(folder);
        byte[] rendered = HtmlReport.render(folder);
        betweenReadingAndWriting.run();
        OutputFile.write(file, rendered);
      }
      return Optional.empty();
    } catch (IOException | RuntimeException e) { // the run must not fail for its report
      return Optional.of(cannotWrite(file, e));
    }
  }

  private Optional<String> writeSummary(Path folder) {
    String text = ClosingTable.markdown(RunningJvm.describe(), reports);
    return append(RunningJvm.file(folder, "summary.md"), text);
  }

  /** Appends to a file in a folder, and returns a sentence if it cannot be written. */
  static Optional<String> append(Path file, String text) {
    try {
      Files.createDirectories(file.toAbsolutePath().getParent());
      OutputFile.append(file, text);
      return Optional.empty();
    } catch (IOException e) {
      return Optional.of(cannotWrite(file, e));
    }
  }

  private static String cannotWrite(Path file, Exception reason) {
    return "cannot write %s; %s names another folder, or none for no file: %s"
        .formatted(file, ConfigurationKey.REPORT_DIRECTORY.key(), reason);
  }
}
