package dev.tare.growth;

import static org.assertj.core.api.Assertions.assertThat;
import static org.junit.jupiter.params.provider.Arguments.arguments;

import dev.tare.ExecutedTests;
import dev.tare.Judged;
import dev.tare.Tare;
import dev.tare.extension.Configuration;
import dev.tare.extension.MeasuredBy;
import dev.tare.extension.Metric;
import dev.tare.extension.Subject;
import dev.tare.extension.TareConfigurationException;
import dev.tare.internal.profile.HotSpots;
import dev.tare.internal.profile.ProfiledCalls;
import dev.tare.internal.profile.Profiler;
import dev.tare.internal.timing.SimulatedClock;
import dev.tare.model.Verdict.Outcome;
import dev.tare.testing.WeavesOrWalks;
import java.lang.annotation.Retention;
import java.lang.annotation.RetentionPolicy;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.function.IntFunction;
import java.util.stream.IntStream;
import java.util.stream.Stream;
import org.assertj.core.api.InstanceOfAssertFactories;
import org.junit.jupiter.api.DynamicTest;
import org.junit.jupiter.api.Nested;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.TestFactory;
import org.junit.jupiter.api.TestInfo;
import org.junit.jupiter.api.TestInstance;
import org.junit.jupiter.api.TestInstance.Lifecycle;
import org.junit.jupiter.api.extension.ExtensionContext;
import org.junit.jupiter.api.parallel.Isolated;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.Arguments;
import org.junit.jupiter.params.provider.ArgumentsProvider;
import org.junit.jupiter.params.provider.ArgumentsSource;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.MethodSource;
import org.junit.jupiter.params.provider.ValueSource;
import org.opentest4j.AssertionFailedError;

@Isolated("times calls")
@WeavesOrWalks
class GrowthTests {

  @Nested
  @TestInstance(Lifecycle.PER_CLASS)
  class OfTime {

    private final ExecutedTests tests = ExecutedTests.tare(TimeTestCases.class);

    @Test
    void costThatGrowsAsFastAsAllowedPasses() {
      assertThat(tests.succeeded()).containsExactlyInAnyOrder("sums", "sumsBesideTest");
    }

    @Test
    void costThatGrowsFasterFailsWithItsPowerAndItsPoints() {
      assertThat(tests.failure("comparesAll"))
          .isExactlyInstanceOf(AssertionFailedError.class)
          .hasMessageStartingWith(
              "Time of GrowthTests.TimeTestCases.comparesAll() grows with n³ (n^")
          .hasMessageContaining("limit n (n^1.85)")
          .hasMessageContaining("log-log slope of 2 readings")
          .hasMessageContaining("8 us at n = 20, 4.1 ms at n = 160")
          .hasMessageContaining("measured again: n³")
          .hasMessageContaining("would pass  CUBIC");
      assertThat(TimeTestCases.CLOCK.discardRequests()).isEqualTo(1);
    }
  }

  /** Bodies that advance a simulated clock, so that other programs do not affect the figures. */
  static class TimeTestCases {
    static final SimulatedClock CLOCK = new SimulatedClock();

    @OnSimulatedClock(
        @Growth(
            sizes = {1_000, 2_000, 4_000, 8_000},
            atMost = GrowthOrder.LINEAR))
    long sums(int n) {
      CLOCK.advance(100.0 * n, 1);
      return n;
    }

    @OnSimulatedClock(
        @Growth(
            sizes = {20, 40, 80, 160},
            atMost = GrowthOrder.LINEAR))
    long comparesAll(int n) {
      CLOCK.advance(Math.pow(n, 3), 1);
      return n;
    }

    @OnSimulatedClock(
        @Growth(
            sizes = {1_000, 2_000, 8_000},
            atMost = GrowthOrder.LINEAR))
    long sumsBesideTest(TestInfo info, int n) {
      assertThat(info.getDisplayName()).contains("sumsBesideTest");
      return sums(n);
    }
  }

