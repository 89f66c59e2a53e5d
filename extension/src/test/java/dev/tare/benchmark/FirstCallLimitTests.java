package dev.tare.benchmark;

import static org.assertj.core.api.Assertions.assertThat;

import dev.tare.ExecutedTests;
import dev.tare.allocation.MaxAllocatedBytes;
import dev.tare.extension.TareConfigurationException;
import dev.tare.retained.MaxRetainedSize;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** The judged first call is the very first call of the body, whatever else is limited. */
class FirstCallLimitTests {

  @Test
  void valueOfTheFirstCallIsMeasuredAfterwards() {
    WeighedTestCases.calls = 0;
    ExecutedTests tests = ExecutedTests.tare(WeighedTestCases.class);

    assertThat(tests.succeeded()).containsExactly("grows");
    // one call for the time, and no further call for the size
    assertThat(WeighedTestCases.calls).isEqualTo(1);
    assertThat(tests.entries("grows"))
        .containsKey("tare.first-call.value")
        .containsEntry("tare.retained-size.value", "1016 B");
  }

  static class WeighedTestCases {
    static int calls;

    @Benchmarked(maxFirst = "10 s")
    @MaxRetainedSize("2 KiB")
    byte[] grows() {
      calls++;
      return new byte[1_000 * calls];
    }
  }

  @ParameterizedTest
  @ValueSource(strings = {"besideBytes", "besideTheFirstBytes"})
  void firstCallIsRefusedBesideAnotherAnnotationWithACall(String test) {
    ExecutedTests tests = ExecutedTests.tare(SharedTestCases.class);

    assertThat(tests.failure(test))
        .isExactlyInstanceOf(TareConfigurationException.class)
        .hasMessageContaining("@Benchmarked(")
        .hasMessageContaining(" and @")
        .hasMessageContaining("@MaxAllocatedBytes(")
        .hasMessageContaining(" on FirstCallLimitTests.SharedTestCases." + test + "()")
        .hasMessageEndingWith(
            "the body may be called only once for the first, and the second needs calls of its own;"
                + " put them on separate methods");
    assertThat(SharedTestCases.calls).isZero();
  }

  static class SharedTestCases {
    static int calls;

    @Benchmarked(max = "1 s", maxFirst = "10 s")
    @MaxAllocatedBytes("1 KiB")
    int besideBytes() {
      return ++calls;
    }

    @Benchmarked(maxFirst = "10 s")
    @MaxAllocatedBytes(value = "1 KiB", runs = 1, warmups = 0)
    int besideTheFirstBytes() {
      return ++calls;
    }
  }
}
