package dev.tare.internal.jupiter;

import static org.assertj.core.api.Assertions.assertThat;

import dev.tare.ExecutedTests;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.TimeoutException;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

/** Checks measured tests that exceed a JUnit timeout. */
class TimeoutTests {

  @Test
  void timeoutFailsTheTest() {
    String[] keys = {"junit.jupiter.execution.timeout.testable.method.default", "50 ms"};

    assertThat(ExecutedTests.tare(TimedTestCases.class, keys).failure("returning"))
        .isInstanceOf(TimeoutException.class)
        .hasMessage("returning() timed out after 50 milliseconds");
    assertThat(ExecutedTests.jupiter(TimedTestCases.class, keys).failure("bracketed"))
        .isInstanceOf(TimeoutException.class);
    assertThat(ExecutedTests.tare(TimedTestCases.class).failure("inAThreadOfItsOwn"))
        .isInstanceOf(TimeoutException.class);
  }

  static class TimedTestCases {
    @MaxCalls(99)
    @Timeout(10)
    Object allowed() {
      return this;
    }

    @MaxCalls(99)
    Object returning() throws InterruptedException {
      waitForInterrupt();
      return this;
    }

    @Test
    @MaxCalls(99)
    void bracketed() throws InterruptedException {
      waitForInterrupt();
    }

    @MaxCalls(99)
    @Timeout(
        value = 50,
        unit = TimeUnit.MILLISECONDS,
        threadMode = Timeout.ThreadMode.SEPARATE_THREAD)
    Object inAThreadOfItsOwn() throws InterruptedException {
      waitForInterrupt();
      return this;
    }
  }

  /**
   * Returns when the thread is interrupted, which JUnit does when time is up, or soon, at the
   * latest.
   */
  private static void waitForInterrupt() throws InterruptedException {
    new CountDownLatch(1).await(200, TimeUnit.MILLISECONDS);
  }
}