  @Retention(RetentionPolicy.RUNTIME)
  @MeasuredBy(GrowthOnSimulatedClock.class)
  @interface OnSimulatedClock {
    Growth value();
  }

  private static final Profiler NO_PROFILER =
      new Profiler() {
        @Override
        public Optional<String> obstacle() {
          return Optional.of("no real time");
        }

        @Override
        public HotSpots profile(ProfiledCalls calls) {
          throw new UnsupportedOperationException();
        }
      };

  /** Reads the metric of {@link Growth} on the clock of {@link TimeTestCases}. */
  interface GrowthOnSimulatedClock extends Metric {

    static GrowthOfCosts of(
        OnSimulatedClock annotation, Subject.Site site, Configuration configuration) {
      GrowthOfCosts real = GrowthOfCosts.of(annotation.value(), site, configuration);
      return new GrowthOfCosts(
          real.budgets(),
          real.costs(),
          real.parameter(),
          real.sizes(),
          real.plan(),
          site,
          () -> TimeTestCases.CLOCK,
          () -> NO_PROFILER);
    }
  }

  /**
   * Real time. The method differs from the limit by whole powers of n. Under load the verdict may
   * be inconclusive, but never wrong.
   */
  @Test
  void verdictsOfRealTimeAreNeverWrong() {
    ExecutedTests tests =
        ExecutedTests.tare(
            RealTimeTestCases.class, "tare.warmupTime", "100 ms", "tare.breakdown", "never");

    assertThat(tests.succeeded()).doesNotContain("comparesAll");
    assertThat(tests.entries("comparesAll").get("tare.growth-of-time.outcome"))
        .isIn("exceeded", "inconclusive");
  }

  static class RealTimeTestCases {

    @Growth(
        sizes = {10, 20, 80},
        atMost = GrowthOrder.LINEAR)
    long comparesAll(int n) {
      long sum = n;
      for (int i = 0; i < n; i++) {
        for (int j = 0; j < n; j++) {
          for (int k = 0; k < n; k++) {
            sum = sum * 6364136223846793005L + (i ^ j ^ k);
          }
        }
      }
      return sum;
    }
  }

  private static Judged judged(
      GrowthOrder atMost, int[] sizes, IntFunction<?> body, Cost... costs) {
    Map<String, Object> attributes = Map.of("atMost", atMost, "sizes", sizes, "of", costs);
    return Judged.by(Growth.class, attributes, Tare.calling(body));
  }

  @Nested
  class OfAllocatedBytes {

    private final int[] sizes = {10, 100, 1_000};

    private Judged judge(GrowthOrder atMost, IntFunction<?> body) {
      return judged(atMost, sizes, body, Cost.ALLOCATED);
    }

    @Test
    void bytesOfAnArrayGrowWithItsLength() {
      assertThat(judge(GrowthOrder.LINEAR, n -> new long[n]).within().sampling().series())
          .singleElement()
          .satisfies(cost -> assertThat(cost.positions()).containsExactly(10.0, 100.0, 1_000.0));
      judge(GrowthOrder.CONSTANT, n -> new long[100]).within();
      assertThat(judge(GrowthOrder.CONSTANT, n -> new long[n]).exceeded())
          .contains("grow with n (n^1.00), limit constant (n^0.00)")
          .contains("96 B at n = 10, 8,016 B at n = 1,000")
          .contains("would pass  LINEAR");
    }

    @Test
    void quadraticBytesExceedALinearLimit() {
      int[] squares = {10, 20, 40, 160};

      assertThat(
              judged(GrowthOrder.LINEAR, squares, n -> new long[n][n], Cost.ALLOCATED).exceeded())
          .contains("grow with n² (n^1.9", "limit n (n^1.85)")
          .contains("would pass  QUADRATIC");
    }

