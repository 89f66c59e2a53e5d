package dev.tare.allocation;

import static org.assertj.core.api.Assertions.assertThat;

import dev.tare.ExecutedTests;
import dev.tare.extension.TareConfigurationException;
import dev.tare.testing.WeavesOrWalks;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.parallel.Isolated;

@Isolated("weaves classes, which waits for the measurements of other tests")
@WeavesOrWalks
class NoAllocationTests {

  @Test
  void annotationAllowsNoAllocation() {
    ExecutedTests tests = ExecutedTests.jupiter(OnTestsTestCases.class);

    assertThat(tests.succeeded()).containsExactly("nothing");
    assertThat(tests.failure("something"))
        .hasMessageContaining("1,016 B exceed 0 B")
        .hasMessageContaining("OnTestsTestCases.something(NoAllocationTests.java:");
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

  @Test
  void annotationContradictsAnotherLimitOnTheSameElement() {
    ExecutedTests tests = ExecutedTests.tare(BesideLimitTestCases.class);

    assertThat(tests.failure("before"))
        .isInstanceOf(TareConfigurationException.class)
        .hasMessage(
            "@MaxAllocatedBytes(\"1 MB\") and @NoAllocation (@MaxAllocatedBytes(\"0 B\")) on"
                + " NoAllocationTests.BesideLimitTestCases.before() contradict each other;"
                + " keep one of them, for example @NoAllocation");
    assertThat(tests.failure("after")).hasMessageContaining("contradict each other");
    assertThat(ExecutedTests.jupiter(ClassBesideLimitTestCases.class).failure("test"))
        .hasMessageContaining("contradict each other");
  }

  @Test
  void annotationMakesATestAndAgreesWithAnEqualLimitOrAFurtherOne() {
    ExecutedTests tests = ExecutedTests.tare(AgreeingTestCases.class);

    assertThat(tests.succeeded()).containsExactlyInAnyOrder("equal", "nearer");
  }

  static class BesideLimitTestCases {
    @NoAllocation
    @MaxAllocatedBytes("1 MB")
    void before() {}

    @MaxAllocatedBytes("1 MB")
    @NoAllocation
    void after() {}
  }

  @NoAllocation
  @MaxAllocatedBytes("1 MB")
  static class ClassBesideLimitTestCases {
    @Test
    void test() {}
  }

  @NoAllocation
  static class AgreeingTestCases {
    @NoAllocation
    @MaxAllocatedBytes("0 B")
    void equal() {}

    @MaxAllocatedBytes("1 MB")
    Object nearer() {
      return new byte[1000];
    }
  }
}
