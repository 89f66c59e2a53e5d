package dev.tare;

import static dev.tare.CpuWork.work;
import static dev.tare.assertj.TareAssertions.assertThatCalling;
import static org.assertj.core.api.Assertions.assertThat;
import static org.junit.platform.engine.discovery.DiscoverySelectors.selectClass;
import static org.junit.platform.launcher.core.LauncherDiscoveryRequestBuilder.request;

import dev.tare.benchmark.Benchmarked;
import dev.tare.growth.Growth;
import dev.tare.growth.GrowthOrder;
import dev.tare.testing.NeedsC2;
import dev.tare.testing.SameOnEveryJdk;
import java.util.Map;
import java.util.TreeMap;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.TestInstance;
import org.junit.jupiter.api.TestInstance.Lifecycle;
import org.junit.jupiter.api.parallel.Isolated;
import org.junit.platform.engine.TestExecutionResult;
import org.junit.platform.launcher.TestExecutionListener;
import org.junit.platform.launcher.TestIdentifier;
import org.junit.platform.launcher.core.LauncherFactory;

/**
 * Compares verdicts on times of annotations with those of assertions on the same code. No two times
 * are equal, so the limits lie orders of magnitude away from them.
 */
@Isolated("measures times")
@TestInstance(Lifecycle.PER_CLASS) // the test cases run once for all
@NeedsC2
@SameOnEveryJdk
class EqualTimeVerdictsTests {

  /** The longest sampling, which ends as soon as the verdict is clear. */
  private static final String LONGEST = "60 s";

  private final Map<String, String> annotated = headlines(AnnotatedTestCases.class);
  private final Map<String, String> asserted = headlines(AssertedTestCases.class);

  @Test
  void verdictsOfAnnotationsAreAsExpected() {
    assertThat(annotated)
        .containsOnly(
            Map.entry("perCallWithin", "SUCCESSFUL"),
            Map.entry("fasterThanOther", "SUCCESSFUL"),
            Map.entry("firstWithin", "SUCCESSFUL"),
            Map.entry("growsAsAllowed", "SUCCESSFUL"),
            Map.entry("perCallExceeded", "Time per call of perCallExceeded() exceeds 10 ns"),
            Map.entry(
                "slowerThanOther", "Time relative to quick() of slowerThanOther() exceeds 1.50x"),
            Map.entry("firstExceeded", "Time of the first call of firstExceeded() exceeds 1 ns"),
            Map.entry("growsFaster", "Growth of time of growsFaster() exceeds sublinear (n^0.90)"));
  }

  @Test
  void assertionsHaveTheSameVerdicts() {
    assertThat(asserted).isEqualTo(annotated);
  }

  /** Runs tests and returns their statuses or the first lines without class and figure. */
  private static Map<String, String> headlines(Class<?> testClass) {
    Map<String, String> headlines = new TreeMap<>();
    LauncherFactory.create()
        .execute(
            request()
                .configurationParameter("tare.print", "none")
                .configurationParameter("tare.breakdown", "never")
                .configurationParameter("tare.report.directory", "none")
                .configurationParameter("junit.jupiter.execution.parallel.enabled", "false")
                .selectors(selectClass(testClass))
                .build(),
            new TestExecutionListener() {
              @Override
              public void executionFinished(TestIdentifier test, TestExecutionResult result) {
                if (test.isTest()) {
                  headlines.put(
                      test.getDisplayName().replaceAll("\\(.*", ""),
                      result
                          .getThrowable()
                          .map(thrown -> headline(testClass, thrown))
                          .orElse(result.getStatus().name()));
                }
              }
            });
    return headlines;
  }

  private static String headline(Class<?> testClass, Throwable thrown) {
    return String.valueOf(thrown.getMessage())
        .split("\n", -1)[0]
        .replace("EqualTimeVerdictsTests.%s.".formatted(testClass.getSimpleName()), "")
        .replaceFirst("\\(\\) (?!of ).* exceeds", "() exceeds");
  }

  static class AnnotatedTestCases {

    long quick() {
      return work(100);
    }

    @Benchmarked(max = "1 s", warmupTime = "100 ms", measurementTime = LONGEST)
    long perCallWithin() {
      return work(1_000);
    }

    @Benchmarked(max = "10 ns", warmupTime = "100 ms", measurementTime = LONGEST)
    long perCallExceeded() {
      return work(100_000);
    }

    @Benchmarked(
        baseline = "perCallExceeded",
        maxRatio = 1.0,
        equalResults = false,
        warmupTime = "100 ms",
        measurementTime = LONGEST)
    long fasterThanOther() {
      return work(100);
    }

    @Benchmarked(
        baseline = "quick",
        maxRatio = 1.5,
        equalResults = false,
        warmupTime = "100 ms",
        measurementTime = LONGEST)
    long slowerThanOther() {
      return work(10_000);
    }

    @Benchmarked(maxFirst = "10 s")
    long firstWithin() {
      return work(1_000);
    }

    @Benchmarked(maxFirst = "1 ns")
    long firstExceeded() {
      return work(10_000_000);
    }

    // four sizes: with three, one disturbed time leaves the growth in doubt
    @Growth(
        sizes = {20, 80, 320, 1_280},
        atMost = GrowthOrder.CUBIC,
        warmupTime = "2 s", // all calls since then must agree with the samples
        measurementTime = LONGEST)
    long growsAsAllowed(int n) {
      return work(n * n);
    }

    @Growth(
        sizes = {20, 80, 320, 1_280},
        atMost = GrowthOrder.SUBLINEAR,
        warmupTime = "500 ms",
        measurementTime = LONGEST)
    long growsFaster(int n) {
      return work(n * n);
    }
  }

  static class AssertedTestCases {

    private static MeasuredBody calling(Body.OfLong body) {
      return Tare.calling(body).withWarmupTime("100 ms").withMeasurementTime(LONGEST);
    }

    private static SizedBody squared() {
      return Tare.calling(n -> work(n * n)).withWarmupTime("100 ms").withMeasurementTime(LONGEST);
    }

    @Test
    void perCallWithin() {
      assertThatCalling(calling(() -> work(1_000))).takesAtMost("1 s");
    }

    @Test
    void perCallExceeded() {
      assertThatCalling(calling(() -> work(100_000))).takesAtMost("10 ns");
    }

    @Test
    void fasterThanOther() {
      assertThatCalling(calling(() -> work(100)).withDifferentResults())
          .takesAtMost(1.0, calling(() -> work(100_000)));
    }

    @Test
    void slowerThanOther() {
      assertThatCalling(calling(() -> work(10_000)).withDifferentResults())
          .takesAtMost(1.5, calling(() -> work(100)).withName("quick"));
    }

    @Test
    void firstWithin() {
      assertThatCalling(() -> work(1_000)).takesAtMostInFirstCall("10 s");
    }

    @Test
    void firstExceeded() {
      assertThatCalling(() -> work(10_000_000)).takesAtMostInFirstCall("1 ns");
    }

    @Test
    void growsAsAllowed() {
      assertThatCalling(squared().withWarmupTime("2 s"))
          .growsAtMost(GrowthOrder.CUBIC, 20, 80, 320, 1_280);
    }

    @Test
    void growsFaster() {
      assertThatCalling(squared().withWarmupTime("500 ms"))
          .growsAtMost(GrowthOrder.SUBLINEAR, 20, 80, 320, 1_280);
    }
  }
}