    /** Calls of one size may differ; only what matters to the growth is in doubt. */
    @Test
    void callsThatDifferWidenTheInterval() {
      AtomicInteger calls = new AtomicInteger();

      Judged little =
          judge(GrowthOrder.LINEAR, n -> new byte[100 * n + 8 * (calls.getAndIncrement() % 3)]);
      Judged much =
          judge(GrowthOrder.LINEAR, n -> new byte[calls.getAndIncrement() % 2 == 0 ? n : n * n]);

      Judged ends =
          judge(
              GrowthOrder.LINEAR,
              n -> {
                boolean even = calls.getAndIncrement() % 2 == 0;
                return new byte
                    [n == 10 ? even ? 1_688 : 2_200 : n == 100 ? 2_600 : even ? 23_648 : 32_464];
              });

      assertThat(little.within().isExact()).isFalse();
      assertThat(much.inconclusive()).contains("its calls differ");
      assertThat(ends.inconclusive()).contains("its calls differ");
    }

    @Test
    void lineThatAllocatesMostAtTheLargestSizeIsShown() {
      assertThat(judge(GrowthOrder.CONSTANT, n -> new long[n]).exceeded())
          .containsPattern("100\\.0 %  8,016 B +1  long\\[] +GrowthTests")
          .contains("the rows are of calls with n = 1,000");
    }

    /** Three sizes are measured twice with seven calls each. */
    @Test
    void furtherCallThatThrowsDoesNotChangeTheVerdict() {
      int[] calls = {0};
      IntFunction<?> usesUpItsInput =
          n -> {
            if (++calls[0] > 42) {
              throw new IllegalStateException("used up");
            }
            return new long[n];
          };

      assertThat(judge(GrowthOrder.CONSTANT, usesUpItsInput).exceeded())
          .contains("grow with n (n^1.00), limit constant (n^0.00)")
          .containsIgnoringWhitespaces(
              "no breakdown: a further call threw java.lang.IllegalStateException: used up");
    }

    @Test
    void allocationsThatTheJitRemovesCount() {
      int[] large = {100_000, 200_000, 400_000, 800_000};

      assertThat(judged(GrowthOrder.SUBLINEAR, large, this::sumOfBoxes, Cost.ALLOCATED).exceeded())
          .contains("grow with n (n^1.00), limit less than n (n^0.90)");
    }

    private int sumOfBoxes(int n) {
      int sum = 0;
      for (int i = 0; i < n; i++) {
        Integer boxed = 1_000 + i;
        sum += boxed;
      }
      return sum;
    }

    @Test
    void fourSizesShowWhatGrowsAboveALargeFixedPart() {
      int[] four = {10, 100, 500, 1_000};
      IntFunction<?> body = n -> new Object[] {new byte[1_000_000 - 32], new long[n]};

      assertThat(judged(GrowthOrder.SUBLINEAR, four, body, Cost.ALLOCATED).exceeded())
          .contains("grow with n (n^1.00), limit less than n (n^0.90)");
    }

    @Test
    void threeSizesLeaveALargeFixedPartInDoubt() {
      IntFunction<?> body = n -> new Object[] {new byte[1_000_000 - 32], new long[n]};

      assertThat(judge(GrowthOrder.SUBLINEAR, body).inconclusive())
          .contains("raise the largest size, and use four sizes or more");
    }

    @Test
    void oneStepOfFourSizesIsInconclusive() {
      int[] four = {10, 20, 40, 80};

      assertThat(
              judged(GrowthOrder.CONSTANT, four, n -> new byte[1_000 + n / 5], Cost.ALLOCATED)
                  .inconclusive())
          .contains("raise the largest size")
          .doesNotContain("four sizes");
    }
  }

  @Nested
  class OfRetainedSize {

    private final int[] sizes = {1_000, 2_000, 8_000};

