package dev.tare.internal.launch;

import static dev.tare.CpuWork.work;
import static org.assertj.core.api.Assertions.assertThat;
import static org.junit.platform.engine.discovery.DiscoverySelectors.selectMethod;

import dev.tare.ExecutedTests;
import dev.tare.benchmark.Benchmarked;
import dev.tare.extension.TareConfigurationException;
import dev.tare.growth.Cost;
import dev.tare.growth.Growth;
import dev.tare.growth.GrowthOrder;
import dev.tare.survival.MaxPromotedBytes;
import dev.tare.survival.MaxSurvivingBytes;
import dev.tare.testing.NeedsC2;
import dev.tare.testing.SameOnEveryJdk;
import java.lang.reflect.Method;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.Nested;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.TestInstance;
import org.junit.jupiter.api.TestInstance.Lifecycle;
import org.junit.jupiter.api.parallel.Isolated;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.platform.commons.support.HierarchyTraversalMode;
import org.junit.platform.commons.support.ReflectionSupport;
import org.opentest4j.AssertionFailedError;

/**
 * Keys that set limits of survival, promotion, times, ratios and growth. Limits of times lie orders
 * of magnitude away from them.
 */
@Isolated("measures times and counts live objects")
@NeedsC2
@SameOnEveryJdk
class LimitsFromKeysTests {

  static class UnlimitedTestCases {

    private final List<Object> kept = new ArrayList<>(10_000);

    @MaxSurvivingBytes
    void surviving() {
      kept.add(new long[100]);
    }

    @MaxPromotedBytes
    Object promoted() {
      return new long[100];
    }

    @Benchmarked(warmupTime = "20 ms", measurementTime = "60 s")
    long time() {
      return work(10_000);
    }

    @Benchmarked(max = "1 s", warmupTime = "20 ms", measurementTime = "60 s")
    long limitedTime() {
      return work(10_000);
    }

    @Benchmarked(maxFirst = "10 s")
    long limitedFirstCall() {
      return work(10_000);
    }
  }

  @Nested
  @TestInstance(Lifecycle.PER_CLASS) // the test cases run once for all
  class OfTheSuite {

    private final ExecutedTests limited =
        ExecutedTests.tare(
            UnlimitedTestCases.class,
            "tare.maxSurvivingBytes",
            "100 B",
            "tare.maxPromotedBytes",
            "3 KiB",
            "tare.maxTimePerCall",
            "2 ns",
            "tare.breakdown",
            "never");

    @Test
    void survivingBytesAreLimited() {
      assertThat(limited.failure("surviving"))
          .isExactlyInstanceOf(AssertionFailedError.class)
          .hasMessageContaining("exceed 100 B\n  limit       set by tare.maxSurvivingBytes\n");
    }

    @Test
    void promotedBytesAreLimited() {
      assertThat(limited.entries("promoted"))
          .containsEntry("tare.promoted-bytes.limit", "3072 B")
          .containsEntry("tare.promoted-bytes.outcome", "within");
    }

    @Test
    void timesAreLimited() {
      assertThat(limited.failure("time"))
          .isExactlyInstanceOf(AssertionFailedError.class)
          .hasMessageStartingWith("Time per call of LimitsFromKeysTests.UnlimitedTestCases.time() ")
          .hasMessageContaining("exceeds 2 ns\n  limit       set by tare.maxTimePerCall\n");
    }

    @Test
    void limitsOfAnnotationsTakePrecedence() {
      assertThat(limited.succeeded())
          .containsExactlyInAnyOrder("promoted", "limitedTime", "limitedFirstCall");
      assertThat(limited.entries("limitedFirstCall")).doesNotContainKey("tare.time-per-call.limit");
    }
  }

  @Test
  void annotationsOfBytesNeedALimit() {
    ExecutedTests tests = ExecutedTests.tare(NeedingTestCases.class);

    assertThat(tests.failure("surviving"))
        .isExactlyInstanceOf(TareConfigurationException.class)
        .hasMessageContaining("no limit: write one or set tare.maxSurvivingBytes for the suite");
    assertThat(tests.failure("promoted"))
        .isExactlyInstanceOf(TareConfigurationException.class)
        .hasMessageContaining("no limit: write one or set tare.maxPromotedBytes for the suite");
  }

