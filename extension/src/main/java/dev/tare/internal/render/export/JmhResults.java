package dev.tare.internal.render.export;

import dev.tare.internal.render.JvmDescription;
import dev.tare.internal.render.MachineNumbers;
import dev.tare.internal.render.VerdictJson;
import dev.tare.model.Measurement.Observed;
import dev.tare.model.PointSeries;
import dev.tare.model.Report;
import java.util.Arrays;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;

/**
 * Benchmarks in the JSON that JMH writes with {@code -rf json}, for tools that read it. A sample
 * takes the place of an iteration.
 */
public final class JmhResults {

  // org.openjdk.jmh.results.format.JSONResultFormat of JMH 1.37; percentiles as in
  // org.openjdk.jmh.util.ListStatistics: at p (n + 1) of the sorted values, with interpolation

  /** Version of JMH whose format this is. */
  private static final String FORMAT_VERSION = "1.37";

  private static final List<String> PERCENTILES =
      List.of("0.0", "50.0", "90.0", "95.0", "99.0", "99.9", "99.99", "99.999", "99.9999", "100.0");

  private JmhResults() {}

  /** Returns the benchmarks as a JSON array. */
  public static String render(JvmDescription jvm, List<Report> reports) {
    List<String> results =
        BenchmarkSeries.of(reports).stream()
            .map(series -> VerdictJson.toJson(fields(jvm, series)))
            .toList();
    return "[\n" + String.join(",\n", results) + "\n]\n";
  }

  private static Object[] fields(JvmDescription jvm, BenchmarkSeries series) {
    List<List<Double>> rawData = series.forks().stream().map(PointSeries::values).toList();
    Report.TestId test = series.test();
    Map<String, Object> fields = new LinkedHashMap<>();
    fields.put("jmhVersion", FORMAT_VERSION);
    fields.put("benchmark", test.className().replace('$', '.') + "." + series.method());
    fields.put("mode", "avgt");
    fields.put("threads", 1);
    fields.put("forks", rawData.size());
    fields.put("jvm", jvm.name());
    fields.put("jvmArgs", List.of());
    fields.put("jdkVersion", jvm.version());
    fields.put("vmName", jvm.name());
    fields.put("vmVersion", jvm.version());
    fields.put("warmupIterations", 1);
    fields.put("warmupTime", "not recorded");
    fields.put("warmupBatchSize", 1);
    fields.put("measurementIterations", rawData.get(0).size());
    fields.put("measurementTime", "not recorded");
    fields.put("measurementBatchSize", 1);
    if (!test.invocation().isEmpty()) {
      fields.put("params", Map.of("invocation", test.invocation()));
    }
    fields.put("primaryMetric", metric(series.observed(), rawData));
    fields.put("secondaryMetrics", Map.of());
    return fields.entrySet().stream()
        .flatMap(field -> Stream.of(field.getKey(), field.getValue()))
        .toArray();
  }

  private static Map<String, Object> metric(
      @Nullable Observed observed, List<List<Double>> rawData) {
    double[] sorted =
        rawData.stream().flatMap(List::stream).mapToDouble(value -> value).sorted().toArray();
    Map<String, Object> metric = new LinkedHashMap<>();
    if (observed == null || observed.isAtLeast()) {
      double mean = Arrays.stream(sorted).average().orElseThrow();
      metric.put("score", observed == null ? mean : MachineNumbers.of(observed.value()));
      // as JMH does with one sample
      metric.put("scoreError", "NaN");
      metric.put("scoreConfidence", List.of("NaN", "NaN"));
    } else {
      metric.put("score", MachineNumbers.of(observed.value()));
      metric.put("scoreError", (observed.upper().amount() - observed.lower().amount()) / 2);
      metric.put(
          "scoreConfidence",
          List.of(MachineNumbers.of(observed.lower()), MachineNumbers.of(observed.upper())));
    }
    Map<String, Object> percentiles = new LinkedHashMap<>();
    PERCENTILES.forEach(p -> percentiles.put(p, percentile(sorted, Double.parseDouble(p))));
    metric.put("scorePercentiles", percentiles);
    metric.put("scoreUnit", "ns/op");
    metric.put("rawData", rawData);
    return metric;
  }

  private static double percentile(double[] sorted, double percent) {
    double position = percent / 100 * (sorted.length + 1);
    int below = (int) position;
    if (below < 1) {
      return sorted[0];
    }
    return below >= sorted.length
        ? sorted[sorted.length - 1]
        : sorted[below - 1] + (position - below) * (sorted[below] - sorted[below - 1]);
  }
}