    @Test
    void valueOfEachSizeIsWeighed() {
      int[] small = {10, 20, 40, 80};
      IntFunction<?> keepsSum = n -> new ArrayList<>(List.of(IntStream.range(0, n).sum()));

      judged(GrowthOrder.CONSTANT, sizes, keepsSum, Cost.RETAINED).within();
      assertThat(judged(GrowthOrder.LINEAR, small, n -> new long[n][n], Cost.RETAINED).exceeded())
          .contains("limit n (n^1.85)");
    }

    @Test
    void nullValueIsUnmeasured() {
      Judged judged = judged(GrowthOrder.LINEAR, sizes, n -> null, Cost.RETAINED);

      assertThat(judged.outcome()).isEqualTo(Outcome.UNMEASURED);
      assertThat(judged.message())
          .startsWith("unmeasured: growth of retained size")
          .contains("return the object");
    }

    // each element is a reference of 4 bytes to an empty array of 16
    @Test
    void oneMessageJudgesSeveralCosts() {
      IntFunction<?> keepsList =
          n -> {
            Object[] longs = new Object[n];
            Arrays.setAll(longs, i -> new long[0]);
            return longs;
          };

      assertThat(
              judged(GrowthOrder.CONSTANT, sizes, keepsList, Cost.RETAINED, Cost.ALLOCATED)
                  .exceeded())
          .contains("Retained size of", "grows with n (n^1.00), limit constant (n^0.00)")
          .contains("Allocated bytes of", "grow with n (n^1.00), limit constant (n^0.00)");
    }
  }

  @ParameterizedTest
  @CsvSource(
      delimiter = '|',
      value = {
        "withoutSize|the method takes no int",
        "withTwo|the method takes more than one int",
        "retainsNothing|of = RETAINED: the method returns int"
      })
  void methodThatDoesNotFitIsRefused(String test, String message) {
    assertThat(ExecutedTests.tare(RefusedTestCases.class).failure(test))
        .isInstanceOf(TareConfigurationException.class)
        .hasMessageContaining("on GrowthTests.RefusedTestCases." + test + "(): ")
        .hasMessageContaining(message);
  }

  @ParameterizedTest
  @MethodSource
  void mistakesAreRefusedWithAnExample(Map<String, Object> attributes, String message) {
    Map<String, Object> merged = new HashMap<>();
    merged.put("atMost", GrowthOrder.LINEAR);
    merged.put("sizes", new int[] {1, 2, 8});
    merged.putAll(attributes);

    assertThat(Judged.refusal(() -> Judged.by(Growth.class, merged, Tare.calling(n -> new int[n]))))
        .contains(message);
  }

  static Stream<Arguments> mistakesAreRefusedWithAnExample() {
    return Stream.of(
        arguments(Map.of("sizes", new int[] {1, 2}), "sizes = {1, 2}: at least three sizes"),
        arguments(Map.of("sizes", new int[] {1, 3, 2}), "sizes = {1, 3, 2}: sizes increase"),
        arguments(
            Map.of("sizes", new int[] {1, 2, 3}),
            "sizes = {1, 2, 3}: the last must be at least eight times the first"),
        arguments(
            Map.of("atMost", GrowthOrder.CONSTANT),
            "atMost = CONSTANT: time cannot be shown to be constant"),
        arguments(Map.of("of", new Cost[0]), "of: name each cost once"));
  }

  static class RefusedTestCases {

    @Growth(
        sizes = {1, 2, 8},
        atMost = GrowthOrder.LINEAR)
    void withoutSize() {}

    @Growth(
        sizes = {1, 2, 8},
        atMost = GrowthOrder.LINEAR)
    void withTwo(int n, int m) {}

    @Growth(
        sizes = {1, 2, 8},
        atMost = GrowthOrder.LINEAR,
        of = Cost.RETAINED)
    int retainsNothing(int n) {
      return n;
    }
  }

