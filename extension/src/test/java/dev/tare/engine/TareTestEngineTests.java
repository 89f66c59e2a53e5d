package dev.tare.engine;

import static org.assertj.core.api.Assertions.assertThat;

import dev.tare.ExecutedTests;
import org.junit.jupiter.api.Test;

/** What the engine discovers and runs, seen from outside. */
class TareTestEngineTests {

  @Test
  void runsReturningAndVoidMethodsWithOurAnnotationAlone() {
    ExecutedTests tests = ExecutedTests.tare(MixedTestCases.class);

    tests.allSucceed();
    assertThat(tests.succeeded()).containsExactlyInAnyOrder("returning", "returningNothing");
  }

  static class MixedTestCases {
    @Counted
    Object returning() {
      return new Object();
    }

    @Counted
    void returningNothing() {}

    @Test
    void ordinary() {}

    Object neither() {
      return new Object();
    }
  }

  @Test
  void runsAClassInWhichJupiterSeesNoTest() {
    ExecutedTests tests = ExecutedTests.tare(OnlyTestCases.class);

    assertThat(tests.succeeded()).containsExactly("only");
    assertThat(tests.failure("over")).hasMessageContaining("1 exceed 0");
  }

  static class OnlyTestCases {
    @Counted
    Object only() {
      return new Object();
    }

    @Counted(0)
    Object over() {
      return new Object();
    }
  }
}
