package dev.tare.internal.jupiter;

import static org.assertj.core.api.Assertions.assertThat;

import dev.tare.ExecutedTests;
import dev.tare.allocation.MaxAllocatedBytes;
import dev.tare.allocation.MaxAllocations;
import dev.tare.benchmark.Benchmarked;
import dev.tare.survival.NoSurvivors;
import java.util.ArrayList;
import java.util.List;
import java.util.stream.Stream;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Assumptions;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.DynamicTest;
import org.junit.jupiter.api.Nested;
import org.junit.jupiter.api.RepeatedTest;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.TestFactory;
import org.junit.jupiter.api.TestInstance;
import org.junit.jupiter.api.TestInstance.Lifecycle;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;
import org.opentest4j.TestAbortedException;

/** Checks how often a body runs, and with which instance and arguments. */
@TestInstance(Lifecycle.PER_CLASS) // the consuming test cases run once for all
class BodyCallsTests {

  private final ExecutedTests consuming =
      ExecutedTests.jupiter(ConsumingTestCases.class, "tare.allowUnoptimized", "true");

  @Test
  void bodyIsRepeatedBetweenOneBeforeEachAndOneAfterEach() {
    RepeatingTestCases.LOG.clear();

    ExecutedTests.jupiter(RepeatingTestCases.class).allSucceed();

    assertThat(RepeatingTestCases.LOG)
        .containsExactly("before", "body", "body", "body", "body", "body", "after");
  }

  static class RepeatingTestCases {
    static final List<String> LOG = new ArrayList<>();

    @BeforeEach
    void before() {
      LOG.add("before");
    }

    @Test
    @MaxCalls(value = 5, warmups = 2, runs = 3)
    void body() {
      LOG.add("body");
    }

    @AfterEach
    void after() {
      LOG.add("after");
    }
  }

  @Nested
  class RunsOnceWarmupsNone {

    @Test
    void bodyIsCalledOnceWhetherWithinOrExceeded() {
      OnceTestCases.LOG.clear();

      ExecutedTests tests = ExecutedTests.jupiter(OnceTestCases.class);

      assertThat(tests.succeeded()).containsExactlyInAnyOrder("within", "throwing_is_its_own");
      assertThat(tests.failed()).containsExactlyInAnyOrder("exceeded", "throwing");
      assertThat(OnceTestCases.LOG)
          .containsExactlyInAnyOrder("within", "exceeded", "throwing", "value");
    }
  }

  static class OnceTestCases {
    static final List<String> LOG = new ArrayList<>();

    @Test
    @MaxCalls(value = 1, warmups = 0, runs = 1)
    void within() {
      LOG.add("within");
    }

    @Test
    @MaxCalls(value = 0, warmups = 0, runs = 1)
    void exceeded() {
      LOG.add("exceeded");
    }

    @Test
    @MaxCalls(value = 0, warmups = 0, runs = 1)
    void throwing() {
      LOG.add("throwing");
      throw new IllegalStateException("its own");
    }

    @Test
    @MaxCalls(value = 1, warmups = 0, runs = 1)
    @MaxLength(5)
    void throwing_is_its_own(MaxLength.Text text) {
      LOG.add("value");
      text.hold("value");
    }
  }

  @ParameterizedTest
  @CsvSource(
      delimiter = '|',
      value = {
        "allocates    | call 2 of 7 | a body that cannot be repeated needs runs = 1, warmups = 0",
        "creates      | call 2 of 7 | a body that cannot be repeated needs runs = 1, warmups = 0",
        "takes        | call 2      | prepare each call in a @BeforeCall method",
        "leavesBehind | call 2      | let each call create what it uses up"
      })
  void exceptionOfARepeatedCallNamesTheCallAndTheWayOut(String test, String call, String way) {
    assertThat(consuming.failure(test))
        .isExactlyInstanceOf(IllegalStateException.class)
        .hasMessage(
            call
                + " threw java.lang.IndexOutOfBoundsException: Index 0 out of bounds for length 0;"
                + " @BeforeEach runs once, before the first: "
                + way)
        .hasCauseExactlyInstanceOf(IndexOutOfBoundsException.class)
        .extracting(failure -> failure.getStackTrace()[0].getClassName())
        .isEqualTo("jdk.internal.util.Preconditions");
  }

  @Test
  void failedAssertionOfARepeatedCallIsOne() {
    assertThat(consuming.failure("asserts"))
        .isExactlyInstanceOf(AssertionError.class)
        .hasMessageStartingWith(
            "call 2 of 7 threw java.lang.AssertionError: expected:; @BeforeEach")
        .hasRootCauseMessage("expected:\n1");
  }

  @Test
  void assumptionOfARepeatedCallAbortsTheTest() {
    assertThat(consuming.aborted()).containsExactlyInAnyOrder("assumesInput", "requiresInput");
  }

  static class ConsumingTestCases {
    private final List<String> input = new ArrayList<>(List.of("only one"));

    @Test
    @MaxAllocatedBytes("1 MB")
    void allocates() {
      input.remove(0);
    }

    @Test
    @MaxAllocations(9)
    void creates() {
      input.remove(0);
    }

