package dev.tare.extension;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatIllegalArgumentException;

import dev.tare.model.Figure;
import dev.tare.model.Measurement.Observed;
import dev.tare.unit.Count;
import java.util.Arrays;
import java.util.List;
import org.junit.jupiter.api.Test;

/** Checks the measurement that most metrics return. */
class MetricTests {

  private static final Figure FIGURE = new Figure("turns", "turns", true);

  @Test
  void smallestReadingAfterTheWarmUpIsTheValue() {
    Observed observed = minimum(new Schedule(2, 3, false), 9, 1, 5, 3, 4);

    assertThat(observed.value()).isEqualTo(new Count(3));
    assertThat(observed.isExact()).isTrue();
    assertThat(observed.sampling().smallest()).isEqualTo(new Count(3));
    assertThat(observed.sampling().largest()).isEqualTo(new Count(5));
    assertThat(observed.sampling().first()).isEqualTo(new Count(9));
    assertThat(observed.sampling().readings()).isEqualTo(3);
    assertThat(observed.sampling().warmups()).isEqualTo(2);
    assertThat(observed.counted()).containsExactly("turns of the key");
  }

  @Test
  void withoutWarmUpTheFirstReadingIsJudged() {
    Observed observed = minimum(new Schedule(0, 2, false), 7, 8);

    assertThat(observed.value()).isEqualTo(new Count(7));
    assertThat(observed.sampling().first()).isNull();
  }

  @Test
  void everyCallNeedsAReading() {
    assertThatIllegalArgumentException()
        .isThrownBy(() -> minimum(new Schedule(1, 2, false), 7, 8))
        .withMessage("2 readings of 3 calls");
  }

  private static Observed minimum(Schedule schedule, long... readings) {
    List<Count> counts = Arrays.stream(readings).mapToObj(Count::new).toList();
    return Metric.minimum(FIGURE, schedule, counts, List.of("turns of the key"));
  }
}
