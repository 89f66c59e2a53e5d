package dev.tare.internal.jupiter;

import static org.assertj.core.api.Assertions.assertThat;

import dev.tare.ExecutedTests;
import dev.tare.extension.MeasuredBy;
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
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.parallel.Isolated;
import org.junit.jupiter.api.parallel.ResourceAccessMode;
import org.junit.jupiter.api.parallel.ResourceLock;
import org.junit.jupiter.api.parallel.Resources;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** Checks whether a subject is concurrent in parallel and serial runs. */
class ConcurrencyTests {

  private static final String PARALLEL = "junit.jupiter.execution.parallel.enabled";

  @ParameterizedTest
  @ValueSource(strings = {"true", "True", "TRUE"})
  void parallelRunIsConcurrentInAnySpelling(String parallel) {
    assertThat(ExecutedTests.jupiter(SharedTestCases.class, PARALLEL, parallel).failed())
        .containsExactlyInAnyOrder("shared", "reader");
  }

  @Test
  void serialRunIsNotConcurrent() {
    ExecutedTests.jupiter(SharedTestCases.class, PARALLEL, "false").allSucceed();
  }

  @Test
  void isolatedTestIsNotConcurrent() {
    ExecutedTests.jupiter(IsolatedTestCases.class, PARALLEL, "true").allSucceed();
    assertThat(ExecutedTests.jupiter(SharedTestCases.class, PARALLEL, "true").succeeded())
        .containsExactly("writer");
  }

  static class SharedTestCases {
    @Test
    @Alone
    void shared() {}

    @Test
    @Alone
    @ResourceLock(value = Resources.GLOBAL, mode = ResourceAccessMode.READ)
    void reader() {}

    @Test
    @Alone
    @ResourceLock(Resources.GLOBAL)
    void writer() {}
  }

  @Isolated
  static class IsolatedTestCases {
    @Test
    @Alone
    void alone() {}
  }

  /** Fails if other tests may run at the same time. */
  @Retention(RetentionPolicy.RUNTIME)
  @MeasuredBy(Others.class)
  @interface Alone {}

  /** Measures 1 if other tests may run at the same time, else 0. */
  record Others() implements Metric {

    private static final Figure FIGURE = new Figure("others", "others", true);

    static Others of(Alone annotation) {
      return new Others();
    }

    @Override
    public List<Budget> budgets() {
      return List.of(Budget.atMost(FIGURE, new Count(0)));
    }

    @Override
    public int order() {
      return 50;
    }

    @Override
    public List<Measurement> measure(Subject subject, Schedule schedule, List<Budget> budgets) {
      Count others = new Count(subject.concurrent() ? 1 : 0);
      return List.of(
          Measurement.Observed.exact(FIGURE, others, Sampling.single(others), List.of()));
    }
  }
}
