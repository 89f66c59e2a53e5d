package dev.tare.internal.jupiter;

import static org.assertj.core.api.Assertions.assertThat;

import dev.tare.ExecutedTests;
import dev.tare.allocation.MaxAllocatedBytes;
import java.nio.file.DirectoryStream;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.TimeoutException;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** Checks measured tests that exceed a JUnit timeout. */
class TimeoutTests {

  private static Thread late = new Thread();

  @ParameterizedTest
  @ValueSource(strings = {"false", "true"})
  void timeoutFailsTheTestWhichHasNoVerdict(String proves, @TempDir Path folder) throws Exception {
    String[] keys = {
      "tare.prove",
      proves,
      "junit.jupiter.execution.timeout.testable.method.default",
      "50 ms",
      "tare.report.directory",
      folder.toString()
    };

    ExecutedTests tare = ExecutedTests.tare(TimedTestCases.class, keys);

    assertThat(tare.failure("returning"))
        .isInstanceOf(TimeoutException.class)
        .hasMessage("returning() timed out after 50 milliseconds");
    assertThat(tare.failure("inAThreadOfItsOwn")).isInstanceOf(TimeoutException.class);
    assertThat(ExecutedTests.jupiter(TimedTestCases.class, keys).failure("bracketed"))
        .isInstanceOf(TimeoutException.class);
    late.join();
    try (DirectoryStream<Path> verdicts = Files.newDirectoryStream(folder, "verdicts-*")) {
      assertThat(verdicts.iterator().next())
          .content()
          .contains("\"method\":\"allowed\"")
          .doesNotContain("returning", "bracketed", "inAThreadOfItsOwn");
    }
  }

  static class TimedTestCases {
    @MaxAllocatedBytes(value = "1 MiB", runs = 1, warmups = 0)
    @Timeout(10)
    Object allowed() {
      return this;
    }

    @MaxAllocatedBytes(value = "1 MiB", runs = 1, warmups = 0)
    Object returning() {
      waitForInterrupt();
      return this;
    }

    @Test
    @MaxAllocatedBytes(value = "1 MiB", runs = 1, warmups = 0)
    void bracketed() {
      waitForInterrupt();
    }

    @MaxAllocatedBytes(value = "1 MiB", runs = 1, warmups = 0)
    @Timeout(
        value = 50,
        unit = TimeUnit.MILLISECONDS,
        threadMode = Timeout.ThreadMode.SEPARATE_THREAD)
    Object inAThreadOfItsOwn() {
      late = Thread.currentThread();
      waitForInterrupt();
      return this;
    }
  }

  /**
   * Returns when the thread is interrupted, as JUnit does when time is up, or soon, at the latest.
   */
  private static void waitForInterrupt() {
    try {
      new CountDownLatch(1).await(200, TimeUnit.MILLISECONDS);
    } catch (InterruptedException e) {
      // the body returns nevertheless
    }
  }
}
