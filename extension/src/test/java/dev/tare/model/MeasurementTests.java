package dev.tare.model;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatIllegalArgumentException;

import dev.tare.model.Measurement.Observed;
import dev.tare.unit.DataSize;
import dev.tare.unit.Elapsed;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.Nested;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

class MeasurementTests {

  private static final Figure TIME = new Figure("time-per-call", "time per call", false);

  @Nested
  class ObservedFigure {

    @ParameterizedTest
    @CsvSource({"2, 1, 3", "4, 5, 3", "5, 3, 1"})
    void valueLiesInItsInterval(double lower, double value, double upper) {
      assertThatIllegalArgumentException()
          .isThrownBy(() -> time(lower, value, upper))
          .withMessageContaining("is outside");
    }

    @Test
    void pointIntervalIsExact() {
      assertThat(time(3, 3, 3).isExact()).isTrue();
      assertThat(time(3, 3, 4).isExact()).isFalse();
    }

    @Test
    void exactValueIsItsOwnInterval() {
      DataSize size = new DataSize(7);
      Figure figure = new Figure("retained-size", "retained size", false);
      Observed observed = Observed.exact(figure, size, Sampling.single(size), List.of("all"));
      assertThat(observed.lower()).isEqualTo(size);
      assertThat(observed.upper()).isEqualTo(size);
      assertThat(observed.isExact()).isTrue();
      assertThat(observed.breakdown()).isNull();
    }

    @Test
    void measurementCopiesItsLists() {
      List<String> counted = new ArrayList<>(List.of("this thread"));
      List<Remark> distortions = new ArrayList<>(List.of(Remark.of("a debugger")));
      Elapsed value = new Elapsed(3);
      Observed observed =
          new Observed(
              TIME, value, value, value, Sampling.single(value), counted, distortions, null);
      counted.clear();
      distortions.clear();
      assertThat(observed.counted()).containsExactly("this thread");
      assertThat(observed.distortions()).containsExactly(Remark.of("a debugger"));
    }
  }

  @Nested
  class SamplingValues {

    @ParameterizedTest
    @CsvSource({"0, 0", "-1, 0", "1, -1"})
    void samplingWithoutReadingsOrWithNegativeWarmupsIsRefused(int readings, long warmups) {
      Elapsed reading = new Elapsed(1);
      assertThatIllegalArgumentException()
          .isThrownBy(() -> new Sampling("minimum", readings, warmups, reading, reading, null))
          .withMessage(readings + " readings after " + warmups + " warm-ups");
    }

    @Test
    void smallestReadingAboveTheLargestIsRefused() {
      assertThatIllegalArgumentException()
          .isThrownBy(() -> new Sampling("minimum", 2, 0, new DataSize(2), new DataSize(1), null))
          .withMessage("the smallest reading 2 B is more than 1 B");
    }

    @Test
    void equalReadingsAreDetected() {
      DataSize one = new DataSize(1);
      assertThat(new Sampling("minimum", 2, 0, one, one, null).allEqual()).isTrue();
      assertThat(new Sampling("minimum", 2, 0, one, new DataSize(2), null).allEqual()).isFalse();
    }

    @Test
    void singleReadingHasNoWarmup() {
      DataSize one = new DataSize(1);
      assertThat(Sampling.single(one)).isEqualTo(new Sampling("value", 1, 0, one, one, null));
    }
  }

  @Nested
  class FigureValues {

    @ParameterizedTest
    @ValueSource(strings = {"", " ", "Bytes", "-bytes", "allocated bytes", "bytes.total", "\u00e9"})
    void figureIdHasLowerCaseLettersAndHyphens(String id) {
      assertThatIllegalArgumentException()
          .isThrownBy(() -> new Figure(id, "bytes", true))
          .withMessageContaining("'" + id + "'");
    }

    @ParameterizedTest
    @ValueSource(strings = {"", " ", "\t"})
    void figureHasANoun(String noun) {
      assertThatIllegalArgumentException().isThrownBy(() -> new Figure("bytes", noun, true));
    }
  }

  private static Observed time(double lower, double value, double upper) {
    return new Observed(
        TIME,
        new Elapsed(value),
        new Elapsed(lower),
        new Elapsed(upper),
        Sampling.single(new Elapsed(value)),
        List.of("one thread"),
        List.of(),
        null);
  }
}
