package dev.tare.model;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Test;

class PointSeriesTests {

  private static PointSeries series(List<Double> positions, Map<String, List<Integer>> marks) {
    return new PointSeries("get()", "ns", positions, List.of(10.0, 20.0), marks);
  }

  @Test
  void marksWithoutPointsAreLeftOut() {
    PointSeries series =
        series(List.of(1.0, 2.0), Map.of("outlier", List.of(1), "compilation", List.of()));

    assertThat(series.marks()).isEqualTo(Map.of("outlier", List.of(1)));
    assertThat(series.named("put()").name()).isEqualTo("put()");
  }

  @Test
  void eachValueHasAPosition() {
    assertThatThrownBy(() -> series(List.of(1.0), Map.of()))
        .isInstanceOf(IllegalArgumentException.class)
        .hasMessage("1 positions of 2 values");
  }

  @Test
  void marksAreOnPoints() {
    assertThatThrownBy(() -> series(List.of(1.0, 2.0), Map.of("outlier", List.of(2))))
        .isInstanceOf(IllegalArgumentException.class)
        .hasMessage("outlier at [2] of 2");
  }
}
