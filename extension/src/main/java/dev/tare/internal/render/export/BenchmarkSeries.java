package dev.tare.internal.render.export;

import dev.tare.model.Measurement.Observed;
import dev.tare.model.PointSeries;
import dev.tare.model.Report;
import dev.tare.model.Verdict;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import org.jspecify.annotations.Nullable;

/**
 * The samples of one benchmarked method.
 *
 * @param method the method: that of the test, or its baseline
 * @param observed the figure that was judged from the samples; null if it is not of this method, as
 *     for a baseline
 * @param forks the samples of each JVM, one series for each
 */
record BenchmarkSeries(
    Report.TestId test, String method, @Nullable Observed observed, List<PointSeries> forks) {

  private static final String OWN = "this test";
  private static final String FORK = " in JVM \\d+$";

  BenchmarkSeries {
    forks = List.copyOf(forks);
  }

  /**
   * Returns the samples of all benchmarks. Several figures of one test that were computed from the
   * same samples have one entry.
   */
  static List<BenchmarkSeries> of(List<Report> reports) {
    List<BenchmarkSeries> all = new ArrayList<>();
    Set<Object> seen = new HashSet<>();
    for (Report report : reports) {
      for (Verdict verdict : report.verdicts()) {
        Optional<Observed> observed =
            verdict
                .observed()
                .filter(one -> verdict.budget().figure().id().startsWith("time-"))
                .filter(one -> seen.add(one.sampling().series()));
        observed.ifPresent(one -> all.addAll(of(report.test(), one)));
      }
    }
    return all;
  }

  private static List<BenchmarkSeries> of(Report.TestId test, Observed observed) {
    Map<String, List<PointSeries>> byMethod = new LinkedHashMap<>();
    for (PointSeries series : observed.sampling().series()) {
      if (series.unit().equals("ns") && !series.values().isEmpty()) {
        byMethod
            .computeIfAbsent(series.name().replaceFirst(FORK, ""), name -> new ArrayList<>())
            .add(series);
      }
    }
    List<BenchmarkSeries> all = new ArrayList<>();
    byMethod.forEach(
        (name, forks) -> {
          boolean own = name.equals(OWN);
          String method = own ? test.method() : name.replaceFirst("\\(.*", "");
          boolean judged = own && observed.value().unit().equals("ns");
          all.add(new BenchmarkSeries(test, method, judged ? observed : null, forks));
        });
    return all;
  }
}
