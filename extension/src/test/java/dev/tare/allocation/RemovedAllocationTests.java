package dev.tare.allocation;

import static org.assertj.core.api.Assertions.assertThat;
import static org.junit.platform.engine.discovery.DiscoverySelectors.selectMethod;

import dev.tare.ExecutedTests;
import dev.tare.internal.agent.SynchronousCompilation;
import dev.tare.internal.agent.jit.OptimizerHold;
import dev.tare.internal.allocation.JvmLayout;
import dev.tare.testing.NeedsC2;
import java.util.Arrays;
import java.util.List;
import java.util.Objects;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.parallel.Isolated;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

@Isolated("switches the optimizing compiler off for all tests")
@NeedsC2
class RemovedAllocationTests {

  private static @Nullable SynchronousCompilation synchronous;

  @BeforeAll
  static void compileSynchronously() throws Exception {
    synchronous =
        SynchronousCompilation.of(RemovableTestCases.class, CopyTestCases.class, Point.class);
  }

  @AfterAll
  static void restoreBackgroundCompilation() throws Exception {
    Objects.requireNonNull(synchronous).close();
  }

  @Test
  void removableAllocationIsJudgedInEachOfManyCalls() {
    ExecutedTests tests =
        ExecutedTests.jupiter(RemovableTestCases.class, "tare.breakdown", "never");

    assertThat(String.valueOf(tests.failure("over").getMessage()).lines().limit(3))
        .containsExactly(
            "Allocated bytes of RemovedAllocationTests.RemovableTestCases.over() 46.9 KiB (48,000 B)"
                + " exceed 46.9 KiB (47,999 B)",
            "  would pass  \"48000 B\"",
            "  measured    minimum of 50,000 readings, all equal; this thread only; "
                + JvmLayout.phrase());
    assertThat(tests.entries("within")).containsEntry("tare.allocated-bytes.value", "48000 B");
  }

  @ParameterizedTest
  @ValueSource(strings = {"steady", "onceOnly", "allThreads"})
  void removedAllocationIsJudgedIfAnEarlierTestCompiledTheBody(String test) {
    ExecutedTests.jupiter(CompiledTestCases.class);
    ExecutedTests tests =
        ExecutedTests.by(
            "junit-jupiter",
            List.of(selectMethod(CompiledEarlierTestCases.class, test)),
            "tare.breakdown",
            "never");

    assertThat(tests.failure(test)).hasMessageContaining(" exceed 46.9 KiB (47,999 B)");
  }

  @Test
  void removedAllocationIsJudgedIfTheJudgedCallsAreCompiled() {
    ExecutedTests tests = ExecutedTests.jupiter(CopyTestCases.class, "tare.breakdown", "never");

    assertThat(tests.failure("copies")).hasMessageContaining(" (2,400,000 B) exceed ");
  }

  @Test
  void manyWarmUpCallsSelectTheCompiledFigure() {
    ExecutedTests tests = ExecutedTests.jupiter(CompiledTestCases.class);

    assertThat(tests.succeeded()).containsExactlyInAnyOrder("compiled", "withoutALoop");
    assertThat(tests.entries("compiled")).containsEntry("tare.allocated-bytes.value", "0 B");
  }

  @Test
  @SuppressWarnings("try") // the hold lasts until it is closed
  void compiledFigureIsInconclusiveWhileAnotherTestNeedsTheCompilerOff() {
    try (OptimizerHold other = OptimizerHold.open()) {
      assertThat(ExecutedTests.jupiter(CompiledTestCases.class).abortion("compiled"))
          .hasMessageContaining("; interval 0 B to 48,000 B;")
          .message()
          .containsIgnoringWhitespaces("the optimizing compiler is off while allocated bytes");
    }
  }

  record Point(int x, int y, int z) {}

  /**
   * Bodies with loops of their own, since compiled code stays compiled for later tests. The number
   * of runs is large enough for C2 to compile each loop before the last run.
   */
  static class RemovableTestCases {

    @SuppressWarnings("UnusedVariable") // keeps the JIT from removing the computation
    private static volatile int sink;

    @Test
    @MaxAllocatedBytes(value = "47999 B", warmups = 0, runs = 50_000)
    void over() {
      int sum = 0;
      for (int i = 0; i < 2_000; i++) {
        sum += new Point(i, i, i).x();
      }
      sink = sum;
    }

    @Test
    @MaxAllocatedBytes(value = "48000 B", warmups = 0, runs = 50_000)
    void within() {
      int sum = 0;
      for (int i = 0; i < 2_000; i++) {
        sum += new Point(i, i, i).y();
      }
      sink = sum;
    }
  }

  /** Tests of code that {@link CompiledTestCases} has had compiled. */
  static class CompiledEarlierTestCases {

    @Test
    @MaxAllocatedBytes(value = "47999 B")
    void steady() {
      CompiledTestCases.sum();
    }

    @Test
    @MaxAllocatedBytes(value = "47999 B", runs = 1, warmups = 0)
    void onceOnly() {
      CompiledTestCases.sum();
    }

    @Test
    @MaxAllocatedBytes(value = "47999 B", scope = Scope.ALL_THREADS)
    void allThreads() {
      CompiledTestCases.sum();
    }
  }

  /** A loop that is compiled in its first call. */
  static class CopyTestCases {

    @SuppressWarnings("UnusedVariable") // keeps the JIT from removing the computation
    private static volatile int sink;

    private final byte[] eight = new byte[8];

    @Test
    @MaxAllocatedBytes(value = "2399999 B")
    void copies() {
      int sum = 0;
      for (int i = 0; i < 100_000; i++) {
        sum += Arrays.copyOf(eight, eight.length)[i & 7];
      }
      sink = sum;
    }
  }

  static class CompiledTestCases {

    @SuppressWarnings("UnusedVariable") // keeps the JIT from removing the computation
    private static volatile int sink;

    @Test
    @MaxAllocatedBytes(value = "0 B", warmups = 10_000)
    void compiled() {
      sum();
    }

    /** Calls that take less time than their compilation. */
    @Test
    @MaxAllocatedBytes(value = "0 B", warmups = 10_000)
    void withoutALoop() {
      sink = new Point(sink, 1, 2).y();
    }

    static void sum() {
      int sum = 0;
      for (int i = 0; i < 2_000; i++) {
        sum += new Point(i, i, i).z();
      }
      sink = sum;
    }
  }
}
