package dev.tare.allocation;

import static org.assertj.core.api.Assertions.assertThat;

import dev.tare.ExecutedTests;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.parallel.Isolated;

/** What each scope says of what it counted. */
@Isolated(
    "while other threads allocate, a thread that ended may be missing, and there is no verdict")
class ScopesTests {

  @Test
  void ofStartedThreadsIncludesThemAndTheOwnOne() {
    ExecutedTests tests = ExecutedTests.jupiter(ThreadsTestCases.class);

    assertThat(tests.succeeded()).containsExactly("ownThreadOnly");
    assertThat(tests.failure("startedToo"))
        .hasMessageContaining("exceed 977 KiB (1,000,000 B)")
        .hasMessageContaining("this thread and the threads it started");
    assertThat(tests.failure("wholeProcess"))
        .hasMessageContaining("all threads of the process")
        .hasMessageContaining("whatever other threads");
  }

  @Test
  void ofTheProcessIsDoubtfulWhileOtherTestsRun() {
    ExecutedTests tests =
        ExecutedTests.jupiter(
            ThreadsTestCases.class, "junit.jupiter.execution.parallel.enabled", "true");

    assertThat(tests.abortion("wholeProcess")).hasMessageContaining("@Isolated");
    assertThat(tests.succeeded()).containsExactly("ownThreadOnly");
  }

  static class ThreadsTestCases {
    static volatile Object sink = "";

    private static void allocateElsewhere() throws InterruptedException {
      Thread thread = new Thread(() -> sink = new byte[2_000_000]);
      thread.start();
      thread.join();
    }

    @Test
    @MaxAllocatedBytes("100 KB")
    void ownThreadOnly() throws InterruptedException {
      allocateElsewhere();
    }

    @Test
    @MaxAllocatedBytes(value = "1 MB", scope = Scope.STARTED_THREADS)
    void startedToo() throws InterruptedException {
      allocateElsewhere();
    }

    @Test
    @MaxAllocatedBytes(value = "1 MB", scope = Scope.PROCESS)
    void wholeProcess() throws InterruptedException {
      allocateElsewhere();
    }
  }
}
