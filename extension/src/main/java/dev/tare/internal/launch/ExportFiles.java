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
  private @Nullable Configuration configuration;
  private final List<String> problems = new ArrayList<>();
  private boolean isFirstRun = true;
  private boolean isDeferred;

  /**
   * Adds the verdicts of a run that has ended. They replace those of an earlier run on the same
   * tests, which a build tool may run again.
   */
  synchronized void add(Configuration ofRun, List<Report> verdicts) {
    configuration = ofRun;
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
    if (isFirstRun) {
      isFirstRun = false;
      return write();
    }
    if (!isDeferred) {
      try {
        Runtime.getRuntime().addShutdownHook(new Thread(this::write, "tare-exports"));
      } catch (IllegalStateException e) { // a test has ended the JVM
        return write();
      }
      isDeferred = true;
    }
    return List.of();
  }

  /** Writes the files with the verdicts that no file has yet. */
  synchronized List<String> write() {
    List<String> sentences = configuration == null ? List.of() : List.copyOf(write(configuration));
    reports.clear();
    problems.clear();
    return sentences;
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

  private List<String> write(Configuration ofLastRun) {
    Path folder = ofLastRun.reportDirectory().map(Path::of).orElse(null);
    if (folder != null) {
      writePage(folder);
    }
    if (folder != null && !reports.isEmpty()) {
      writeSummary(folder);
    }
    return problems;
  }

  /** Writes the page; once more if another JVM has written verdicts meanwhile. */
  private void writePage(Path folder) {
    Path file = page(folder);
    try {
      long read = -1;
      for (int i = 0; i < MAX_PAGES && read != HtmlReport.bytes(folder); i++) {
        read = HtmlReport.bytes(folder);
        byte[] rendered = HtmlReport.render(folder);
        betweenReadingAndWriting.run();
        OutputFile.write(file, rendered);
      }
    } catch (IOException | RuntimeException e) { // the run must not fail for its report
      problems.add(cannotWrite(file, e));
    }
  }

  private void writeSummary(Path folder) {
    String text = ClosingTable.markdown(RunningJvm.describe(), reports);
    Path file = RunningJvm.file(folder, "summary.md");
    try {
      Files.createDirectories(folder.toAbsolutePath());
      OutputFile.append(file, text);
    } catch (IOException e) {
      problems.add(cannotWrite(file, e));
    }
  }

  private static String cannotWrite(Path file, Exception reason) {
    return "cannot write %s; %s names another folder, or none for no file: %s"
        .formatted(file, ConfigurationKey.REPORT_DIRECTORY.key(), reason);
  }
}
