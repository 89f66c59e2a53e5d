package dev.tare.extension;

import static org.assertj.core.api.Assertions.assertThat;

import dev.tare.ExecutedTests;
import dev.tare.model.Budget;
import dev.tare.model.Figure;
import dev.tare.model.Measurement;
import dev.tare.model.Measurement.Observed;
import dev.tare.model.Sampling;
import dev.tare.unit.Count;
import dev.tare.unit.DataSize;
import dev.tare.unit.Quantity;
import java.lang.annotation.Retention;
import java.lang.annotation.RetentionPolicy;
import java.util.Arrays;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.TestInstance;
import org.junit.jupiter.api.TestInstance.Lifecycle;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** Checks that mistakes in a metric of a user's own are reported with its annotation. */
@TestInstance(Lifecycle.PER_CLASS) // the faulty test cases run once for all
class WrongMetricTests {

  private static final Figure FIGURE = new Figure("lines", "lines", true);

  private static final Figure OTHER = new Figure("words", "words", true);

  private final ExecutedTests faulty = ExecutedTests.jupiter(FaultyTestCases.class);

  @Test
  void metricWithoutItsMethodIsRefusedAlone() {
    ExecutedTests tests = ExecutedTests.tare(MethodTestCases.class);

    assertThat(tests.succeeded()).containsExactly("right");
    assertThat(tests.failure("wrong"))
        .isExactlyInstanceOf(TareConfigurationException.class)
        .hasMessage(
            "@MaxLines on WrongMetricTests.MethodTestCases.wrong(): its metric"
                + " dev.tare.extension.WrongMetricTests$Lines failed to read it:"
                + " java.lang.NoSuchMethodException: no method takes it; declare one, for example \"static Lines of(MaxLines annotation)\"");
  }

  static class MethodTestCases {

    @MaxLines
    int wrong() {
      return 1;
    }

    @Faulty(Fault.NONE)
    int right() {
      return 1;
    }
  }

  @Retention(RetentionPolicy.RUNTIME)
  @MeasuredBy(Lines.class)
  @interface MaxLines {}

  /** Has no static method that takes the annotation. */
  record Lines() implements Metric {

    static Lines of(MaxLines annotation, String other) {
      return new Lines();
    }

    Lines of(MaxLines annotation) {
      return this;
    }

    @Override
    public List<Budget> budgets() {
      return List.of(Budget.unlimited(FIGURE));
    }

    @Override
    public List<Measurement> measure(Subject subject, Schedule schedule, List<Budget> budgets) {
      throw new UnsupportedOperationException();
    }
  }

  @Test
  void metricOfAnotherAnnotationIsRefused() {
    assertThat(ExecutedTests.jupiter(MisnamedTestCases.class).failure("misnamed"))
        .isExactlyInstanceOf(TareConfigurationException.class)
        .hasMessage(
            "@Misnamed on WrongMetricTests.MisnamedTestCases.misnamed(): its metric"
                + " dev.tare.extension.WrongMetricTests$Fault failed to read it:"
                + " java.lang.NoSuchMethodException: no method takes it; declare one, for example \"static Fault of(Misnamed annotation)\"");
  }

  static class MisnamedTestCases {
    @Test
    @Misnamed
    void misnamed() {}
  }

  /** Names the metric of another annotation. */
  @Retention(RetentionPolicy.RUNTIME)
  @MeasuredBy(Fault.class)
  @interface Misnamed {}

