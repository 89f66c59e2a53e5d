package dev.tare.internal.launch;

import dev.tare.extension.Configuration;
import dev.tare.extension.Configuration.Export;
import dev.tare.internal.render.OutputFile;
import dev.tare.internal.render.export.MarkdownSummary;
import dev.tare.model.Report;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.InvalidPathException;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;

/**
 * Files with the verdicts of a run in other forms, which are written at the end of the run, beside
 * the verdicts file: {@code summary-<pid>-<start>.md}.
 */
final class ExportFiles {

  /** Environment variable with the file that GitHub shows as the summary of a step. */
  private static final String STEP_SUMMARY = "GITHUB_STEP_SUMMARY";

  private final Path folder;
  private final OutputFile.Opener opener;
  private final List<String> problems = new ArrayList<>();

  private ExportFiles(Path folder, OutputFile.Opener opener) {
    this.folder = folder;
    this.opener = opener;
  }

  /**
   * Writes the files that {@value Configuration#EXPORT} names.
   *
   * @param environment the environment variables
   * @return sentences about files that cannot be written
   */
  static List<String> write(
      Configuration configuration,
      List<Report> reports,
      OutputFile.Opener opener,
      Map<String, String> environment) {
    if (configuration.reportDirectory().isEmpty()) {
      return configuration.text(Configuration.EXPORT).filter(text -> !text.equals("none")).stream()
          .map(
              text ->
                  "writes no %s: %s = none; leave it out, or leave out %s"
                      .formatted(text, Configuration.REPORT_DIRECTORY, Configuration.EXPORT))
          .toList();
    }
    ExportFiles files =
        new ExportFiles(Path.of(configuration.reportDirectory().orElseThrow()), opener);
    configuration.exports().forEach(export -> files.write(export, reports, environment));
    return files.problems;
  }

  private void write(Export export, List<Report> reports, Map<String, String> environment) {
    switch (export) {
      case MARKDOWN -> {
        String text = MarkdownSummary.render(List.of(RunningJvm.describe()), reports, List.of());
        write("summary", ".md", text);
        String summary = environment.getOrDefault(STEP_SUMMARY, "");
        if (!summary.isBlank()) {
          append(summary, text);
        }
      }
    }
  }

  private void write(String name, String ending, String text) {
    Path file = RunningJvm.unusedFile(folder, name, ending);
    try {
      Files.createDirectories(folder.toAbsolutePath());
      OutputFile.write(file, text, opener);
    } catch (IOException e) {
      problems.add(
          "cannot write %s; %s names another folder, or none for no file: %s"
              .formatted(file, Configuration.REPORT_DIRECTORY, e));
    }
  }

  private void append(String file, String text) {
    try {
      OutputFile.append(Path.of(file), "\n" + text + "\n");
    } catch (IOException | InvalidPathException e) {
      problems.add("cannot append to %s, which %s names: %s".formatted(file, STEP_SUMMARY, e));
    }
  }
}
