package dev.tare.allocation;

import static org.assertj.core.api.Assertions.assertThat;

import dev.tare.ExecutedTests;
import dev.tare.extension.Configuration.Breakdown;
import dev.tare.internal.agent.OptimizerHold;
import dev.tare.internal.agent.SynchronousCompilation;
import java.util.Objects;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.parallel.Isolated;

@Isolated("holds the optimizer off the classes of all tests")
class RemovedAllocationTests {

  private static @Nullable SynchronousCompilation synchronous;

  @BeforeAll
  static void compileWhenItIsTime() throws Exception {
    synchronous =
        SynchronousCompilation.of(RemovableTestCases.class, CompiledTestCases.class, Point.class);
  }

  @AfterAll
  static void compileBesideAgain() throws Exception {
    Objects.requireNonNull(synchronous).close();
  }

  @Test
  void isJudgedAndBothFiguresAreTold() {
    ExecutedTests tests = ExecutedTests.jupiter(RemovableTestCases.class);
    String message = String.valueOf(tests.failure("over").getMessage());

    assertThat(message.lines().limit(3))
        .containsExactly(
            "Allocated bytes of RemovedAllocationTests.RemovableTestCases.over() 46.9 KiB (48,000 B)"
                + " exceed 46.9 KiB (47,999 B)",
            "  over by     1 B, less than 0.1 %",
            "  measured    minimum of 5 readings, all equal, after 2 warm-up calls");
    assertThat(message)
        .contains(
            "  distorted   0 B once compiled, 48,000 B before, which is judged: 5 readings with the"
                + " JIT's removal of allocations held off\n");
    assertThat(tests.entries("within")).containsEntry("tare.allocated-bytes.value", "48000 B");
  }

  @Test
  void isNoReasonWhereOtherThreadsCountToo() {
    ExecutedTests.jupiter(CompiledTestCases.class);
    assertThat(OptimizerHold.worthwhile()).isTrue();

    ExecutedTests tests = ExecutedTests.jupiter(ProcessTestCases.class);

    assertThat(tests.failure("process")).hasMessageNotContaining("held off");
  }

  @Test
  void isNotJudgedWhereTheBodyIsWarmedUpUntilItIsCompiled() {
    ExecutedTests tests = ExecutedTests.jupiter(CompiledTestCases.class);

    assertThat(tests.succeeded()).containsExactly("compiled");
    assertThat(tests.entries("compiled")).containsEntry("tare.allocated-bytes.value", "0 B");
  }

  record Point(int x, int y, int z) {}

  /**
   * Each has a loop of its own: what one test has had compiled is so for the next. So many runs
   * that the optimizer's turn comes before they are over.
   */
  static class RemovableTestCases {

    @SuppressWarnings("UnusedVariable") // the sum is to be computed
    private static volatile int sink;

    @Test
    @MaxAllocatedBytes(value = "47999 B", warmups = 0, runs = 50_000, breakdown = Breakdown.NEVER)
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

  static class ProcessTestCases {

    @SuppressWarnings("UnusedVariable") // keeps the JIT from removing the allocation
    private static volatile Object sink = "";

    private int calls;

    @Test
    @MaxAllocatedBytes(value = "0 B", scope = Scope.PROCESS, breakdown = Breakdown.NEVER)
    void process() {
      sink = new byte[1_000 * ++calls];
    }
  }

  static class CompiledTestCases {

    @SuppressWarnings("UnusedVariable") // the sum is to be computed
    private static volatile int sink;

    @Test
    @MaxAllocatedBytes(value = "0 B", warmups = 50_000)
    void compiled() {
      int sum = 0;
      for (int i = 0; i < 2_000; i++) {
        sum += new Point(i, i, i).z();
      }
      sink = sum;
    }
  }
}