  @ParameterizedTest
  @CsvSource(
      delimiter = '|',
      value = {
        "noMetric|on WrongMetricTests.FaultyTestCases.noMetric(): its metric dev.tare.extension.WrongMetricTests$Fault failed to read it: java.lang.NullPointerException: its method returned null",
        "noReason|on WrongMetricTests.FaultyTestCases.noReason(): java.lang.IllegalArgumentException without a message",
        "badBudget|on WrongMetricTests.FaultyTestCases.badBudget(): no lines; write 1 or more",
        "noBudgets|on WrongMetricTests.FaultyTestCases.noBudgets(): its metric dev.tare.extension.WrongMetricTests$Fault failed to read it: java.lang.NullPointerException",
        "noList|: its metric must return one measurement for each budget, in the same order and in the unit of the limit",
        "noMeasurement|: its metric must return one measurement for each budget, in the same order and in the unit of the limit",
        "tooMany|: its metric must return one measurement for each budget, in the same order and in the unit of the limit",
        "otherFigure|: its metric must return one measurement for each budget, in the same order and in the unit of the limit",
        "otherQuantity|: its metric must return one measurement for each budget, in the same order and in the unit of the limit"
      })
  void mistakeIsReportedWithItsAnnotation(String method, String message) {
    assertThat(faulty.failure(method).getMessage()).startsWith("@Faulty(").contains(message);
  }

  static class FaultyTestCases {

    @Test
    @Faulty(Fault.NO_METRIC)
    void noMetric() {}

    @Test
    @Faulty(Fault.NO_REASON)
    void noReason() {}

    @Test
    @Faulty(Fault.BAD_BUDGET)
    void badBudget() {}

    @Test
    @Faulty(Fault.NO_BUDGETS)
    void noBudgets() {}

    @Test
    @Faulty(Fault.NO_LIST)
    void noList() {}

    @Test
    @Faulty(Fault.NO_MEASUREMENT)
    void noMeasurement() {}

    @Test
    @Faulty(Fault.TOO_MANY)
    void tooMany() {}

    @Test
    @Faulty(Fault.OTHER_FIGURE)
    void otherFigure() {}

    @Test
    @Faulty(Fault.OTHER_QUANTITY)
    void otherQuantity() {}
  }

  @Retention(RetentionPolicy.RUNTIME)
  @MeasuredBy(Fault.class)
  @interface Faulty {
    Fault value();
  }

  /** A mistake that a metric can make. */
  enum Fault implements Metric {
    NONE,
    NO_METRIC,
    NO_REASON,
    BAD_BUDGET,
    NO_BUDGETS,
    NO_LIST,
    NO_MEASUREMENT,
    TOO_MANY,
    OTHER_FIGURE,
    OTHER_QUANTITY;

    @SuppressWarnings("NullAway") // what metrics without a null checker can return
    static Fault of(Faulty annotation) {
      return switch (annotation.value()) {
        case NO_METRIC -> null;
        case NO_REASON -> throw new IllegalArgumentException();
        default -> annotation.value();
      };
    }

    @Override
    @SuppressWarnings("NullAway") // what metrics without a null checker can return
    public List<Budget> budgets() {
      return switch (this) {
        case BAD_BUDGET -> throw new IllegalArgumentException("no lines; write 1 or more");
        case NO_BUDGETS -> null;
        default -> List.of(Budget.atMost(FIGURE, new Count(9)));
      };
    }

    @Override
    public List<Measurement> measure(Subject subject, Schedule schedule, List<Budget> budgets)
        throws Throwable {
      subject.call();
      return measurements();
    }

    @SuppressWarnings("NullAway") // what metrics without a null checker can return
    private List<Measurement> measurements() {
      Measurement right = of(FIGURE, new Count(1));
      return switch (this) {
        case NO_LIST -> null;
        case NO_MEASUREMENT -> Arrays.asList((Measurement) null);
        case TOO_MANY -> List.of(right, right);
        case OTHER_FIGURE -> List.of(of(OTHER, new Count(1)));
        case OTHER_QUANTITY -> List.of(of(FIGURE, new DataSize(1)));
        case NONE, NO_METRIC, NO_REASON, BAD_BUDGET, NO_BUDGETS -> List.of(right);
      };
    }

    private static Measurement of(Figure figure, Quantity value) {
      return Observed.exact(figure, value, Sampling.single(value), List.of());
    }
  }
}
