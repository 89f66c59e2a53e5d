package dev.tare.internal.render.export;

import dev.tare.internal.render.JvmDescription;
import dev.tare.internal.render.export.VerdictsDocument.UnreadableException;
import dev.tare.model.Figure;
import dev.tare.model.Report;
import dev.tare.unit.Count;
import java.io.IOException;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Collections;
import java.util.Comparator;
import java.util.HashMap;
import java.util.IdentityHashMap;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;

/**
 * The verdicts of several files, such as those of the modules and the JVMs of a build. If several
 * JVMs have a verdict on one figure of one test, the verdict of the JVM that started last counts.
 *
 * @param documents the files with the verdicts that count, the oldest JVM first
 * @param verdicts a report on each verdict
 * @param replaced the number of verdicts that do not count
 */
public record MergedVerdicts(
    List<VerdictsDocument> documents, Map<TestFigure, Report> verdicts, int replaced) {

  /**
   * The figure of a test.
   *
   * @param figure the id of the figure
   * @param number 1 for the first verdict on this figure of this test in one run, 2 for the second
   */
  record TestFigure(Report.TestId test, String figure, String noun, int number) {

    /** Returns the figure of a report on one verdict. */
    static TestFigure of(Report report, int number) {
      Figure figure = report.verdicts().get(0).budget().figure();
      return new TestFigure(report.test(), figure.id(), figure.noun(), number);
    }
  }

  /** Copies the list. */
  public MergedVerdicts {
    documents = List.copyOf(documents);
  }

  /**
   * Reads files and folders.
   *
   * @throws UnreadableException if one has no verdicts, or cannot be read
   */
  public static MergedVerdicts read(List<Path> paths) throws UnreadableException {
    Map<Path, VerdictsDocument> byPath = new LinkedHashMap<>();
    for (Path path : paths) {
      for (VerdictsDocument file : VerdictsDocument.readAll(path)) {
        byPath.put(file.file().toAbsolutePath().normalize(), file);
      }
    }
    List<VerdictsDocument> documents = new ArrayList<>(byPath.values());
    documents.sort(Comparator.comparing(file -> file.jvm().start()));
    Map<TestFigure, Report> verdicts = new LinkedHashMap<>();
    int read = 0;
    for (VerdictsDocument file : documents) {
      Map<TestFigure, Integer> numbers = new HashMap<>();
      for (Report report : file.reports()) {
        int number = numbers.merge(TestFigure.of(report, 1), 1, Integer::sum);
        verdicts.put(TestFigure.of(report, number), report);
        read++;
      }
    }
    Set<Report> counting = Collections.newSetFromMap(new IdentityHashMap<>());
    counting.addAll(verdicts.values());
    return new MergedVerdicts(
        documents.stream().map(document -> document.only(counting)).toList(),
        verdicts,
        read - verdicts.size());
  }

  /** Returns the JVMs that wrote the files. */
  public List<JvmDescription> jvms() {
    return documents.stream().map(VerdictsDocument::jvm).toList();
  }

  /** Returns a sentence about the verdicts that do not count; empty if there are none. */
  public Optional<String> note() {
    return replaced == 0
        ? Optional.empty()
        : Optional.of(
            "%s of earlier runs left out, since a later run judged the same figures; delete the folder before a run to have only that run"
                .formatted(Count.withNoun(replaced, "verdict", "verdicts")));
  }

  /**
   * Renders the verdicts.
   *
   * @throws IOException if a file has disappeared
   */
  public String render(ExportForm form) throws IOException {
    return form.render(documents, note().stream().toList());
  }
}
