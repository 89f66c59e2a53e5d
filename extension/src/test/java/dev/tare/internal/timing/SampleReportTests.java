package dev.tare.internal.timing;

import static org.assertj.core.api.Assertions.assertThat;

import com.google.gson.JsonObject;
import com.google.gson.JsonParser;
import dev.tare.internal.render.VerdictJson;
import dev.tare.internal.timing.sample.BenchmarkCase;
import dev.tare.internal.timing.sample.SamplingPlan;
import dev.tare.internal.timing.sample.SamplingPlanTests;
import dev.tare.model.Budget;
import dev.tare.model.Measurement.Observed;
import dev.tare.model.Report;
import java.util.List;
import org.junit.jupiter.api.Test;

/** Phrases of a report about the samples, with and without a warning. */
class SampleReportTests {

  private final SimulatedClock clock = new SimulatedClock();

  private Observed measure(SimulatedBody body) throws Throwable {
    return measure(SamplingPlanTests.STANDARD, body);
  }

  private Observed measure(SamplingPlan plan, SimulatedBody body) throws Throwable {
    return (Observed)
        new Benchmark(clock, plan)
            .measure(
                new BenchmarkCase("get()", body),
                null,
                List.of(Budget.unlimited(TimeFigures.TIME_PER_CALL)))
            .get(0);
  }

  /** Returns a body whose every n-th sample runs an action. */
  private SimulatedBody withEveryNthSample(int nth, Runnable action) {
    return new SimulatedBody(clock, 100, 9) {
      private int turn;

      @Override
      public void simulateCalls(long n, int stub) throws Throwable {
        super.simulateCalls(n, stub);
        if (n > 5_000 && ++turn % nth == 0) {
          action.run();
        }
      }
    };
  }

  @Test
  void verdictHasEachSampleWithItsMarks() throws Throwable {
    Budget budget = Budget.unlimited(TimeFigures.TIME_PER_CALL);
    Observed observed =
        measure(
            withEveryNthSample(
                20,
                () -> {
                  clock.starve(500_000);
                  clock.compile(2_000_000);
                  clock.collectGarbage(1_000);
                }));

    String verdict =
        VerdictJson.verdict(new Report.TestId("CacheTests", "get", ""), budget.judge(observed), 1);

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
    Observed observed = measure(withEveryNthSample(80, () -> clock.advance(100_000, 0.3)));

    assertThat(observed.counted())
        .anySatisfy(
            phrase ->
                assertThat(phrase)
                    .matches(
                        "serial correlation of the readings -?0\\.[0-9]{2}; get\\(\\): [2-4]"
                            + " outliers of 160 samples"));
    assertThat(observed.distortions()).isEmpty();
  }

  @Test
  void bothMethodsOfAComparisonAreReported() throws Throwable {
    Observed observed =
        (Observed)
            new Benchmark(clock, SamplingPlanTests.STANDARD)
                .measure(
                    new BenchmarkCase("this test", new SimulatedBody(clock, 100, 1)),
                    new BenchmarkCase("get()", new SimulatedBody(clock, 100, 2)),
                    List.of(Budget.unlimited(TimeFigures.TIME_RATIO)))
                .get(0);

    assertThat(observed.counted())
        .anySatisfy(
            phrase ->
                assertThat(phrase)
                    .matches(
                        "serial correlation of the readings -?0\\.[0-9]{2}; this test: [0-9]+"
                            + " outliers? of 160 samples; get\\(\\): [0-9]+ outliers? of 160"
                            + " samples"));
  }
}
