package dev.tare.allocation;

import static org.assertj.core.api.Assertions.assertThat;

import dev.tare.ExecutedTests;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.parallel.Isolated;

@Isolated("weaves, for which no other body may be judged too long")
class NoAllocationTests {

  @Test
  void annotationAllowsNoAllocation() {
    ExecutedTests tests = ExecutedTests.jupiter(OnTestsTestCases.class);

    assertThat(tests.succeeded()).containsExactly("nothing");
    assertThat(tests.failure("something"))
        .hasMessageContaining("1,016 B exceed 0 B")
        .hasMessageContaining("OnTestsTestCases.something(NoAllocationTests.java:");
  }

  @Test
  void annotationMakesAMethodATest() {
    ExecutedTests tests = ExecutedTests.tare(AloneTestCases.class);

    assertThat(tests.succeeded()).containsExactly("nothing");
    assertThat(tests.failure("something"))
        .hasMessageContaining("1,016 B exceed 0 B")
        .hasMessageContaining("AloneTestCases.something(NoAllocationTests.java:");
  }

  static class OnTestsTestCases {
    static volatile Object sink = "";

    @Test
    @NoAllocation
    void nothing() {}

    @Test
    @NoAllocation
    void something() {
      sink = new byte[1000];
    }
  }

  @Test
  void annotationOnAClassAppliesToItsTests() {
    assertThat(ExecutedTests.jupiter(OnAClassTestCases.class).failed())
        .containsExactly("something");
  }

  @NoAllocation
  static class OnAClassTestCases {
    static volatile Object sink = "";

    @Test
    void nothing() {}

    @Test
    void something() {
      sink = new byte[1000];
    }
  }

  static class AloneTestCases {
    @NoAllocation
    void nothing() {}

    @NoAllocation
    Object something() {
      return new byte[1000];
    }
  }
}
