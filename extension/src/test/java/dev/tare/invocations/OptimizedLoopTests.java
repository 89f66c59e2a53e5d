package dev.tare.invocations;

import static org.assertj.core.api.Assertions.assertThat;

import dev.tare.ExecutedTests;
import dev.tare.extension.Configuration;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.parallel.Isolated;

@Isolated("transforms the classes of all tests")
class OptimizedLoopTests {

  @Test
  void everyCallOfAnOptimizedLoopCounts() {
    ExecutedTests tests = ExecutedTests.tare(HotTestCases.class);

    assertThat(tests.failed()).containsExactly("overLimit");
    assertThat(tests.succeeded()).containsExactly("atLimit");
  }

  /** Loops that on-stack replacement compiles while they run. */
  static class HotTestCases {
    @MaxInvocations(
        type = HotTestCases.class,
        method = "half",
        value = 299_999,
        breakdown = Configuration.Breakdowns.NEVER)
    int overLimit() {
      int sum = 0;
      for (int i = 0; i < 300_000; i++) {
        sum += half(i);
      }
      return sum;
    }

    @MaxInvocations(type = HotTestCases.class, method = "half", value = 300_000)
    int atLimit() {
      int sum = 0;
      for (int i = 0; i < 300_000; i++) {
        sum += half(i);
      }
      return sum;
    }

    static int half(int number) {
      return number / 2;
    }
  }
}
