package dev.tare.benchmark;

import static org.assertj.core.api.Assertions.assertThat;

import dev.tare.ExecutedTests;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.TimeoutException;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

/** JUnit's timeout and an {@code equals} of the results that does not return. */
class EndlessEqualsTests {

  private static final CountDownLatch ENDED = new CountDownLatch(1);

  @Test
  void timeoutInterruptsEquals() {
    assertThat(
            ExecutedTests.tare(InterruptedTestCases.class, "tare.allowUnoptimized", "true")
                .failure("compared"))
        .isInstanceOf(TimeoutException.class)
        .hasMessageStartingWith("compared() timed out after 50 milliseconds");
  }

  @Test
  void timeoutInAThreadOfItsOwnLeavesEqualsBehind() {
    try {
      assertThat(
              ExecutedTests.tare(AbandonedTestCases.class, "tare.allowUnoptimized", "true")
                  .failure("compared"))
          .isInstanceOf(TimeoutException.class)
          .hasMessageStartingWith("compared() timed out after 50 milliseconds");
    } finally {
      ENDED.countDown();
    }
  }

  @Timeout(value = 50, unit = TimeUnit.MILLISECONDS)
  static class InterruptedTestCases {
    @Benchmarked(baseline = "other")
    Object compared() {
      return new Waiting(true);
    }

    Object other() {
      return new Waiting(true);
    }
  }

  @Timeout(
      value = 50,
      unit = TimeUnit.MILLISECONDS,
      threadMode = Timeout.ThreadMode.SEPARATE_THREAD)
  static class AbandonedTestCases {
    @Benchmarked(baseline = "other")
    Object compared() {
      return new Waiting(false);
    }

    Object other() {
      return new Waiting(false);
    }
  }

  /** Value whose {@code equals} returns only after an interrupt or the end of its test. */
  private record Waiting(boolean interruptible) {

    @Override
    public boolean equals(@Nullable Object other) {
      CountDownLatch awaited = interruptible ? new CountDownLatch(1) : ENDED;
      boolean interrupted = false;
      while (awaited.getCount() > 0 && !(interruptible && interrupted)) {
        try {
          awaited.await();
        } catch (InterruptedException e) {
          interrupted = true;
        }
      }
      return this == other;
    }

    @Override
    public int hashCode() {
      return 1;
    }
  }
}
