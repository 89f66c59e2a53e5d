package dev.tare.internal.jupiter;

import static java.util.Optional.empty;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.tare.ExecutedTests;
import dev.tare.extension.Configuration;
import dev.tare.extension.ExceededError;
import dev.tare.model.Budget;
import dev.tare.model.Figure;
import dev.tare.model.Measurement.Observed;
import dev.tare.model.Report;
import dev.tare.model.Report.TestId;
import dev.tare.model.Sampling;
import dev.tare.unit.DataSize;
import java.lang.reflect.Method;
import java.util.List;
import org.junit.jupiter.api.Test;

/** Checks what a failure prints, and that its stack trace begins in the user's test. */
class TestFailureTests {

  @Test
  void traceOfAnExceededLimitBeginsInTheTest() {
    Throwable failure = ExecutedTests.jupiter(TracedTestCases.class).failure("exceeded");

    assertThat(failure.getStackTrace()[0].toString())
        .matches(".*TracedTestCases\\.exceeded\\(TestFailureTests\\.java:\\d+\\)");
    assertThat(failure.getStackTrace())
        .hasSizeGreaterThan(1)
        .noneMatch(frame -> frame.getClassName().contains("Outcomes"));
  }

  @Test
  void summaryOfABuildHasTheFirstLineAndTheTraceHasAll() {
    DataSize limit = new DataSize(24);
    Figure figure = new Figure("size", "size", false);
    Observed observed =
        Observed.exact(figure, new DataSize(64), Sampling.single(limit), List.of("all of it"));
    Report report =
        new Report(
            new TestId("shop.CartTests", "fills", ""),
            List.of(Budget.atMost(figure, limit).judge(observed)));
    Method test = TracedTestCases.class.getDeclaredMethods()[0];

    assertThatThrownBy(
            () -> TestFailure.raise(report, "out.json", new Configuration(key -> empty()), test))
        .isExactlyInstanceOf(ExceededError.class)
        .hasMessage("Size of CartTests.fills() 64 B exceeds 24 B")
        .hasToString(
            """
            dev.tare.extension.ExceededError: Size of CartTests.fills() 64 B exceeds 24 B
              would pass  "64 B"
              measured    one reading; all of it
              report      out.json""");
  }

  @Test
  void traceOfARefusalBeginsInTheTest() {
    Throwable failure = ExecutedTests.jupiter(TracedTestCases.class).failure("refused");

    assertThat(failure.getStackTrace()[0].toString())
        .matches(".*TracedTestCases\\.refused\\(TestFailureTests\\.java:\\d+\\)");
  }

  @Test
  void traceBeginsInTheMethodThatReturnsAValue() {
    Throwable failure = ExecutedTests.tare(TracedTestCases.class).failure("returned");

    assertThat(failure.getStackTrace()[0].toString())
        .matches(".*TracedTestCases\\.returned\\(TestFailureTests\\.java:\\d+\\)");
  }

  static class TracedTestCases {
    private int calls;

    @Test
    @MaxCalls(1)
    void exceeded() {
      calls++;
    }

    @Test
    @MaxCalls(value = 1, runs = 0)
    void refused() {
      calls++;
    }

    @MaxCalls(1)
    int returned() {
      return calls++;
    }
  }
}