  static class NeedingTestCases {

    @MaxSurvivingBytes
    void surviving() {}

    @MaxPromotedBytes
    void promoted() {}
  }

  @ParameterizedTest
  @CsvSource({
    "tare.maxSurvivingBytes, 1 s, a size in B",
    "tare.maxPromotedBytes, 12, a size in B",
    "tare.maxTimePerCall, 1 KiB, a length of time in ns"
  })
  void malformedLimitOfTheSuiteIsRefusedBeforeABodyRuns(String key, String text, String accepted) {
    RefusedTestCases.calls = 0;

    ExecutedTests tests = ExecutedTests.tare(RefusedTestCases.class, key, text);

    assertThat(tests.failure("counts"))
        .isExactlyInstanceOf(TareConfigurationException.class)
        .hasMessageStartingWith("%s = %s: use %s", key, text, accepted);
    assertThat(RefusedTestCases.calls).isZero();
  }

  static class RefusedTestCases {
    static int calls;

    @MaxSurvivingBytes("1 MiB")
    void counts() {
      calls++;
    }
  }

  static class LimitedTestCases {

    @Benchmarked(max = "10 s", warmupTime = "20 ms", measurementTime = "60 s")
    long time() {
      return work(10_000);
    }

    @Benchmarked(
        baseline = "time",
        maxRatio = 1.0,
        equalResults = false,
        warmupTime = "100 ms",
        measurementTime = "60 s")
    long ratio() {
      return work(100);
    }

    @Benchmarked(maxFirst = "10 s")
    long first() {
      return work(10_000_000);
    }

    @Growth(
        sizes = {10, 100, 1_000},
        atMost = GrowthOrder.LINEAR,
        of = Cost.ALLOCATED)
    int[] growth(int n) {
      return new int[n];
    }
  }

  @Nested
  class OfOneTest {

    @ParameterizedTest
    @CsvSource({
      "time,   time-per-call,             2 ns,   exceeds 2 ns",
      "ratio,  time-ratio,                0.0001, exceeds 0.0001",
      "first,  first-call,                2 ns,   exceeds 2 ns",
      "growth, growth-of-allocated-bytes, 0.5,    exceeds sublinear (n^0.50)"
    })
    void keyOverridesTheLimitOfTheAnnotation(
        String test, String figure, String text, String exceeded) {
      String key = key(test, figure);

      assertThat(run(test, key, text).failure(test))
          .isExactlyInstanceOf(AssertionFailedError.class)
          .hasMessageContaining(exceeded)
          .hasMessageContaining("\n  limit       set by " + key + "\n");
    }

    @ParameterizedTest
    @CsvSource({
      "time,   time-per-call,             2,         for example %s = 10 s",
      "ratio,  time-ratio,                0,         a ratio must be finite and more than 0",
      "ratio,  time-ratio,                NaN,       a ratio must be finite and more than 0",
      "first,  first-call,                2 KiB,     for example %s = 10 s",
      "growth, growth-of-allocated-bytes, quadratic, 'not a number, for example %s = 1.85'"
    })
    void malformedLimitIsRefused(String test, String figure, String text, String reason) {
      String key = key(test, figure);

      assertThat(run(test, key, text).failure(test))
          .isExactlyInstanceOf(TareConfigurationException.class)
          .hasMessageContaining("%s = %s: read as a limit of ", key, text)
          .hasMessageContaining(reason.formatted(key));
    }

    private static String key(String test, String figure) {
      return "tare.limit.%s.%s.%s".formatted(LimitedTestCases.class.getName(), test, figure);
    }

    private static ExecutedTests run(String test, String key, String text) {
      Method method =
          ReflectionSupport.findMethods(
                  LimitedTestCases.class,
                  one -> one.getName().equals(test),
                  HierarchyTraversalMode.TOP_DOWN)
              .get(0);
      return ExecutedTests.by(
          "tare",
          List.of(selectMethod(LimitedTestCases.class, method)),
          key,
          text,
          "tare.breakdown",
          "never");
    }
  }
}