  @Test
  void bodyRunsOnceWithTheSmallestSizeWhenSwitchedOff() {
    OffTestCases.seen.clear();

    ExecutedTests tests = ExecutedTests.tare(OffTestCases.class, "tare.enabled", "false");

    assertThat(tests.succeeded()).containsExactly("sees");
    assertThat(OffTestCases.seen).containsExactly(3);
  }

  static class OffTestCases {
    static final List<Integer> seen = new ArrayList<>();

    @Growth(
        sizes = {3, 6, 24},
        atMost = GrowthOrder.LINEAR)
    void sees(int n) {
      seen.add(n);
    }
  }

  @Test
  void jupiterTestIsMeasured() {
    ExecutedTests tests = ExecutedTests.jupiter(JupiterTestCases.class, "tare.breakdown", "never");

    assertThat(tests.failure("allocates")).hasMessageContaining("grow with n (n^1.0");
    assertThat(tests.failure("[1] 1"))
        .isInstanceOf(TareConfigurationException.class)
        .hasMessageContaining("take the source of arguments away");
  }

  @Test
  void testFactoryIsRefused() {
    ExecutedTests tests = ExecutedTests.jupiter(FactoryTestCases.class);

    assertThat(tests.succeeded()).isEmpty();
    assertThat(tests.containerFailures())
        .singleElement()
        .asInstanceOf(InstanceOfAssertFactories.THROWABLE)
        .isExactlyInstanceOf(TareConfigurationException.class)
        .hasMessageContaining(" on GrowthTests.FactoryTestCases.makes(): sizes are the arguments")
        .hasMessageContaining("annotate no @TestFactory")
        .hasMessageContaining("for example \"@Growth(…) void makes(int n)\"");
  }

  static class FactoryTestCases {

    @TestFactory
    @Growth(
        sizes = {8, 80, 800},
        atMost = GrowthOrder.CONSTANT,
        of = Cost.ALLOCATED)
    Stream<DynamicTest> makes(int n) {
      return Stream.of(DynamicTest.dynamicTest("made", () -> {}));
    }
  }

  @Test
  void eachSourceOfArgumentsIsRefused() {
    ExecutedTests tests = ExecutedTests.tare(SourcedTestCases.class);

    assertThat(tests.succeeded()).isEmpty();
    assertThat(tests.failed())
        .hasSize(2)
        .allSatisfy(
            name ->
                assertThat(tests.failure(name))
                    .isInstanceOf(TareConfigurationException.class)
                    .hasMessageContaining("take the source of arguments away"));
  }

  /** Provides different arguments for each method, so that its tests can be distinguished. */
  static class LengthsOfNames implements ArgumentsProvider {
    @Override
    public Stream<Arguments> provideArguments(ExtensionContext context) {
      return Stream.of(Arguments.of(context.getRequiredTestMethod().getName().length()));
    }
  }

  @ValueSource(ints = 1)
  @Retention(RetentionPolicy.RUNTIME)
  @interface ComposedSource {}

  static class SourcedTestCases {

    @ArgumentsSource(LengthsOfNames.class)
    @Growth(
        sizes = {8, 80, 800},
        atMost = GrowthOrder.CONSTANT,
        of = Cost.ALLOCATED)
    void fedDirectly(int n) {}

    @ComposedSource
    @Growth(
        sizes = {8, 80, 800},
        atMost = GrowthOrder.CONSTANT,
        of = Cost.ALLOCATED)
    void fedByOneOfOurOwn(int n) {}
  }

  static class JupiterTestCases {
    static Object sink = "";

    @Test
    @Growth(
        sizes = {8, 80, 800},
        atMost = GrowthOrder.CONSTANT,
        of = Cost.ALLOCATED)
    void allocates(int n) {
      sink = new byte[n];
    }

    @ParameterizedTest(name = "[{index}] {0}")
    @ValueSource(ints = 1)
    @Growth(
        sizes = {8, 80, 800},
        atMost = GrowthOrder.CONSTANT,
        of = Cost.ALLOCATED)
    void fedTwice(int n) {}
  }
}
