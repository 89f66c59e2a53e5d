package dev.tare.internal.render.export;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.within;

import com.google.gson.JsonArray;
import com.google.gson.JsonElement;
import com.google.gson.JsonObject;
import com.google.gson.JsonParser;
import dev.tare.internal.render.FixedReports;
import dev.tare.model.Budget;
import dev.tare.model.Figure;
import dev.tare.model.Measurement.Observed;
import dev.tare.model.PointSeries;
import dev.tare.model.Report;
import dev.tare.model.Sampling;
import dev.tare.unit.Elapsed;
import dev.tare.unit.Quantity;
import dev.tare.unit.Ratio;
import java.io.IOException;
import java.io.InputStream;
import java.nio.charset.StandardCharsets;
import java.util.List;
import java.util.Map;
import java.util.TreeSet;
import java.util.function.Supplier;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Test;

/**
 * Compares benchmarks with JMH's own output. {@code jmh-1.37.json} is that of a benchmark with a
 * parameter, in two forks of three iterations: {@code -rf json -f 2 -i 3 -bm avgt -tu ns}.
 */
class JmhResultsTests {

  private static final Figure TIME = new Figure("time-per-call", "time per call", false);
  private static final Figure RATIO = new Figure("time-ratio", "time relative to get()", false);

  @Test
  void fieldsAndTheirTypesAreThoseOfJmh() throws IOException {
    JsonObject jmh = jmh();
    JsonObject tare = results(samplesOf(jmh)).get(0).getAsJsonObject();

    assertThat(structure(tare)).isEqualTo(structure(jmh).replace("country", "invocation"));
    for (String field : List.of("mode", "forks", "measurementIterations", "threads")) {
      assertThat(tare.get(field)).as(field).isEqualTo(jmh.get(field));
    }
    assertThat(metric(tare).get("scoreUnit")).isEqualTo(metric(jmh).get("scoreUnit"));
    assertThat(metric(tare).get("rawData")).isEqualTo(metric(jmh).get("rawData"));
  }

  @Test
  void percentilesOfTheSameSamplesAreThoseOfJmh() throws IOException {
    for (JsonElement element : recorded()) {
      JsonObject jmh = element.getAsJsonObject();
      JsonObject expected = metric(jmh).getAsJsonObject("scorePercentiles");
      JsonObject percentiles =
          metric(results(samplesOf(jmh)).get(0)).getAsJsonObject("scorePercentiles");

      assertThat(percentiles.keySet()).isEqualTo(expected.keySet());
      for (String percent : expected.keySet()) {
        assertThat(percentiles.get(percent).getAsDouble())
            .as(percent)
            .isCloseTo(expected.get(percent).getAsDouble(), within(1e-9));
      }
    }
  }

  @Test
  void scoreAndItsIntervalAreTheJudgedFigure() {
    JsonObject metric = metric(results(time(List.of(series("this test", 90, 110)))).get(0));

    assertThat(metric.get("score").getAsDouble()).isEqualTo(101);
    assertThat(metric.get("scoreError").getAsDouble()).isEqualTo(15);
    assertThat(metric.getAsJsonArray("scoreConfidence")).hasToString("[90,120]");
  }

  @Test
  void bothMethodsOfARatioAreBenchmarks() throws IOException {
    Ratio value = new Ratio(2);
    Report report =
        report(
            RATIO,
            value,
            Observed.exact(
                RATIO,
                value,
                sampling(value, List.of(series("this test", 20, 40), series("get()", 10, 20))),
                List.of()));
    JsonArray results = results(report);

    assertThat(results.asList())
        .extracting(result -> result.getAsJsonObject().get("benchmark").getAsString())
        .containsExactly("com.acme.CacheTests.Nested.lookup", "com.acme.CacheTests.Nested.get");
    assertThat(results.asList())
        .extracting(result -> metric(result).get("score").getAsDouble())
        .as("means, as JMH computes them")
        .containsExactly(30.0, 15.0);
    assertThat(structure(results.get(0)).replace("\"score", "score")).contains("scoreError:string");
  }

  @Test
  void severalFiguresOfTheSameSamplesAreOneBenchmark() {
    Report one = time(List.of(series("this test", 90, 110)));
    Report both = new Report(one.test(), List.of(one.verdicts().get(0), one.verdicts().get(0)));

    assertThat(results(both)).hasSize(1);
  }

