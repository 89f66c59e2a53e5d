package dev.tare.internal.attach;

import dev.tare.internal.render.OutputFile;
import dev.tare.internal.render.export.ExportForm;
import dev.tare.internal.render.export.MarkdownComparison;
import dev.tare.internal.render.export.MergedVerdicts;
import dev.tare.internal.render.export.VerdictsDocument.UnreadableException;
import java.io.IOException;
import java.io.PrintStream;
import java.nio.file.Files;
import java.nio.file.InvalidPathException;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;

/** The commands {@code merge} and {@code compare}, which read verdicts files. */
final class ReviewCommand {

  static final String MERGE = "merge";
  static final String COMPARE = "compare";

  static final List<String> USAGE =
      List.of(
          "  java -jar <this jar> merge <folders> [output=<file> ...]",
          "  java -jar <this jar> compare <before> <after> [output=<file.md>]",
          "",
          "  merges the verdicts files of the folders, or compares those of two, as Markdown",
          "",
          "  output=target/review.md     Markdown, also without output",
          "  output=target/report.html   a page with charts; its history has all earlier runs",
          "  output=target/tare.sarif    exceeded limits with their lines, in SARIF",
          "  output=target/jmh.json      benchmarks, in the JSON that JMH writes",
          "  output=target/samples.csv   samples of benchmarks; compare writes Markdown only");

  private static final String OUTPUT = "output=";

  private final PrintStream out;

  ReviewCommand(PrintStream out) {
    this.out = out;
  }

  /** Runs the command that the first argument names. */
  void run(List<String> arguments) throws RefusedException {
    List<String> paths = new ArrayList<>();
    List<Path> outputs = new ArrayList<>();
    for (String argument : arguments.subList(1, arguments.size())) {
      if (argument.startsWith(OUTPUT)) {
        outputs.add(output(argument));
      } else {
        paths.add(argument);
      }
    }
    String command = arguments.get(0);
    boolean isComplete = command.equals(MERGE) ? !paths.isEmpty() : paths.size() == 2;
    if (!isComplete) {
      throw usage(
          command.equals(MERGE)
              ? "merge needs at least one folder, for example merge core/target/tare web/target/tare"
              : "compare needs two files or folders, for example compare before/tare target/tare");
    }
    try {
      if (command.equals(MERGE)) {
        merge(paths, outputs);
      } else {
        compare(paths, outputs);
      }
    } catch (IOException e) {
      throw new RefusedException(ExitCode.FAILED, String.valueOf(e.getMessage()), e);
    }
  }

  private void merge(List<String> paths, List<Path> outputs) throws RefusedException, IOException {
    List<Path> parsed = new ArrayList<>();
    for (String path : paths) {
      parsed.add(path(path));
    }
    MergedVerdicts merged = MergedVerdicts.read(parsed);
    if (outputs.isEmpty()) {
      print(merged.render(ExportForm.MARKDOWN));
    }
    for (Path output : outputs) {
      write(output, merged.render(ExportForm.of(output.toString()).orElseThrow()));
    }
  }

  private void compare(List<String> paths, List<Path> outputs)
      throws RefusedException, UnreadableException {
    String text =
        MarkdownComparison.render(
            MergedVerdicts.read(List.of(path(paths.get(0)))),
            MergedVerdicts.read(List.of(path(paths.get(1)))));
    if (outputs.isEmpty()) {
      print(text);
    }
    for (Path output : outputs) {
      if (ExportForm.of(output.toString()).orElseThrow() != ExportForm.MARKDOWN) {
        throw usage("'output=%s': compare writes Markdown, .md".formatted(output));
      }
      write(output, text);
    }
  }

  private void print(String text) {
    out.print(text);
    out.flush();
  }

  private static void write(Path output, String text) throws RefusedException {
    try {
      Files.createDirectories(output.toAbsolutePath().normalize().getParent());
      OutputFile.write(output, text, OutputFile.Opener.DISK);
    } catch (IOException e) {
      throw new RefusedException(ExitCode.FAILED, "cannot write %s: %s".formatted(output, e), e);
    }
  }

  private static Path output(String argument) throws RefusedException {
    String name = argument.substring(OUTPUT.length());
    if (ExportForm.of(name).isEmpty()) {
      throw usage(
          "'%s': the name of the file must end in one of %s, for example output=target/review.md"
              .formatted(argument, ExportForm.endings()));
    }
    return path(name);
  }

  private static Path path(String text) throws RefusedException {
    try {
      return Path.of(text);
    } catch (InvalidPathException e) {
      throw usage("'%s' is no path: %s".formatted(text, e.getReason()));
    }
  }

  private static RefusedException usage(String message) {
    return new RefusedException(ExitCode.USAGE, message);
  }
}
