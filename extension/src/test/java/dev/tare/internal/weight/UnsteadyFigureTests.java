package dev.tare.internal.weight;

import static org.assertj.core.api.Assertions.assertThat;

import dev.tare.model.Breakdown;
import dev.tare.model.Figure;
import dev.tare.model.Measurement.Observed;
import dev.tare.model.Remark;
import dev.tare.model.Sampling;
import dev.tare.unit.DataSize;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class UnsteadyFigureTests {

  private static final DataSize SIZE = new DataSize(48);

  private static final Observed OBSERVED =
      Observed.exact(
          new Figure("allocated-bytes", "allocated bytes", true),
          SIZE,
          Sampling.single(SIZE),
          List.of());

  private static Observed withRow(String type, String place) {
    return OBSERVED.withBreakdown(
        new Breakdown(SIZE, List.of(new Breakdown.Row(SIZE, 1, type, place)), List.of()));
  }

  @ParameterizedTest
  @CsvSource(
      delimiter = '|',
      textBlock =
          """
          java.lang.Thread | com.acme.Cache.load(Cache.java:3)
          in java.lang.Thread.<init>() | com.acme.Cache.load(Cache.java:3)
          in java.util.concurrent.Executors.newFixedThreadPool() | com.acme.Cache.load(Cache.java:3)
          in java.util.concurrent.ExecutorService.submit() | com.acme.Cache.load(Cache.java:3)
          in java.util.concurrent.CompletableFuture.supplyAsync() | com.acme.Cache.load(Cache.java:3)
          byte[] | com.acme.Cache.load(Cache.java:3) on Thread-12
          """)
  void otherThreadsAreUnsteady(String type, String place) {
    assertThat(UnsteadyFigure.reason(withRow(type, place)))
        .isEqualTo("other threads are started or used, whose numbers and timing differ");
  }

  @ParameterizedTest
  @CsvSource(
      delimiter = '|',
      textBlock =
          """
          java.lang.IllegalStateException | com.acme.Cache.load(Cache.java:3)
          in java.lang.RuntimeException.<init>() | com.acme.Cache.load(Cache.java:3)
          dev.tare.extension.TareConfigurationException | (the value itself)
          long[] | backtrace[*]
          java.lang.Object[] | cause.backtrace
          """)
  void stackTracesAreUnsteady(String type, String place) {
    assertThat(UnsteadyFigure.reason(withRow(type, place)))
        .isEqualTo("a stack trace is as deep as the calls that lead to the test");
  }

  @ParameterizedTest
  @CsvSource(
      delimiter = '|',
      textBlock =
          """
          com.acme.ValidationError | com.acme.Cache.load(Cache.java:3)
          in java.lang.ThreadLocal.get() | com.acme.Cache.load(Cache.java:3)
          in java.util.concurrent.ConcurrentHashMap.put() | com.acme.Cache.load(Cache.java:3)
          java.lang.String (concatenation) | com.acme.Cache.load(Cache.java:3)
          byte[] | backtraces[*]
          """)
  void otherRowsAreSteady(String type, String place) {
    assertThat(UnsteadyFigure.reason(withRow(type, place))).isEmpty();
  }

  @Test
  void intervalOfEqualCallsIsSteady() {
    assertThat(UnsteadyFigure.reason(OBSERVED.withInterval(SIZE, new DataSize(64)))).isEmpty();
  }

  @Test
  void intervalWithoutAnUpperEndIsUnsteady() {
    assertThat(UnsteadyFigure.reason(OBSERVED.withInterval(SIZE, new DataSize(Long.MAX_VALUE))))
        .isEqualTo("it is not exact, but an interval");
  }

  @Test
  void intervalOfDifferingCallsIsUnsteady() {
    Sampling differing = new Sampling("minimum", 5, 2, SIZE, new DataSize(64), null);

    assertThat(
            UnsteadyFigure.reason(
                OBSERVED.withInterval(SIZE, new DataSize(64)).withSampling(differing)))
        .isEqualTo("it is not exact, but an interval");
  }

  @Test
  void reasonOfARowIsTheSameWithAndWithoutADistortion() {
    Observed threads = withRow("java.lang.Thread", "com.acme.Cache.load(Cache.java:3)");

    assertThat(UnsteadyFigure.reason(threads.alsoDistorted(Remark.of("ended-thread", "ended"))))
        .isEqualTo(UnsteadyFigure.reason(threads));
  }
}
