package dev.tare.invocations;

import static org.assertj.core.api.Assertions.assertThat;

import dev.tare.ExecutedTests;
import dev.tare.testing.NeedsC2;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.parallel.Isolated;

@Isolated("transforms the classes of all tests")
@NeedsC2
class OptimizedLoopTests {

  @Test
  void everyCallOfAnOptimizedLoopCounts() {
    ExecutedTests tests = ExecutedTests.tare(HotTestCases.class, "tare.breakdown", "never");

    assertThat(tests.failure("halves")).hasMessageContaining("halves() 150,000 exceed 149,999");
    assertThat(tests.failure("compares")).hasMessageContaining("compares() 150,000 exceed 149,999");
  }

  /** Loops that on-stack replacement compiles while they run. */
  static class HotTestCases {
    @MaxInvocations(type = HotTestCases.class, method = "half", value = 149_999)
    int halves() {
      int sum = 0;
      for (int i = 0; i < 150_000; i++) {
        sum += half(i);
      }
      return sum;
    }

    static int half(int number) {
      return number / 2;
    }

    // The optimizing compiler replaces the method that String.equals calls, not String.equals
    @MaxInvocations(type = String.class, method = "equals", value = 149_999)
    int compares() {
      String[] texts = {"size", new String("size"), "gr\u00f6\u00dfe", new String("\u03bc")};
      int equal = 0;
      for (int i = 0; i < 150_000; i++) {
        equal += texts[0].equals(texts[i % 4]) ? 1 : 0;
      }
      return equal;
    }
  }
}
