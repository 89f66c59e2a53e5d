package dev.tare.allocation;

import static org.assertj.core.api.Assertions.assertThat;

import dev.tare.ExecutedTests;
import dev.tare.testing.WeavesOrWalks;
import java.util.ArrayDeque;
import java.util.Deque;
import java.util.concurrent.CountDownLatch;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.parallel.Isolated;

/** The threads that each scope counts, and how messages describe them. */
@Isolated("counts the bytes of all threads")
@WeavesOrWalks
class ScopesTests {

  @Test
  void allThreadsScopeIsDoubtfulWhileOtherTestsRun() {
    ExecutedTests tests =
        ExecutedTests.jupiter(
            ThreadsTestCases.class, "junit.jupiter.execution.parallel.enabled", "true");

    assertThat(tests.abortion("allThreads")).hasMessageContaining("@Isolated");
    assertThat(tests.abortion("allThreadsWithin")).hasMessageContaining("@Isolated");
    assertThat(tests.succeeded()).containsExactly("ownThreadOnly");
  }

  @Test
  void olderThreadsThatEndDoNotPreventAVerdict() {
    ExecutedTests tests = ExecutedTests.jupiter(EndingTestCases.class);

    assertThat(tests.succeeded()).containsExactly("within");
    assertThat(tests.failure("inOneCall")).hasMessageContaining("exceed 977 KiB (1,000,000 B)");
    assertThat(tests.failure("inEachCall")).hasMessageContaining("exceed 977 KiB (1,000,000 B)");
  }

  static class EndingTestCases {
    private final Deque<IdleThread> older = new ArrayDeque<>();
    private int calls;

    @BeforeEach
    void startThreads() {
      for (int i = 0; i < 20; i++) {
        IdleThread thread = new IdleThread();
        older.add(thread);
        thread.start();
      }
    }

    @AfterEach
    void endThreads() throws InterruptedException {
      for (IdleThread thread : older) {
        thread.end();
      }
    }

    @Test
    @MaxAllocatedBytes(value = "1 MB", scope = Scope.ALL_THREADS)
    void inOneCall() throws InterruptedException {
      calls++;
      if (calls == 4) {
        older.remove().end();
      }
      ThreadsTestCases.allocateElsewhere();
    }

    @Test
    @MaxAllocatedBytes(value = "1 MB", scope = Scope.ALL_THREADS)
    void inEachCall() throws InterruptedException {
      older.remove().end();
      ThreadsTestCases.allocateElsewhere();
    }

    @Test
    @MaxAllocatedBytes(value = "3 MB", scope = Scope.ALL_THREADS)
    void within() throws InterruptedException {
      older.remove().end();
      ThreadsTestCases.allocateElsewhere();
    }
  }

  /** A thread that is idle until it ends. */
  private static final class IdleThread extends Thread {
    private final CountDownLatch ended = new CountDownLatch(1);

    @Override
    public void run() {
      try {
        ended.await();
      } catch (InterruptedException e) {
        throw new IllegalStateException(e);
      }
    }

    void end() throws InterruptedException {
      ended.countDown();
      join();
    }
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
    @MaxAllocatedBytes(value = "1 MB", scope = Scope.ALL_THREADS)
    void allThreads() throws InterruptedException {
      allocateElsewhere();
    }

    @Test
    @MaxAllocatedBytes(value = "3 MB", scope = Scope.ALL_THREADS)
    void allThreadsWithin() throws InterruptedException {
      allocateElsewhere();
    }
  }
}
