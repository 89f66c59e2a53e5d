package dev.tare.internal.render.export;

import dev.tare.internal.render.JvmDescription;
import dev.tare.model.Report;
import java.nio.file.Path;
import java.util.List;

/**
 * The verdicts of a run.
 *
 * @param file the path of the verdicts file
 * @param jvm the JVM that ran the tests
 * @param reports the reports, in the order of the file
 */
public record VerdictsDocument(Path file, JvmDescription jvm, List<Report> reports) {

  /** Copies the list. */
  public VerdictsDocument {
    reports = List.copyOf(reports);
  }
}
