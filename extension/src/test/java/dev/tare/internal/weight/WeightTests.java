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

class UnsteadyFigureTests {

  private static final DataSize SIZE = new DataSize(48);

  private static final Observed OBSERVED =
      Observed.exact(
          new Figure("allocated-bytes", "allocated bytes", true),
          SIZE,
          Sampling.single(SIZE),
          List.of());

  private static Observed withRow(String unsteady) {
    Breakdown.Row row = new Breakdown.Row(SIZE, 1, "byte[]", "Cache.load(Cache.java:3)", unsteady);
    return OBSERVED.withBreakdown(new Breakdown(SIZE, List.of(row), List.of()));
  }

  @Test
  void rowThatDiffersIsUnsteady() {
    assertThat(UnsteadyFigure.reason(withRow("other threads"))).isEqualTo("other threads");
    assertThat(UnsteadyFigure.reason(withRow(""))).isEmpty();
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
    Observed threads = withRow("other threads");

    assertThat(UnsteadyFigure.reason(threads.alsoDistorted(Remark.of("ended-thread", "ended"))))
        .isEqualTo(UnsteadyFigure.reason(threads));
  }
}
