package dev.tare.internal.launch;

import dev.tare.extension.Configuration;
import dev.tare.internal.render.OutputFile;
import dev.tare.internal.render.export.ExportForm;
import dev.tare.internal.render.export.VerdictsDocument;
import dev.tare.internal.render.export.WeightComparison;
import dev.tare.model.Report;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.InvalidPathException;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
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
      WeightComparison weights,
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
    Path folder = Path.of(configuration.reportDirectory().orElseThrow());
    ExportFiles files = new ExportFiles(folder, opener);
    VerdictsDocument document =
        new VerdictsDocument(folder, RunningJvm.describe(), reports, weights);
    configuration
        .exports()
        .forEach(export -> files.write(ExportForm.valueOf(export.name()), document, environment));
    return files.problems;
  }

  private void write(ExportForm form, VerdictsDocument document, Map<String, String> environment) {
    String text;
    try {
      text = form.render(List.of(document), document.weights().sum());
    } catch (RuntimeException e) { // such as one of a user's quantity; the closing table is to come
      problems.add("cannot write %s: %s".formatted(form.name().toLowerCase(Locale.ROOT), e));
      return;
    }
    write(form.stem(), form.ending(), text);
    String summary = environment.getOrDefault(STEP_SUMMARY, "");
    if (form == ExportForm.MARKDOWN && !summary.isBlank()) {
      append(summary, text);
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
