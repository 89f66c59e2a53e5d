package dev.tare.internal.render.export;

import static java.nio.charset.StandardCharsets.UTF_8;

import dev.tare.internal.render.JvmDescription;
import dev.tare.internal.render.VerdictJson;
import dev.tare.model.Report;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.math.BigDecimal;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Instant;
import java.time.format.DateTimeParseException;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import java.util.Set;
import java.util.stream.Stream;

/**
 * A verdicts file that was read, or the verdicts of a run that has one.
 *
 * @param file its path
 * @param jvm the JVM that wrote it
 * @param reports the reports, in the order of the file; if a test ran several times, of its last
 *     run
 * @param weights how the figures of the run compare with their weights; none if it was read
 */
public record VerdictsDocument(
    Path file, JvmDescription jvm, List<Report> reports, WeightComparison weights) {

  private static final String CLOSING = VerdictJson.closing().strip();

  /** Thrown if a verdicts file cannot be read. The message is for the user. */
  public static final class UnreadableException extends IOException {
    private static final long serialVersionUID = 1L;

    UnreadableException(Path file, String reason, Throwable cause) {
      super(file + ": " + reason, cause);
    }

    UnreadableException(Path file, String reason) {
      super(file + ": " + reason);
    }
  }

  /** Copies the list. */
  public VerdictsDocument {
    reports = List.copyOf(reports);
  }

  /** Creates the document of a run without weights. */
  VerdictsDocument(Path file, JvmDescription jvm, List<Report> reports) {
    this(file, jvm, reports, WeightComparison.NONE);
  }

  /**
   * Reads a file, or all verdicts files of a folder and of the folders in it, the oldest JVM first.
   *
   * @throws UnreadableException if there is none, or one cannot be read
   */
  public static List<VerdictsDocument> readAll(Path path) throws UnreadableException {
    if (Files.isRegularFile(path)) {
      return List.of(read(path));
    }
    List<Path> files;
    try (Stream<Path> below = Files.walk(path)) {
      files =
          below
              .filter(file -> file.getFileName().toString().matches("verdicts-\\d+-\\d+\\.json"))
              .sorted()
              .toList();
    } catch (IOException | UncheckedIOException e) {
      throw new UnreadableException(
          path,
          "there is no such file or folder; run the tests first, or name the folder of tare.report.directory",
          e);
    }
    if (files.isEmpty()) {
      throw new UnreadableException(
          path,
          "it has no files verdicts-<pid>-<start>.json; run the tests first, or name the folder of"
              + " tare.report.directory");
    }
    List<VerdictsDocument> read = new ArrayList<>();
    for (Path file : files) {
      read.add(read(file));
    }
    read.sort(Comparator.comparing(one -> one.jvm().start()));
    return read;
  }

  /** Returns this document with those of its reports that are in the set. */
  VerdictsDocument only(Set<Report> kept) {
    return new VerdictsDocument(
        file, jvm, reports.stream().filter(kept::contains).toList(), weights);
  }

  private static VerdictsDocument read(Path file) throws UnreadableException {
    List<String> lines;
    try {
      lines = new String(Files.readAllBytes(file), UTF_8).lines().toList();
    } catch (IOException e) {
      throw new UnreadableException(file, "cannot be read: " + e, e);
    }
    JvmDescription jvm = jvm(file, lines.isEmpty() ? "" : lines.get(0));
    int last = lines.size() - 1;
    if (!lines.get(last).equals(CLOSING)) {
      throw new UnreadableException(
          file,
          "line %s: the file ends here, since its JVM was killed while it wrote; delete this line and the comma before it, and add %s"
              .formatted(last + 1, CLOSING));
    }
    LatestRuns runs = new LatestRuns();
    for (int line = 1; line < last; line++) {
      addReport(file, line + 1, lines.get(line), runs);
    }
    return new VerdictsDocument(file, jvm, runs.reports());
  }

  private static JvmDescription jvm(Path file, String firstLine) throws UnreadableException {
    try {
      JsonFields fields = JsonFields.parse(firstLine + CLOSING);
      if (!fields.text("schema").equals(VerdictJson.SCHEMA)) {
        throw new IllegalArgumentException("another schema");
      }
      BigDecimal version = fields.number("version");
      if (version.compareTo(BigDecimal.valueOf(VerdictJson.VERSION)) != 0) {
        throw new UnreadableException(
            file,
            "line 1: version %s of the format, and this command reads version %s; use the agent jar of the version of Tare that wrote it"
                .formatted(version, VerdictJson.VERSION));
      }
      return jvm(fields);
    } catch (UnreadableException e) {
      throw e;
    } catch (IOException | IllegalArgumentException | DateTimeParseException e) {
      throw new UnreadableException(
          file,
          "line 1: not a verdicts file as Tare writes it; name such files, or the folder that has them, such as target/tare",
          e);
    }
  }

  private static JvmDescription jvm(JsonFields fields) {
    JsonFields jvm = fields.object("jvm").orElseThrow(() -> new IllegalArgumentException("no jvm"));
    return new JvmDescription(
        fields.number("pid").longValue(),
        Instant.parse(fields.text("start")),
        fields.optional("build", String.class).orElse(""),
        jvm.text("version"),
        jvm.text("name"),
        jvm.text("vendor"),
        jvm.text("operatingSystem"),
        jvm.text("architecture"),
        jvm.number("processors").intValue(),
        jvm.number("maxHeap").longValue(),
        jvm.list("collectors", String.class));
  }

  private static void addReport(Path file, int line, String text, LatestRuns runs)
      throws UnreadableException {
    try {
      JsonFields fields =
          JsonFields.parse(text.endsWith(",") ? text.substring(0, text.length() - 1) : text);
      runs.add(
          VerdictParser.report(fields),
          fields.optional("run", BigDecimal.class).map(BigDecimal::intValue).orElse(1));
    } catch (IOException e) {
      throw new UnreadableException(
          file,
          "line %s: not one verdict as JSON; use the file as Tare wrote it".formatted(line),
          e);
    } catch (IllegalArgumentException e) {
      throw new UnreadableException(
          file,
          "line %s: not a verdict, since %s; use the file as Tare wrote it"
              .formatted(line, e.getMessage()),
          e);
    }
  }
}
