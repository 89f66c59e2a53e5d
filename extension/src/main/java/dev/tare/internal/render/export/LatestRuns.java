package dev.tare.internal.render.export;

import dev.tare.internal.render.export.MergedVerdicts.TestFigure;
import dev.tare.model.Report;
import java.util.HashMap;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;

/**
 * Keeps the last run's report of each figure in a verdicts file: a build tool may run a test again
 * in the same JVM.
 */
final class LatestRuns {

  private final Map<TestFigure, Report> reports = new LinkedHashMap<>();
  private final Map<Map.Entry<TestFigure, Integer>, Integer> numbers = new HashMap<>();

  /** Adds a report on one verdict, in the order of the file. */
  void add(Report report, int run) {
    TestFigure first = TestFigure.of(report, 1);
    int number = numbers.merge(Map.entry(first, run), 1, Integer::sum);
    TestFigure figure = TestFigure.of(report, number);
    reports.remove(figure);
    reports.put(figure, report);
  }

  List<Report> reports() {
    return List.copyOf(reports.values());
  }
}
