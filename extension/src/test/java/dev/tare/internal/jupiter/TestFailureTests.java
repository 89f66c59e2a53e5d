package dev.tare.internal.jupiter;

import static org.assertj.core.api.Assertions.assertThat;

import dev.tare.ExecutedTests;
import org.junit.jupiter.api.Test;

/** Checks that a stack trace begins in the user's test. */
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
