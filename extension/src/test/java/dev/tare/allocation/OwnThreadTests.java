package dev.tare.allocation;

import static org.assertj.core.api.Assertions.assertThat;

import dev.tare.ExecutedTests;
import dev.tare.allocation.MaxAllocatedBytesTests.Arrays;
import dev.tare.testing.WeavesOrWalks;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicInteger;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.parallel.Isolated;

/** The figure has the bytes of the thread that runs the body, and of no other. */
@Isolated("two of its bodies wait for each other, and no test may weave classes meanwhile")
@WeavesOrWalks
class OwnThreadTests {

  private static final int CALLS = 2 + 5;

  @Test
  void threadOfATimeoutCounts() {
    ExecutedTests tests = ExecutedTests.jupiter(TimeoutTestCases.class);

    assertThat(tests.failed()).isEmpty();
    assertThat(TimeoutTestCases.ranOnAnotherThread).isTrue();
    assertThat(tests.entries("own"))
        .containsEntry("tare.allocated-bytes.value", Arrays.bytes(1000) + " B");
  }

  static class TimeoutTestCases {
    static volatile boolean ranOnAnotherThread;
    static Object sink = "";
    private Thread before = Thread.currentThread();

    @BeforeEach
    void before() {
      before = Thread.currentThread();
    }

    @Test
    @Timeout(value = 5, unit = TimeUnit.MINUTES, threadMode = Timeout.ThreadMode.SEPARATE_THREAD)
    @MaxAllocatedBytes("2 KB")
    void own() {
      ranOnAnotherThread = Thread.currentThread() != before;
      sink = new byte[1000];
    }
  }

  @Test
  void parallelTestsDoNotCountEachOther() {
    ExecutedTests tests =
        ExecutedTests.jupiter(
            BesideTestCases.class,
            "junit.jupiter.execution.parallel.enabled",
            "true",
            "junit.jupiter.execution.parallel.mode.default",
            "concurrent",
            "junit.jupiter.execution.parallel.config.strategy",
            "fixed",
            "junit.jupiter.execution.parallel.config.fixed.parallelism",
            "2");

    assertThat(tests.failed()).isEmpty();
    assertThat(BesideTestCases.MET).hasValue(2 * CALLS);
    assertThat(tests.entries("little"))
        .containsEntry("tare.allocated-bytes.value", Arrays.bytes(1000) + " B");
    assertThat(tests.entries("much"))
        .containsEntry("tare.allocated-bytes.value", Arrays.bytes(1_000_000) + " B");
  }

  static class BesideTestCases {
    static final AtomicInteger MET = new AtomicInteger();
    static final AtomicInteger LITTLE = new AtomicInteger();
    static final AtomicInteger MUCH = new AtomicInteger();
    static Object little = "";
    static Object much = "";

    @Test
    @MaxAllocatedBytes("2 KB")
    void little() {
      meet(LITTLE, MUCH);
      little = new byte[1000];
    }

    @Test
    @MaxAllocatedBytes("2 MB")
    void much() {
      meet(MUCH, LITTLE);
      much = new byte[1_000_000];
    }

    /** Waits until the other test makes its corresponding call, without allocating. */
    private static void meet(AtomicInteger own, AtomicInteger other) {
      int call = own.incrementAndGet();
      long start = System.nanoTime();
      while (other.get() < call && System.nanoTime() - start < 60_000_000_000L) {
        Thread.onSpinWait();
      }
      if (other.get() >= call) {
        MET.incrementAndGet();
      }
    }
  }
}
