package dev.tare.internal.launch;

import dev.tare.extension.Configuration;
import dev.tare.extension.Configuration.CallStacks;
import dev.tare.internal.render.CollapsedStacks;
import dev.tare.internal.render.OutputFile;
import dev.tare.model.Breakdown;
import dev.tare.model.Measurement.Observed;
import dev.tare.model.Report;
import dev.tare.model.Verdict;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Optional;
import org.jspecify.annotations.Nullable;

/**
 * Files with collapsed stacks, one for each verdict with a call tree: {@code
 * <class>.<method>-<metric>-<pid>-<number>.collapsed}.
 */
final class StackFiles {

  private final @Nullable Path folder;
  private final boolean isFolderMissing;
  private final OutputFile.Opener opener;
  private int written;
  private @Nullable IOException failure;

  /**
   * Creates the writer of the files.
   *
   * @param folder where the files are written; null to write none
   * @param isFolderMissing whether files are wanted, but no folder is configured
   */
  private StackFiles(@Nullable Path folder, boolean isFolderMissing, OutputFile.Opener opener) {
    this.folder = folder;
    this.isFolderMissing = isFolderMissing;
    this.opener = opener;
  }

  static StackFiles of(Configuration configuration, OutputFile.Opener opener) {
    boolean wanted = configuration.callStacks() == CallStacks.COLLAPSED;
    Path folder = configuration.reportDirectory().map(Path::of).orElse(null);
    return new StackFiles(wanted ? folder : null, wanted && folder == null, opener);
  }

  /** Writes the call trees of a report. */
  void add(Report report) {
    if (folder == null) {
      return;
    }
    for (Verdict verdict : report.verdicts()) {
      Breakdown breakdown = verdict.observed().map(Observed::breakdown).orElse(null);
      if (breakdown != null && !breakdown.calls().isEmpty()) {
        write(folder, name(report.test(), verdict), CollapsedStacks.render(breakdown));
      }
    }
  }

  private void write(Path folder, String name, String text) {
    try {
      Files.createDirectories(folder.toAbsolutePath());
      OutputFile.write(folder.resolve(name), text, opener);
    } catch (IOException e) {
      failure = e;
    }
  }

  private String name(Report.TestId test, Verdict verdict) {
    String name =
        test.className().substring(test.className().lastIndexOf('.') + 1) + "." + test.method();
    return "%s-%s-%s-%s.collapsed"
        .formatted(
            name.replaceAll("[^\\w.$]", "_"),
            verdict.budget().figure().id(),
            ProcessHandle.current().pid(),
            ++written);
  }

  /** Returns a message about files that could not be written, with the reason; empty if none. */
  Optional<String> missing() {
    if (isFolderMissing) {
      return Optional.of(
          "writes no collapsed stacks: %s = none; leave it out, or leave out %s"
              .formatted(Configuration.REPORT_DIRECTORY, Configuration.CALL_STACKS));
    }
    return failure == null
        ? Optional.empty()
        : Optional.of("cannot write all files with collapsed stacks: " + failure);
  }
}
