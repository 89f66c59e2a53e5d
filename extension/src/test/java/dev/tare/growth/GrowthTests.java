package dev.tare.growth;

import static org.assertj.core.api.Assertions.assertThat;

import com.google.gson.JsonArray;
import com.google.gson.JsonElement;
import com.google.gson.JsonParser;
import dev.tare.ExecutedTests;
import dev.tare.extension.Configuration;
import dev.tare.extension.MeasuredBy;
import dev.tare.extension.MeasurementPlan;
import dev.tare.extension.Metric;
import dev.tare.extension.Subject;
import dev.tare.extension.TareConfigurationException;
import dev.tare.extension.UnmeasuredException;
import dev.tare.internal.timing.SimulatedClock;
import dev.tare.internal.timing.stage.TimeCaps;
import dev.tare.testing.WeavesOrWalks;
import java.io.IOException;
import java.lang.annotation.Retention;
import java.lang.annotation.RetentionPolicy;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.stream.IntStream;
import java.util.stream.Stream;
import org.assertj.core.api.InstanceOfAssertFactories;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.DynamicTest;
import org.junit.jupiter.api.Nested;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.TestFactory;
import org.junit.jupiter.api.TestInfo;
import org.junit.jupiter.api.TestInstance;
import org.junit.jupiter.api.TestInstance.Lifecycle;
import org.junit.jupiter.api.extension.ExtensionContext;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.api.parallel.Isolated;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.Arguments;
import org.junit.jupiter.params.provider.ArgumentsProvider;
import org.junit.jupiter.params.provider.ArgumentsSource;
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
    void costThatGrowsFasterFailsWithTheCurveAndItsPoints() {
      assertThat(tests.failure("comparesAll"))
          .isExactlyInstanceOf(AssertionFailedError.class)
          .hasMessageStartingWith(
              "Growth of time of GrowthTests.TimeTestCases.comparesAll() cubic (n^3.00")
          .hasMessageContaining("exceeds linear (n^1.85)")
          .hasMessageContaining("log-log slope of 3 readings")
          .hasMessageContaining("8 us at n = 20, 4.1 ms at n = 160")
          .hasMessageContaining("confirmed by a second run: n^3.00")
          .hasMessageContaining("would pass  CUBIC");
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

  /** The metric of {@link Growth} on the clock of {@link TimeTestCases}. */
  static final class GrowthOnSimulatedClock implements Metric<OnSimulatedClock> {

    @Override
    public MeasurementPlan read(
        OnSimulatedClock annotation, Subject.Site site, Configuration configuration) {
      Growth growth = annotation.value();
      MeasurementPlan plan = new GrowthOfCosts().read(growth, site, configuration);
      GrowthMeter meter =
          new GrowthMeter(
              List.of(growth.of()),
              plan.arguments().keySet().iterator().next(),
              Arrays.stream(growth.sizes()).boxed().toList(),
              TimeTestCases.CLOCK,
              new TimeCaps(configuration.warmupTime(), configuration.measurementTime()),
              List.of());
      return new MeasurementPlan(
          plan.budgets(), plan.schedule(), meter, plan.traits(), plan.order(), plan.arguments());
    }
  }

  /**
   * Real time. Both methods differ from the limit by a whole power of n. Under load the verdict may
   * be inconclusive, but never wrong.
   */
  @Test
  void verdictsOfRealTimeAreNeverWrong() {
    ExecutedTests tests = ExecutedTests.tare(RealTimeTestCases.class);

    assertThat(tests.failed()).doesNotContain("sums");
    assertThat(tests.succeeded()).doesNotContain("comparesAll");
    assertThat(tests.entries("sums").get("tare.growth-of-time.outcome"))
        .isIn("within", "inconclusive");
    assertThat(tests.entries("comparesAll").get("tare.growth-of-time.outcome"))
        .isIn("exceeded", "inconclusive");
  }

  static class RealTimeTestCases {

    @Growth(
        sizes = {1_000, 2_000, 4_000, 8_000},
        atMost = GrowthOrder.LINEAR,
        warmupTime = "8 s",
        measurementTime = "60 s")
    long sums(int n) {
      long sum = n;
      for (int i = 0; i < n; i++) {
        sum = sum * 6364136223846793005L + i;
      }
      return sum;
    }

    @Growth(
        sizes = {10, 20, 80},
        atMost = GrowthOrder.LINEAR,
        warmupTime = "8 s",
        measurementTime = "60 s")
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

  @Nested
  class OfAllocatedBytes {

    private final ExecutedTests tests = ExecutedTests.tare(AllocationTestCases.class);

    @Test
    void bytesPerElementAreExact() {
      assertThat(tests.succeeded()).contains("array", "fixed", "nothing");
      assertThat(tests.failure("arrayAtMostConstant"))
          .hasMessageContaining("linear (n^1.00) exceeds constant (n^0.00)")
          .hasMessageContaining("fitted 8 B x n + 16 B, exactly")
          .hasMessageContaining("96 B at n = 10, 8,016 B at n = 1,000")
          .hasMessageContaining("would pass  LINEAR");
    }

    @Test
    void verdictsFileHasTheCostOfEachSize(@TempDir Path folder) throws IOException {
      ExecutedTests.tare(AllocationTestCases.class, "tare.report.directory", folder.toString());

      String file;
      try (Stream<Path> files = Files.list(folder)) {
        file = Files.readString(files.findFirst().orElseThrow());
      }
      assertThat(JsonParser.parseString(file).getAsJsonObject().getAsJsonArray("verdicts").asList())
          .extracting(JsonElement::getAsJsonObject)
          .filteredOn(verdict -> !verdict.get("sampling").isJsonNull())
          .isNotEmpty()
          .allSatisfy(
              verdict -> {
                JsonArray series = verdict.getAsJsonObject("sampling").getAsJsonArray("series");
                assertThat(series.asList())
                    .extracting(points -> points.getAsJsonObject().get("name").getAsString())
                    .containsExactly("cost", "fitted");
                assertThat(series.get(0).getAsJsonObject().getAsJsonArray("positions"))
                    .hasSameSizeAs(series.get(1).getAsJsonObject().getAsJsonArray("values"))
                    .hasSizeGreaterThan(2);
              });
    }

    @Test
    void quadraticBytesExceedALinearLimit() {
      assertThat(tests.failure("table"))
          .hasMessageContaining("quadratic (n^2.00) exceeds linear (n^1.85)")
          .hasMessageContaining("fitted 8 B x n^2 + 20 B x n + 16 B, exactly")
          .hasMessageContaining("would pass  QUADRATIC");
    }

    @Test
    void allocationsThatTheJitRemovesCount() {
      assertThat(tests.failure("removed"))
          .hasMessageContaining("linear (n^1.00) exceeds sublinear (n^0.90)");
    }

    @Test
    void largeFixedPartDoesNotHideAnExactLine() {
      assertThat(tests.failure("hidden"))
          .hasMessageContaining("linear (n^1.00) exceeds sublinear (n^0.90)")
          .hasMessageContaining("fitted 8 B x n + 1,000,024 B, exactly");
    }
  }

  static class AllocationTestCases {

    @Growth(
        sizes = {10, 100, 1_000},
        atMost = GrowthOrder.LINEAR,
        of = Cost.ALLOCATED)
    Object array(int n) {
      return new long[n];
    }

    @Growth(
        sizes = {10, 100, 1_000},
        atMost = GrowthOrder.CONSTANT,
        of = Cost.ALLOCATED)
    Object arrayAtMostConstant(int n) {
      return new long[n];
    }

    @Growth(
        sizes = {10, 100, 1_000},
        atMost = GrowthOrder.CONSTANT,
        of = Cost.ALLOCATED)
    Object fixed(int n) {
      return new long[100];
    }

    @Growth(
        sizes = {10, 100, 1_000},
        atMost = GrowthOrder.CONSTANT,
        of = Cost.ALLOCATED)
    int nothing(int n) {
      return n;
    }

    @Growth(
        sizes = {100_000, 200_000, 400_000, 800_000},
        atMost = GrowthOrder.SUBLINEAR,
        of = Cost.ALLOCATED)
    int removed(int n) {
      int sum = 0;
      for (int i = 0; i < n; i++) {
        Integer boxed = 1_000 + i;
        sum += boxed;
      }
      return sum;
    }

    @Growth(
        sizes = {10, 20, 40, 160},
        atMost = GrowthOrder.LINEAR,
        of = Cost.ALLOCATED)
    Object table(int n) {
      return new long[n][n];
    }

    @Growth(
        sizes = {10, 100, 1_000},
        atMost = GrowthOrder.SUBLINEAR,
        of = Cost.ALLOCATED)
    Object hidden(int n) {
      return new Object[] {new byte[1_000_000 - 32], new long[n]};
    }
  }

  @Nested
  @TestInstance(Lifecycle.PER_CLASS)
  class OfRetainedSize {

    private final ExecutedTests tests = ExecutedTests.tare(RetainedTestCases.class);

    @Test
    void valueOfEachSizeIsWeighed() {
      assertThat(tests.succeeded()).containsExactly("keepsSums");
      assertThat(tests.failure("keepsTable")).hasMessageContaining("exceeds linear");
      assertThat(tests.failure("keepsList"))
          .hasMessageContaining("Growth of retained size")
          .hasMessageContaining("linear (n^1.00) exceeds constant (n^0.00)")
          .hasMessageContaining("fitted 20 B x n + ");
    }

    @Test
    void nullValueIsUnmeasured() {
      assertThat(tests.failure("keepsNull"))
          .isInstanceOf(UnmeasuredException.class)
          .hasMessageStartingWith("unmeasured: growth of retained size")
          .hasMessageContaining("return the object");
    }

    @Test
    void oneMessageJudgesSeveralCosts() {
      assertThat(tests.failure("keepsList"))
          .hasMessageContaining("Growth of retained size")
          .hasMessageContaining("Growth of allocated bytes");
    }
  }

  static class RetainedTestCases {

    // each element is a reference of 4 bytes to an empty array of 16
    @Growth(
        sizes = {1_000, 2_000, 8_000},
        atMost = GrowthOrder.CONSTANT,
        of = {Cost.RETAINED, Cost.ALLOCATED})
    Object keepsList(int n) {
      Object[] longs = new Object[n];
      Arrays.setAll(longs, i -> new long[0]);
      return longs;
    }

    @Growth(
        sizes = {1_000, 2_000, 8_000},
        atMost = GrowthOrder.CONSTANT,
        of = Cost.RETAINED)
    Object keepsSums(int n) {
      return new ArrayList<>(List.of(IntStream.range(0, n).sum()));
    }

    @Growth(
        sizes = {10, 20, 40, 80},
        atMost = GrowthOrder.LINEAR,
        of = Cost.RETAINED)
    Object keepsTable(int n) {
      return new long[n][n];
    }

    @Growth(
        sizes = {1_000, 2_000, 8_000},
        atMost = GrowthOrder.LINEAR,
        of = Cost.RETAINED)
    @Nullable Object keepsNull(int n) {
      return null;
    }
  }

  @Nested
  class Refused {

    @ParameterizedTest
    @ValueSource(
        strings = {
          "few: sizes = {1, 2}: at least three sizes",
          "unordered: sizes = {1, 3, 2}: sizes increase",
          "near: sizes = {1, 2, 3}: the last must be at least eight times the first",
          "withoutSize: the method takes no int",
          "withTwo: the method takes more than one int",
          "constantTime: atMost = CONSTANT: time cannot be shown to be constant",
          "retainsNothing: of = RETAINED: the method returns int",
          "costless: of: name each cost once",
          "capped: measurementTime = \"3\"",
          "cappedBytes: measurementTime = \"3 s\": it is for time only; leave it out or limit the time too,"
              + " for example of = {Cost.TIME, Cost.ALLOCATED}",
          "warmedUpForSize: warmupTime = \"3 s\": it is for time only; leave it out or limit the"
              + " time too, for example of = {Cost.TIME, Cost.RETAINED}"
        })
    void mistakesAreRefusedWithAnExample(String nameAndMessage) {
      String[] parts = nameAndMessage.split(": ", 2);

      assertThat(ExecutedTests.tare(RefusedTestCases.class).failure(parts[0]))
          .isInstanceOf(TareConfigurationException.class)
          .hasMessageContaining("on GrowthTests.RefusedTestCases." + parts[0] + "(): ")
          .hasMessageContaining(parts[1]);
    }
  }

  static class RefusedTestCases {

    @Growth(
        sizes = {1, 2},
        atMost = GrowthOrder.LINEAR)
    void few(int n) {}

    @Growth(
        sizes = {1, 3, 2},
        atMost = GrowthOrder.LINEAR)
    void unordered(int n) {}

    @Growth(
        sizes = {1, 2, 3},
        atMost = GrowthOrder.LINEAR)
    void near(int n) {}

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
        atMost = GrowthOrder.CONSTANT)
    void constantTime(int n) {}

    @Growth(
        sizes = {1, 2, 8},
        atMost = GrowthOrder.LINEAR,
        of = Cost.RETAINED)
    int retainsNothing(int n) {
      return n;
    }

    @Growth(
        sizes = {1, 2, 8},
        atMost = GrowthOrder.LINEAR,
        of = {})
    void costless(int n) {}

    @Growth(
        sizes = {1, 2, 8},
        atMost = GrowthOrder.LINEAR,
        measurementTime = "3")
    void capped(int n) {}

    @Growth(
        sizes = {1, 2, 8},
        atMost = GrowthOrder.LINEAR,
        of = Cost.ALLOCATED,
        measurementTime = "3 s")
    void cappedBytes(int n) {}

    @Growth(
        sizes = {1, 2, 8},
        atMost = GrowthOrder.LINEAR,
        of = {Cost.RETAINED, Cost.ALLOCATED},
        warmupTime = "3 s")
    Object warmedUpForSize(int n) {
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
    assertThat(ExecutedTests.jupiter(JupiterTestCases.class).failure("allocates"))
        .hasMessageContaining("fitted 1 B x n");
    assertThat(ExecutedTests.jupiter(JupiterTestCases.class).failure("[1] 1"))
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
        .hasMessageContaining(" on GrowthTests.FactoryTestCases.makes(): @TestFactory: the tests")
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
        .hasSize(3)
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

    @ArgumentsSource(LengthsOfNames.class)
    @ArgumentsSource(LengthsOfNames.class)
    @Growth(
        sizes = {8, 80, 800},
        atMost = GrowthOrder.CONSTANT,
        of = Cost.ALLOCATED)
    void fedTwice(int n) {}

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
