package dev.tare.benchmark;

import static dev.tare.CpuWork.work;
import static org.assertj.core.api.Assertions.assertThat;

import dev.tare.ExecutedTests;
import dev.tare.extension.TareConfigurationException;
import dev.tare.testing.NeedsC2;
import java.util.ArrayList;
import java.util.List;
import java.util.stream.Stream;
import org.assertj.core.api.InstanceOfAssertFactories;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.DynamicTest;
import org.junit.jupiter.api.Nested;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.TestFactory;
import org.junit.jupiter.api.TestInstance;
import org.junit.jupiter.api.TestInstance.Lifecycle;
import org.junit.jupiter.api.parallel.Isolated;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;
import org.opentest4j.AssertionFailedError;
import org.opentest4j.TestAbortedException;

/**
 * Times are real, so every limit is missed or kept by a factor of ten or more, and compared methods
 * differ by as much however they are compiled. The cap of the sampling is long: sampling ends with
 * the verdict, so the cap takes time only while other programs have the processors.
 */
@Isolated
@NeedsC2
class BenchmarkedTests {

  /** The longest sampling; far more than an idle machine needs. */
  static final String TIME = "60 s";

  /** Keys for a short warm-up, the longest sampling and no profile, and their values. */
  static final String[] QUICKLY = {
    "tare.warmupTime", "50 ms", "tare.measurementTime", TIME, "tare.breakdown", "never"
  };

  @Nested
  @TestInstance(Lifecycle.PER_CLASS)
  class BesideTest {

    private final ExecutedTests tests =
        ExecutedTests.withVerdicts("junit-jupiter", TimedTestCases.class, QUICKLY);

    @Test
    void limitsFarAboveAreKept() {
      assertThat(tests.succeeded()).containsExactlyInAnyOrder("within", "reported", "faster");
      assertThat(tests.entries("within")).containsEntry("tare.time-per-call.outcome", "within");
      assertThat(tests.entries("reported")).containsKey("tare.time-per-call.value");
    }

    @Test
    void failureHasBothFiguresAndHowTheyWereMeasured() {
      assertThat(tests.failure("exceeded"))
          .isExactlyInstanceOf(AssertionFailedError.class)
          .hasMessageStartingWith("Time per call of BenchmarkedTests.TimedTestCases.exceeded() ")
          .hasMessageContaining("exceeds 10 ns")
          .hasMessageContaining("trimmed mean of");
      assertThat(tests.verdict("exceeded")).contains("measured again: ");
    }

    @Test
    void timeAndRatioAreJudgedTogether() {
      assertThat(tests.failure("both"))
          .hasMessageStartingWith("Time relative to quick() of")
          .hasMessageContaining("exceeds 2.00x");
      assertThat(tests.verdict("both")).contains("this test: mean ", "quick(): mean ");
      assertThat(tests.entries("both"))
          .containsEntry("tare.time-per-call.outcome", "within")
          .containsEntry("tare.time-ratio.outcome", "exceeded");
    }
  }

  @Benchmarked
  static class TimedTestCases {
    static long sink;

    void quick() {
      sink = work(100);
    }

    @Test
    @Benchmarked(max = "1 s")
    void within() {
      sink = work(1_000);
    }

    @Test
    void reported() {
      sink = work(1_000);
    }

    @Test
    @Benchmarked(max = "10 ns", warmupTime = "50 ms", measurementTime = TIME)
    void exceeded() {
      sink = work(10_000);
    }

    @Test
    @Benchmarked(baseline = "exceeded", maxRatio = 1.0)
    void faster() {
      sink = work(100);
    }

    @Test
    @Benchmarked(max = "1 s", baseline = "quick", maxRatio = 2)
    void both() {
      sink = work(10_000);
    }
  }

  @Test
  void theBaselineGetsTheSameArguments() {
    ExecutedTests tests = ExecutedTests.jupiter(ArgumentsTestCases.class, QUICKLY);

    assertThat(tests.succeeded()).containsExactly("[1] rounds=100");
    assertThat(tests.failed()).containsExactly("[2] rounds=20000");
  }

  static class ArgumentsTestCases {
    static long sink;

    /** 2,000 rounds for 100, but no more for 20,000. */
    void baseline(int rounds) {
      sink = work(rounds == 100 ? 2_000 : 1_000);
    }

    @ParameterizedTest
    @ValueSource(ints = {100, 20_000})
    @Benchmarked(baseline = "baseline")
    void rounds(int rounds) {
      sink = work(rounds);
    }
  }

  @Test
  void whatTheBodyThrowsFailsTheTest() {
    ExecutedTests tests = ExecutedTests.jupiter(ThrowingTestCases.class);

    assertThat(tests.failure("throwsLater"))
        .hasMessageMatching(
            "call \\d+ or a later one threw java.lang.IllegalStateException: call 1000; .*")
        .hasRootCauseMessage("call 1000");
  }

  static class ThrowingTestCases {
    private int calls;

    @Test
    @Benchmarked(max = "1 s")
    void throwsLater() {
      calls++;
      if (calls == 1_000) {
        throw new IllegalStateException("call " + calls);
      }
    }
  }

