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
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** Checks that mistakes in a metric of a user's own are reported with its annotation. */
class WrongMetricTests {

  private static final Figure FIGURE = new Figure("lines", "lines", true);

  private static final Figure OTHER = new Figure("words", "words", true);

  @Test
  void metricWithoutAConstructorIsRefusedAlone() {
    ExecutedTests tests = ExecutedTests.tare(ConstructorTestCases.class);

    assertThat(tests.succeeded()).containsExactly("right");
    assertThat(tests.failure("wrong"))
        .isExactlyInstanceOf(TareConfigurationException.class)
        .hasMessage(
            "@MaxLines on WrongMetricTests.ConstructorTestCases.wrong(): its metric"
                + " dev.tare.extension.WrongMetricTests$Lines has no constructor without parameters;"
                + " declare one, for example \"Lines() {}\"");
  }

  static class ConstructorTestCases {

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

  /** Has no constructor without parameters. */
  static final class Lines implements Metric<MaxLines> {

    private final int factor;

    Lines(int factor) {
      this.factor = factor;
    }

    @Override
    public MeasurementPlan read(
        MaxLines annotation, Subject.Site site, Configuration configuration) {
      return Fault.NONE.plan(factor);
    }
  }

  @Test
  void metricOfAnotherAnnotationIsRefused() {
    assertThat(ExecutedTests.jupiter(MisnamedTestCases.class).failure("misnamed"))
        .isExactlyInstanceOf(TareConfigurationException.class)
        .hasMessageStartingWith(
            "@Misnamed on WrongMetricTests.MisnamedTestCases.misnamed(): its metric"
                + " dev.tare.extension.WrongMetricTests$Faults failed to read it:"
                + " java.lang.ClassCastException: ")
        .hasCauseExactlyInstanceOf(ClassCastException.class);
  }

  static class MisnamedTestCases {
    @Test
    @Misnamed
    void misnamed() {}
  }

  /** Names the metric of another annotation. */
  @Retention(RetentionPolicy.RUNTIME)
  @MeasuredBy(Faults.class)
  @interface Misnamed {}

  @ParameterizedTest
  @CsvSource(
      delimiter = '|',
      value = {
        "noPlan|on WrongMetricTests.FaultyTestCases.noPlan(): its metric dev.tare.extension.WrongMetricTests$Faults read no plan: it returned null",
        "noReason|on WrongMetricTests.FaultyTestCases.noReason(): java.lang.IllegalArgumentException without a message",
        "noList|: its meter returned null for 1 budget; return one measurement for each budget",
        "noMeasurement|: its meter returned null among its measurements",
        "tooMany|: its meter returned 2 measurements for 1 budget; return one measurement for each budget",
        "otherFigure|: its meter measured words where the budget is of lines; return the measurements in the order of the budgets",
        "otherQuantity|: its meter measured a DataSize, and the limit is a Count; use one class for both"
      })
  void mistakeIsReportedWithItsAnnotation(String method, String message) {
    assertThat(ExecutedTests.jupiter(FaultyTestCases.class).failure(method).getMessage())
        .startsWith("@Faulty(")
        .contains(message);
  }

  static class FaultyTestCases {

    @Test
    @Faulty(Fault.NO_PLAN)
    void noPlan() {}

    @Test
    @Faulty(Fault.NO_REASON)
    void noReason() {}

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
  @MeasuredBy(Faults.class)
  @interface Faulty {
    Fault value();
  }

  /** A mistake that a metric or its meter can make. */
  enum Fault {
    NONE,
    NO_PLAN,
    NO_REASON,
    NO_LIST,
    NO_MEASUREMENT,
    TOO_MANY,
    OTHER_FIGURE,
    OTHER_QUANTITY;

    MeasurementPlan plan(int limit) {
      return MeasurementPlan.of(
          List.of(Budget.atMost(FIGURE, new Count(limit))),
          Schedule.ONCE,
          (subject, schedule, budgets) -> {
            subject.call();
            return measurements();
          });
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
        case NONE, NO_PLAN, NO_REASON -> List.of(right);
      };
    }

    private static Measurement of(Figure figure, Quantity value) {
      return Observed.exact(figure, value, Sampling.single(value), List.of());
    }
  }

  /** Makes the mistake of its annotation. */
  static final class Faults implements Metric<Faulty> {

    @Override
    @SuppressWarnings("NullAway") // what metrics without a null checker can return
    public MeasurementPlan read(Faulty annotation, Subject.Site site, Configuration configuration) {
      return switch (annotation.value()) {
        case NO_PLAN -> null;
        case NO_REASON -> throw new IllegalArgumentException();
        default -> annotation.value().plan(9);
      };
    }
  }
}