    @Test
    @Benchmarked(max = "1 s")
    void takes() {
      input.remove(0);
    }

    @Test
    @NoSurvivors
    void leavesBehind() {
      input.remove(0);
    }

    @Test
    @MaxAllocatedBytes("1 MB")
    void asserts() {
      if (input.isEmpty()) {
        throw new AssertionError("expected:\n1");
      }
      input.remove(0);
    }

    @Test
    @MaxAllocatedBytes("1 MB")
    void assumesInput() {
      Assumptions.assumeFalse(input.isEmpty());
      input.remove(0);
    }

    @Test
    @MaxAllocatedBytes("1 MB")
    void requiresInput() {
      if (input.isEmpty()) {
        throw new MissingInputException();
      }
      input.remove(0);
    }

    private static final class MissingInputException extends TestAbortedException {
      private static final long serialVersionUID = 1L;
    }
  }

  @Test
  void exceptionOfABodyReplacesItsVerdict() {
    ExecutedTests tests = ExecutedTests.jupiter(ThrowingTestCases.class);

    assertThat(tests.failure("throwing"))
        .isExactlyInstanceOf(IllegalArgumentException.class)
        .hasMessage("mine");
    assertThat(tests.failure("throwingWithValue"))
        .isExactlyInstanceOf(java.io.IOException.class)
        .hasMessage("checked");
    assertThat(tests.abortion("assuming")).hasMessageContaining("not today");
    assertThat(tests.entries("throwing")).isEmpty();
  }

  static class ThrowingTestCases {

    @Test
    @MaxCalls(0)
    void throwing() {
      throw new IllegalArgumentException("mine");
    }

    @Test
    @MaxLength(0)
    void throwingWithValue(MaxLength.Text text) throws java.io.IOException {
      text.hold("too long");
      throw new java.io.IOException("checked");
    }

    @Test
    @MaxCalls(0)
    void assuming() {
      Assumptions.assumeTrue(false, "not today");
    }
  }

  @Test
  void invocationsOfATemplateAreMeasuredWithTheirOwnArguments() {
    TemplateTestCases.LOG.clear();

    ExecutedTests tests = ExecutedTests.jupiter(TemplateTestCases.class);

    tests.allSucceed();
    assertThat(tests.succeeded()).hasSize(4);
    assertThat(TemplateTestCases.LOG)
        .containsExactlyInAnyOrder("a", "a", "b", "b", "again", "again", "again", "again");
  }

  static class TemplateTestCases {
    static final List<String> LOG = new ArrayList<>();

    @ParameterizedTest
    @ValueSource(strings = {"a", "b"})
    @MaxCalls(value = 2, warmups = 1, runs = 1)
    void parameterized(String argument) {
      LOG.add(argument);
    }

    @RepeatedTest(2)
    @MaxCalls(value = 2, warmups = 1, runs = 1)
    void repeated() {
      LOG.add("again");
    }
  }

  @Nested
  class DynamicTests {

    @Test
    void dynamicTestsAreMeasuredOneByOne() {
      FactoryTestCases.LOG.clear();

      ExecutedTests tests = ExecutedTests.jupiter(FactoryTestCases.class);

      assertThat(tests.succeeded()).containsExactly("one");
      assertThat(tests.failure("two")).hasMessageContaining("two");
      assertThat(FactoryTestCases.LOG).containsExactly("one", "one", "one", "two");
    }
  }

  static class FactoryTestCases {
    static final List<String> LOG = new ArrayList<>();

    @TestFactory
    @MaxCalls(value = 3, warmups = 1, runs = 2)
    Stream<DynamicTest> dynamic() {
      return Stream.of(
          DynamicTest.dynamicTest("one", () -> LOG.add("one")),
          DynamicTest.dynamicTest(
              "two",
              () -> {
                LOG.add("two");
                throw new AssertionError("two failed by itself");
              }));
    }
  }

  @Nested
  class SwitchedOff {

    @Test
    void bodiesRunOnceWithoutAVerdict() {
      OffTestCases.LOG.clear();

      ExecutedTests tests = ExecutedTests.jupiter(OffTestCases.class, "tare.enabled", "false");

      tests.allSucceed();
      assertThat(OffTestCases.LOG)
          .containsExactlyInAnyOrder("calls", "text", "field", "malformed", "dynamic");
      assertThat(tests.entries("calls")).isEmpty();
    }
  }

  static class OffTestCases {
    static final List<String> LOG = new ArrayList<>();

    @Test
    @MaxCalls(0)
    void calls() {
      LOG.add("calls");
    }

    @Test
    void text(@MaxLength(0) MaxLength.Text text) {
      text.hold("too long");
      LOG.add("text");
    }

    @Test
    @MaxLength(0)
    void field(MaxLength.Text text) {
      text.hold("too long");
      LOG.add("field");
    }

    @Test
    @MaxCalls(value = 0, runs = 0)
    void malformed() {
      LOG.add("malformed");
    }

    @TestFactory
    @MaxCalls(0)
    Stream<DynamicTest> factory() {
      return Stream.of(DynamicTest.dynamicTest("dynamic", () -> LOG.add("dynamic")));
    }
  }
}
