package dev.tare.allocation;

import static org.assertj.core.api.Assertions.assertThat;

import dev.tare.ExecutedTests;
import dev.tare.extension.UnmeasuredException;
import dev.tare.growth.Cost;
import dev.tare.growth.Growth;
import dev.tare.growth.GrowthOrder;
import dev.tare.testing.WeavesOrWalks;
import java.util.concurrent.FutureTask;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.condition.EnabledForJreRange;
import org.junit.jupiter.api.condition.JRE;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** Bodies on a virtual thread, whose bytes no JVM counts separately. */
@EnabledForJreRange(min = JRE.JAVA_21)
@WeavesOrWalks
class VirtualThreadTests {

  @ParameterizedTest
  @ValueSource(strings = {"thread", "all", "objects", "growth"})
  void messageNamesTheRemedy(String test) throws Exception {
    assertThat(onVirtualThread().failure(test))
        .isExactlyInstanceOf(UnmeasuredException.class)
        .message()
        .startsWith("unmeasured: ")
        .containsIgnoringWhitespaces(
            "this thread's bytes are not counted, as for every virtual thread")
        .contains("remedy      run the test on a platform thread");
  }

  @Test
  void failureOfTheBodyTakesPrecedence() throws Exception {
    assertThat(onVirtualThread().failure("throwing")).hasMessage("from the body");
  }

  private static ExecutedTests onVirtualThread() throws Exception {
    FutureTask<ExecutedTests> run =
        new FutureTask<>(() -> ExecutedTests.jupiter(VirtualTestCases.class));
    Thread.class.getMethod("startVirtualThread", Runnable.class).invoke(null, run);
    return run.get();
  }

  static class VirtualTestCases {

    Object sink = "";

    @Test
    @MaxAllocatedBytes("1 MB")
    void thread() {
      sink = new byte[1000];
    }

    @Test
    @MaxAllocatedBytes(value = "1 MB", scope = Scope.ALL_THREADS)
    void all() {
      sink = new byte[1000];
    }

    @Test
    @MaxAllocations(0)
    void objects() {
      sink = new byte[1000];
    }

    @Test
    @Growth(
        sizes = {10, 100, 1_000},
        atMost = GrowthOrder.LINEAR,
        of = Cost.ALLOCATED)
    void growth(int n) {
      sink = new byte[n];
    }

    @Test
    @MaxAllocatedBytes("1 MB")
    void throwing() {
      throw new IllegalStateException("from the body");
    }
  }
}
