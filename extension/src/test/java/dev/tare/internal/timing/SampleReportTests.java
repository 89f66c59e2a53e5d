package dev.tare.internal.timing;

import static org.assertj.core.api.Assertions.assertThat;

import com.google.gson.JsonObject;
import com.google.gson.JsonParser;
import dev.tare.internal.render.VerdictJson;
import dev.tare.model.Measurement.Observed;
import dev.tare.model.Report;
import org.junit.jupiter.api.Test;

/** Phrases of a report about the samples, with and without a warning. */
class SampleReportTests extends SimulatedBenchmarks {

  @Test
  void verdictHasEachSampleWithItsMarks() throws Throwable {
    Observed observed =
        observed(
            withSamples(
                20,
                () -> {
                  clock.starve(500_000);
                  clock.compile(2_000_000);
                  clock.collectGarbage(1_000);
                }),
            NONE);

    String verdict =
        VerdictJson.verdict(new Report.TestId("CacheTests", "get", ""), NONE.judge(observed), 1);

    JsonObject series =
        JsonParser.parseString(verdict)
            .getAsJsonObject()
            .getAsJsonObject("sampling")
            .getAsJsonArray("series")
            .get(0)
            .getAsJsonObject();
    assertThat(series.get("name").getAsString()).isEqualTo("get()");
    assertThat(series.get("unit").getAsString()).isEqualTo("ns");
    assertThat(series.getAsJsonArray("positions")).hasSize(160);
    assertThat(series.getAsJsonArray("values").asList())
        .hasSize(160)
        .allSatisfy(value -> assertThat(value.getAsDouble()).isBetween(90.0, 200.0));
    assertThat(series.getAsJsonObject("marks").asMap())
        .containsKeys("interrupted", "garbage-collection", "compilation")
        .hasEntrySatisfying("interrupted", marked -> assertThat(marked.getAsJsonArray()).hasSize(8))
        .satisfies(
            marks ->
                assertThat(marks.get("garbage-collection"))
                    .isEqualTo(marks.get("interrupted"))
                    .isEqualTo(marks.get("compilation")));
  }

  @Test
  void outliersAreReportedWithoutAWarning() throws Throwable {
    // one sample in 80 has 3 % more to do, and waits for more than twice that
    Observed observed = observed(withSamples(80, () -> clock.advance(100_000, 0.3)), NONE);

    assertThat(observed.counted())
        .anySatisfy(
            phrase ->
                assertThat(phrase)
                    .matches(
                        "serial correlation of the readings -?0\\.[0-9]{2}; get\\(\\): [2-4]"
                            + " outliers of 160 samples"));
    assertThat(observed.distortions()).isEmpty();
  }
}
