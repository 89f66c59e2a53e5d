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

  private static final String EXPLANATION =
      "JUnit's timeout covers all calls that Tare makes of the test together";

  @Test
  void defaultTimeoutIsExplained() {
    String[] keys = {"junit.jupiter.execution.timeout.testable.method.default", "50 ms"};

    ExecutedTests tare = ExecutedTests.tare(UntimedTestCases.class, keys);
    ExecutedTests jupiter = ExecutedTests.jupiter(UntimedTestCases.class, keys);

    assertThat(tare.failure("returning"))
        .isInstanceOf(TimeoutException.class)
        .hasMessageStartingWith("returning() timed out after 50 milliseconds; " + EXPLANATION)
        .hasMessageContaining("\"@Timeout(60)\"");
    assertThat(jupiter.failure("bracketed")).hasMessageContaining(EXPLANATION);
    assertThat(jupiter.failure("promisesNothing")).hasMessageEndingWith("after 50 milliseconds");
  }

  static class UntimedTestCases {
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

    @Test
    void promisesNothing() throws InterruptedException {
      waitForInterrupt();
    }
  }

  @Test
  void timeoutInAThreadOfItsOwnIsExplained() {
    ExecutedTests tests = ExecutedTests.tare(SeparateTestCases.class);

    assertThat(tests.failure("returning")).hasMessageContaining(EXPLANATION);
  }

  @Timeout(
      value = 50,
      unit = TimeUnit.MILLISECONDS,
      threadMode = Timeout.ThreadMode.SEPARATE_THREAD)
  static class SeparateTestCases {
    @MaxCalls(99)
    Object returning() throws InterruptedException {
      waitForInterrupt();
      return this;
    }
  }

  @Test
  void unreachedTimeoutChangesNothing() {
    assertThat(ExecutedTests.tare(AllowedTestCases.class).succeeded()).containsExactly("returning");
  }

  @Timeout(60)
  static class AllowedTestCases {
    @MaxCalls(99)
    Object returning() {
      return this;
    }
  }

  @Test
  void timeoutThatTheBodyThrowsStaysAsItIs() {
    assertThat(ExecutedTests.tare(ThrowingTestCases.class).failure("throwing"))
        .isInstanceOf(TimeoutException.class)
        .hasMessage("of the body");
  }

  static class ThrowingTestCases {
    @MaxCalls(99)
    Object throwing() throws TimeoutException {
      throw new TimeoutException("of the body");
    }
  }

  /** Returns when the thread is interrupted, which JUnit does when time is up. */
  private static void waitForInterrupt() throws InterruptedException {
    new CountDownLatch(1).await();
  }
}
