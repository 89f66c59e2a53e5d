package dev.tare.internal.jupiter;

import static org.assertj.core.api.Assertions.assertThat;

import dev.tare.ExecutedTests;
import dev.tare.extension.MeasuresFirst;
import dev.tare.extension.UnmeasuredException;
import java.lang.reflect.Method;
import java.util.stream.Stream;
import org.junit.jupiter.api.Assumptions;
import org.junit.jupiter.api.DynamicTest;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.TestFactory;
import org.junit.jupiter.api.extension.ExtendWith;
import org.junit.jupiter.api.extension.ExtensionContext;
import org.junit.jupiter.api.extension.InvocationInterceptor;
import org.junit.jupiter.api.extension.ReflectiveInvocationContext;
import org.junit.jupiter.api.extension.TestExecutionExceptionHandler;

/** Checks that no other extension can make a promise pass without a verdict. */
class SkippedCallTests {

  @Test
  void testThatAnotherExtensionSkipsIsUnmeasured() {
    ExecutedTests jupiter = ExecutedTests.jupiter(SkippedTestCases.class);
    ExecutedTests tare = ExecutedTests.tare(SkippedTestCases.class);

    assertThat(jupiter.succeeded()).containsExactly("promisesNothing");
    assertThat(jupiter.failure("bracketed"))
        .isInstanceOf(UnmeasuredException.class)
        .hasMessageStartingWith("unmeasured")
        .hasMessageContaining("another extension skipped the test");
    assertThat(tare.failure("returning"))
        .hasMessageContaining("another extension skipped the test");
  }

  @ExtendWith(Skipping.class)
  static class SkippedTestCases {
    @Test
    @MaxCalls(99)
    void bracketed() {}

    @MaxCalls(99)
    Object returning() {
      return this;
    }

    @Test
    void promisesNothing() {}
  }

  @Test
  void testIsJudgedIfTareIsRegisteredBeforeTheOtherExtension() {
    ExecutedTests jupiter = ExecutedTests.jupiter(MeasuredFirstTestCases.class);
    ExecutedTests tare = ExecutedTests.tare(MeasuredFirstTestCases.class);

    assertThat(jupiter.succeeded()).containsExactly("within", "promisesNothing");
    assertThat(jupiter.failure("exceeding")).hasMessageContaining("exceed 0");
    assertThat(tare.failure("returning")).hasMessageContaining("exceed 0");
  }

  @MeasuresFirst
  @ExtendWith(Skipping.class)
  static class MeasuredFirstTestCases {
    @Test
    @MaxCalls(99)
    void within() {}

    @Test
    @MaxCalls(0)
    void exceeding() {}

    @MaxCalls(0)
    Object returning() {
      return this;
    }

    @Test
    void promisesNothing() {
      throw new AssertionError("the other extension skips it");
    }
  }

  /** Skips every test. */
  static final class Skipping implements InvocationInterceptor {
    @Override
    public void interceptTestMethod(
        Invocation<Void> invocation,
        ReflectiveInvocationContext<Method> call,
        ExtensionContext context) {
      invocation.skip();
    }
  }

  @Test
  void testWhoseExceptionIsHandledByAnotherExtensionIsUnmeasured() {
    ExecutedTests jupiter = ExecutedTests.jupiter(HandledTestCases.class);
    ExecutedTests tare = ExecutedTests.tare(HandledTestCases.class);

    String handled = "or handled its exception";
    assertThat(jupiter.succeeded()).containsExactly("promisesNothing");
    assertThat(jupiter.failure("bracketed"))
        .isInstanceOf(UnmeasuredException.class)
        .message()
        .containsIgnoringWhitespaces(handled);
    assertThat(jupiter.failure("weighed")).message().containsIgnoringWhitespaces(handled);
    assertThat(tare.failure("returning")).message().containsIgnoringWhitespaces(handled);
  }

  @Test
  void verdictThatAnotherExtensionHandlesStaysHandled() {
    assertThat(ExecutedTests.tare(HandledVerdictTestCases.class).succeeded())
        .containsExactly("exceeding");
  }

  @ExtendWith(Handling.class)
  static class HandledTestCases {
    @Test
    @MaxCalls(99)
    void bracketed() {
      throw new IllegalStateException();
    }

    @Test
    void weighed(@MaxLength(99) MaxLength.Text value) {
      throw new IllegalStateException();
    }

    @MaxCalls(99)
    Object returning() {
      throw new IllegalStateException();
    }

    @Test
    void promisesNothing() {
      throw new IllegalStateException();
    }
  }

  @ExtendWith(Handling.class)
  static class HandledVerdictTestCases {
    @MaxCalls(0)
    Object exceeding() {
      return this;
    }
  }

  /** Handles every exception. */
  static final class Handling implements TestExecutionExceptionHandler {
    @Override
    public void handleTestExecutionException(ExtensionContext context, Throwable thrown) {}
  }

  @Test
  void factoryWithoutDynamicTestsIsUnmeasured() {
    ExecutedTests tests = ExecutedTests.jupiter(FactoryTestCases.class);

    assertThat(tests.containerFailures())
        .singleElement()
        .satisfies(
            failure ->
                assertThat(failure)
                    .isInstanceOf(UnmeasuredException.class)
                    .hasMessageContaining("the test factory made no dynamic test"));
    assertThat(tests.failed()).isEmpty();
    assertThat(
            ExecutedTests.jupiter(RefusedFactoryTestCases.class, "tare.enabled", "false")
                .containerFailures())
        .isEmpty();
  }

  static class RefusedFactoryTestCases {
    @TestFactory
    @MaxLength(1)
    Stream<DynamicTest> none() {
      return Stream.of();
    }
  }

  static class FactoryTestCases {
    @TestFactory
    @MaxCalls(99)
    Stream<DynamicTest> none() {
      return Stream.of();
    }

    @TestFactory
    @MaxCalls(99)
    Stream<DynamicTest> one() {
      return Stream.of(DynamicTest.dynamicTest("one", () -> {}));
    }
  }

  @Test
  void testThatIsAbortedStaysAborted() {
    assertThat(ExecutedTests.jupiter(AbortedTestCases.class).aborted()).containsExactly("aborted");
  }

  static class AbortedTestCases {
    @Test
    @MaxCalls(99)
    void aborted() {
      Assumptions.abort("not here");
    }
  }
}