  @Test
  void otherFiguresAreNoBenchmarks() {
    List<Report> reports =
        FixedReports.all().values().stream()
            .map(Supplier::get)
            .filter(
                report ->
                    report.verdicts().stream()
                        .noneMatch(verdict -> verdict.budget().figure().id().startsWith("time-")))
            .toList();

    assertThat(reports).isNotEmpty();
    assertThat(results(reports.toArray(Report[]::new))).isEmpty();
  }

  @Test
  void samplesAreLinesOfValues() {
    PointSeries marked =
        new PointSeries(
            "this test in JVM 1",
            "ns",
            List.of(1.0, 2.0),
            List.of(1.23456789, 20.0),
            Map.of("outlier", List.of(1), "compilation", List.of(1)));
    Report report = time(List.of(marked, series("this test in JVM 2", 3)));

    assertThat(
            SamplesCsv.render(List.of(report))
                .replaceAll("(outlier compilation|compilation outlier)", "both"))
        .isEqualTo(
            "class,test,invocation,method,jvm,sample,nanosPerCall,marks\r\n"
                + "com.acme.CacheTests$Nested,lookup,\"a, \"\"b\"\"\",lookup,1,1,1.23457,\r\n"
                + "com.acme.CacheTests$Nested,lookup,\"a, \"\"b\"\"\",lookup,1,2,20,both\r\n"
                + "com.acme.CacheTests$Nested,lookup,\"a, \"\"b\"\"\",lookup,2,1,3,\r\n");
  }

  /** Returns the names of all fields with the types of their values, as one text. */
  private static String structure(JsonElement value) {
    if (value instanceof JsonObject object) {
      StringBuilder text = new StringBuilder();
      for (String name : new TreeSet<>(object.keySet())) {
        text.append(name).append(':').append(structure(object.get(name))).append(' ');
      }
      return "{" + text + "}";
    }
    if (value instanceof JsonArray array) {
      return "[" + (array.isEmpty() ? "" : structure(array.get(0))) + "]";
    }
    return value.getAsJsonPrimitive().isNumber() ? "number" : "string";
  }

  private static Report samplesOf(JsonObject jmh) {
    JsonArray forks = metric(jmh).getAsJsonArray("rawData");
    return time(
        IntStream.range(0, forks.size())
            .mapToObj(
                fork ->
                    series(
                        "this test in JVM " + (fork + 1),
                        forks.get(fork).getAsJsonArray().asList().stream()
                            .mapToDouble(JsonElement::getAsDouble)
                            .toArray()))
            .toList());
  }

  private static JsonObject metric(JsonElement result) {
    return result.getAsJsonObject().getAsJsonObject("primaryMetric");
  }

  private static JsonObject jmh() throws IOException {
    return recorded().get(0).getAsJsonObject();
  }

  private static JsonArray recorded() throws IOException {
    try (InputStream in = FixedReports.class.getResourceAsStream("jmh-1.37.json")) {
      return JsonParser.parseString(new String(in.readAllBytes(), StandardCharsets.UTF_8))
          .getAsJsonArray();
    }
  }

  private static JsonArray results(Report... reports) {
    return JsonParser.parseString(JmhResults.render(FixedReports.JVM, List.of(reports)))
        .getAsJsonArray();
  }

  private static Report time(List<PointSeries> series) {
    Elapsed value = new Elapsed(101);
    return report(
        TIME,
        new Elapsed(200),
        new Observed(
            TIME,
            value,
            new Elapsed(90),
            new Elapsed(120),
            sampling(value, series),
            List.of(),
            List.of(),
            null));
  }

  private static Sampling sampling(Quantity value, List<PointSeries> series) {
    return Sampling.single(value).withSeries(series);
  }

  private static PointSeries series(String name, double... values) {
    return new PointSeries(
        name,
        "ns",
        IntStream.rangeClosed(1, values.length).mapToObj(i -> (double) i).toList(),
        IntStream.range(0, values.length).mapToObj(i -> values[i]).toList(),
        Map.of());
  }

  private static Report report(Figure figure, Quantity limit, Observed observed) {
    return new Report(
        new Report.TestId("com.acme.CacheTests$Nested", "lookup", "a, \"b\""),
        List.of(Budget.atMost(figure, limit).judge(observed)));
  }
}
