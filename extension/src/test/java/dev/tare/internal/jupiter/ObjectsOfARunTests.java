package dev.tare.internal.jupiter;

import static org.assertj.core.api.Assertions.assertThat;

import dev.tare.ExecutedTests;
import dev.tare.extension.Configuration;
import dev.tare.extension.MeasuredBy;
import dev.tare.extension.MeasurementPlan;
import dev.tare.extension.Meter;
import dev.tare.extension.Metric;
import dev.tare.extension.Schedule;
import dev.tare.extension.Subject;
import dev.tare.model.Budget;
import dev.tare.model.Figure;
import dev.tare.model.Measurement;
import dev.tare.model.Sampling;
import dev.tare.unit.Count;
import java.lang.annotation.Retention;
import java.lang.annotation.RetentionPolicy;
import java.util.List;
import java.util.concurrent.atomic.AtomicInteger;
import org.junit.jupiter.api.MethodOrderer;
import org.junit.jupiter.api.Order;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.TestMethodOrder;

/** Checks objects that the meters of one run share. */
class ObjectsOfARunTests {

  @Test
  void testsOfARunShareOneObject() {
    ExecutedTests tests = ExecutedTests.jupiter(TwoTestCases.class);

    assertThat(tests.succeeded()).containsExactly("first");
    assertThat(tests.failure("second")).hasMessageContaining(" 2 exceeds 1");
  }

  @Test
  void nextRunHasAnotherObject() {
    ExecutedTests.jupiter(TwoTestCases.class);

    assertThat(ExecutedTests.jupiter(TwoTestCases.class).succeeded()).containsExactly("first");
  }

  @TestMethodOrder(MethodOrderer.OrderAnnotation.class)
  static class TwoTestCases {

    @Test
    @Order(1)
    @MaxNumber
    void first() {}

    @Test
    @Order(2)
    @MaxNumber
    void second() {}
  }

  /** The number of the test in its run is at most one. */
  @Retention(RetentionPolicy.RUNTIME)
  @MeasuredBy(Numbers.class)
  @interface MaxNumber {}

  /** Numbers the tests of a run. */
  static final class Numbers implements Metric<MaxNumber> {

    private static final Figure FIGURE = new Figure("number", "number", false);

    @Override
    public MeasurementPlan read(
        MaxNumber annotation, Subject.Site site, Configuration configuration) {
      Meter meter =
          (subject, schedule, budgets) -> {
            subject.call();
            AtomicInteger tests = subject.ofRun(AtomicInteger.class, AtomicInteger::new);
            Count number = new Count(tests.incrementAndGet());
            return List.of(
                Measurement.Observed.exact(FIGURE, number, Sampling.single(number), List.of()));
          };
      return MeasurementPlan.of(List.of(Budget.atMost(FIGURE, new Count(1))), Schedule.ONCE, meter)
          .withOrder(30);
    }
  }
}