  @Test
  void parallelTestsMakeTimesInconclusive() {
    ExecutedTests tests =
        ExecutedTests.jupiter(
            OnceTestCases.class, "junit.jupiter.execution.parallel.enabled", "true");

    assertThat(tests.abortion("shared"))
        .isInstanceOf(TestAbortedException.class)
        .hasMessageContaining("other tests may run at the same time")
        .hasMessageContaining("@Isolated");
    assertThat(OnceTestCases.calls).isEqualTo(1);
  }

  static class OnceTestCases {
    static int calls;

    @BeforeEach
    void reset() {
      calls = 0;
    }

    @Test
    @Benchmarked(max = "1 s")
    void shared() {
      calls++;
    }
  }

  @Nested
  class Refusals {

    private final ExecutedTests tests = ExecutedTests.jupiter(RefusedTestCases.class);

    @Test
    void mistakesAreRefusedBeforeAnyCodeOfTheUserRuns() {
      assertThat(tests.succeeded()).isEmpty();
      assertThat(tests.aborted()).isEmpty();
      assertThat(RefusedTestCases.LOG).isEmpty();
    }

    @Test
    void refusalQuotesTheAnnotationAndTheMethod() {
      assertThat(tests.failure("malformedMax"))
          .isExactlyInstanceOf(TareConfigurationException.class)
          .hasMessage(
              "@Benchmarked(max = \"250 xs\") on BenchmarkedTests.RefusedTestCases.malformedMax():"
                  + " max = \"250 xs\": unknown unit 'xs'; use ns, us, ms or s, for example"
                  + " \"250 ns\"");
    }

    @Test
    void baselineThatIsNoMethodOfTheClassIsRefused() {
      assertThat(tests.failure("misspelled"))
          .hasMessageContaining("baseline = \"lokup\": RefusedTestCases has no such method; write")
          .hasMessageContaining("for example \"Object lokup()\"");
    }

    @Test
    void baselineOfItselfIsRefused() {
      assertThat(tests.failure("itself"))
          .hasMessageContaining("baseline = \"itself\": a method cannot be its own baseline");
    }

    @Test
    void baselineThatCannotBeCalledIsRefused() {
      assertThat(tests.failure("toPrivate"))
          .hasMessageContaining("baseline = \"hidden\": the method is private; leave private out")
          .hasMessageContaining("for example \"void hidden()\"");
      assertThat(tests.failure("toStatic")).hasMessageContaining("the method is static");
      assertThat(tests.failure("toOtherParameters"))
          .hasMessageContaining("baseline = \"taking\": it takes other parameters than the test");
    }
  }

  static class RefusedTestCases {
    static final List<String> LOG = new ArrayList<>();

    @BeforeEach
    void before() {
      LOG.add("before");
    }

    void lookup() {}

    @SuppressWarnings("unused") // named as a baseline
    private void hidden() {}

    static void shared() {}

    void taking(int number) {}

    @Test
    @Benchmarked(max = "250 xs")
    void malformedMax() {}

    @Test
    @Benchmarked(baseline = "lokup")
    void misspelled() {}

    @Test
    @Benchmarked(baseline = "itself")
    void itself() {}

    @Test
    @Benchmarked(baseline = "hidden")
    void toPrivate() {}

    @Test
    @Benchmarked(baseline = "shared")
    void toStatic() {}

    @Test
    @Benchmarked(baseline = "taking")
    void toOtherParameters() {}
  }

  @Test
  void aClassComparesItsTestsWithOneOfThem() {
    ExecutedTests tests = ExecutedTests.jupiter(ComparedTestCases.class, QUICKLY);

    assertThat(tests.entries("variant")).containsKey("tare.time-ratio.outcome");
    assertThat(tests.entries("baseline")).isEmpty();
    assertThat(tests.failure("slow"))
        .hasMessageStartingWith("Time per call of ")
        .hasMessageContaining("exceeds 1 ns");
    assertThat(tests.entries("backToItself")).containsKey("tare.time-ratio.outcome");
  }

  @Benchmarked(baseline = "baseline", maxRatio = 1_000)
  static class ComparedTestCases {
    @Test
    void baseline() {}

    @Test
    void variant() {}

    @Test
    @Benchmarked(baseline = "other")
    void backToItself() {}

    @Nested
    @Benchmarked(baseline = "slow", max = "1 ns")
    class WithALimit {
      @Test
      void slow() {
        TimedTestCases.sink = work(10_000);
      }
    }

    @Test
    @Benchmarked(baseline = "backToItself")
    void other() {}
  }

  @Test
  void baselineThatATestFactoryCannotCompareWithIsRefused() {
    assertThat(ExecutedTests.jupiter(FactoryTestCases.class).containerFailures())
        .singleElement()
        .asInstanceOf(InstanceOfAssertFactories.THROWABLE)
        .isExactlyInstanceOf(TareConfigurationException.class)
        .hasMessageStartingWith("@Benchmarked(baseline = \"compared\") on BenchmarkedTests.")
        .hasMessageContaining("Cases.comparesItself(): baseline = \"compared\": a @TestFactory ")
        .hasMessageContaining("for example max = \"1 ms\"");
  }

  static class FactoryTestCases {

    void compared() {}

    @TestFactory
    @Benchmarked(baseline = "compared")
    Stream<DynamicTest> comparesItself() {
      return Stream.of(DynamicTest.dynamicTest("refused", this::compared));
    }
  }
}
