package dev.tare;

import static dev.tare.assertj.SoftTareAssertions.assertTareSoftly;
import static dev.tare.assertj.TareAssertions.assertThatCalling;
import static dev.tare.assertj.TareAssertions.assertThatGraphOf;
import static java.util.Objects.requireNonNull;
import static org.assertj.core.api.Assertions.assertThat;
import static org.junit.platform.engine.discovery.DiscoverySelectors.selectClass;
import static org.junit.platform.engine.discovery.DiscoverySelectors.selectMethod;
import static org.junit.platform.launcher.core.LauncherDiscoveryRequestBuilder.request;

import dev.tare.allocation.AllocationMetrics;
import dev.tare.allocation.MaxAllocatedBytes;
import dev.tare.assertj.SoftTareAssertions;
import dev.tare.benchmark.Benchmarked;
import dev.tare.extension.UnmeasuredException;
import dev.tare.retained.MaxRetainedSize;
import dev.tare.testing.NeedsC2;
import dev.tare.testing.SameOnEveryJdk;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.stream.Stream;
import org.assertj.core.api.junit.jupiter.InjectSoftAssertions;
import org.assertj.core.api.junit.jupiter.SoftAssertionsExtension;
import org.junit.jupiter.api.DynamicTest;
import org.junit.jupiter.api.RepeatedTest;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.TestFactory;
import org.junit.jupiter.api.extension.ExtendWith;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.api.parallel.Isolated;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;
import org.junit.platform.engine.DiscoverySelector;
import org.junit.platform.engine.TestExecutionResult;
import org.junit.platform.launcher.TestExecutionListener;
import org.junit.platform.launcher.TestIdentifier;
import org.junit.platform.launcher.core.LauncherFactory;
import org.opentest4j.TestAbortedException;

/** Assertions in the tests of a run: its keys, its verdicts file, and its outcomes. */
@Isolated("the test cases count calls in a static field")
@NeedsC2
@SameOnEveryJdk
class TareAssertionsRunTests {

  private static final String PARALLEL = "junit.jupiter.execution.parallel.enabled";

  private static final AtomicInteger CALLS = new AtomicInteger();

  @ParameterizedTest
  @CsvSource(
      delimiter = '|',
      textBlock =
          """
          inconclusive     | ''                       | aborted    | inconclusive: ; TestCases.inconclusive() slow call
          inconclusive     | tare.inconclusive = fail | failed     | [slow call] inconclusive:
          softAlone        | tare.inconclusive = fail | failed     | inconclusive: ; Allocated bytes of
          softAfterFailure | ''                       | failed     | Allocated bytes of; inconclusive:
          softInconclusive | ''                       | aborted    | inconclusive:
          unmeasured       | ''                       | unmeasured | unmeasured:
          unmeasured       | tare.unmeasured = abort  | aborted    | unmeasured:
          softUnmeasured   | ''                       | failed     | unmeasured:
          softUnmeasured   | tare.unmeasured = abort  | aborted    | unmeasured:
          """)
  void keysDecideHowAVerdictEndsTheTest(String test, String key, String end, String texts) {
    Map<String, Class<?>> types =
        Map.of(
            "aborted", TestAbortedException.class,
            "failed", AssertionError.class,
            "unmeasured", UnmeasuredException.class);

    assertThat(outcome(test, key.isEmpty() ? new String[0] : key.split(" = ", -1)))
        .isInstanceOf(types.get(end))
        .hasMessageContainingAll(texts.split("; ", -1));
  }

  @Test
  void inconclusiveSoftAssertionAbortsIfNothingHasFailed() {
    CALLS.set(0);

    assertThat(outcome("softInconclusive")).isInstanceOf(TestAbortedException.class);
    assertThat(CALLS).as("calls of the following code").hasValue(0);
    Map<String, Throwable> outcomes = outcomes(ExtendedTestCases.class);
    assertThat(outcomes.get("inconclusive")).isInstanceOf(TestAbortedException.class);
    assertThat(outcomes.get("afterFailure"))
        .isInstanceOf(AssertionError.class)
        .hasMessageContaining("expected: 2")
        .hasMessageContaining("inconclusive: ");
    assertThat(outcomes).doesNotContainKey("within");
  }

  @Test
  void smallerSizeIsExceededInTheFile(@TempDir Path folder) throws IOException {
    outcomes(SmallerSizeTestCases.class, "tare.report.directory", folder.toString());

    try (Stream<Path> files = Files.list(folder)) {
      assertThat(
              files
                  .filter(found -> found.toString().contains("verdicts-"))
                  .findFirst()
                  .orElseThrow())
          .content()
          .contains("\"metric\":\"exact-size\"", "\"outcome\":\"exceeded\"")
          .doesNotContain("\"outcome\":\"within\"");
    }
  }

  @Test
  void messagesNameTheTestAndItsInvocation() {
    Map<String, Throwable> outcomes = outcomes(InvocationTestCases.class);

    assertThat(outcomes.values())
        .hasSize(3)
        .allSatisfy(
            thrown ->
                assertThat(thrown)
                    .hasMessageContaining(
                        "ed bytes of TareAssertionsRunTests.InvocationTestCases."));
    assertThat(outcomes.values())
        .extracting(Throwable::getMessage)
        .anyMatch(message -> message.contains("Cases.repeated() [1] repetition 1 of 1: 16 B"))
        .anyMatch(message -> message.contains("Cases.parameterized() [1] number=7: "))
        .anyMatch(message -> message.contains("Cases.dynamic() [1] dynamic: "));
  }

  @Test
  void assertionInABenchmarkedTestIsRefused() {
    assertThat(outcomes(NestedTestCases.class))
        .containsOnlyKeys("benchmarked", "allocating")
        .allSatisfy(
            (test, thrown) ->
                assertThat(thrown)
                    .isInstanceOf(IllegalStateException.class)
                    .hasMessageStartingWith(
                        "retainsAtMost(\"1 KiB\") was called in a body that is measured"));
  }

  @Test
  void verdictsAreInTheFileOfTheRun(@TempDir Path folder) throws IOException {
    Throwable exceeded = outcome("exceeded", "tare.report.directory", folder.toString());

    try (Stream<Path> files = Files.list(folder)) {
      Path file =
          files.filter(found -> found.toString().contains("verdicts-")).findFirst().orElseThrow();
      assertThat(file)
          .content()
          .contains(
              "\"method\":\"exceeded\",\"invocation\":\"an array\"", "\"outcome\":\"within\"");
      assertThat(exceeded).hasMessageEndingWith("report      " + file);
    }
  }

  @Test
  void bodiesRunOnceWhileTareIsOff() {
    CALLS.set(0);

    Map<String, Throwable> outcomes = outcomes(CountingTestCases.class, "tare.enabled", "false");

    assertThat(outcomes).isEmpty();
    assertThat(CALLS).hasValue(1);
  }

  @Test
  void figuresAreMeasuredWhileTareIsOff() {
    assertThat(outcomes(FigureTestCases.class, "tare.enabled", "false")).isEmpty();
  }

  @Test
  void messageIsThatOfTheAnnotation() {
    String annotated = message(AnnotatedTestCases.class);
    String asserted = message(AssertedTestCases.class);

    assertThat(asserted.replace("AssertedTestCases", "AnnotatedTestCases")).isEqualTo(annotated);
  }

  private static String message(Class<?> testClass) {
    return Optional.ofNullable(outcomes(testClass, PARALLEL, "false").get("value"))
        .map(thrown -> thrown.getMessage())
        .orElseThrow();
  }

  /** Returns what one of the test cases threw; the others are not run. */
  private static Throwable outcome(String test, String... keysAndValues) {
    Map<String, Throwable> outcomes = outcomes(selectMethod(TestCases.class, test), keysAndValues);
    assertThat(outcomes).containsOnlyKeys(test);
    return requireNonNull(outcomes.get(test));
  }

  /** Returns what the tests that did not succeed threw, by the name of the method. */
  private static Map<String, Throwable> outcomes(Class<?> testClass, String... keysAndValues) {
    return outcomes(selectClass(testClass), keysAndValues);
  }

  private static Map<String, Throwable> outcomes(
      DiscoverySelector selector, String... keysAndValues) {
    Map<String, Throwable> thrown = new HashMap<>();
    var request =
        request()
            .configurationParameter("tare.print", "none")
            .configurationParameter("tare.report.directory", "none")
            .configurationParameter(PARALLEL, "true")
            .selectors(selector);
    for (int i = 0; i < keysAndValues.length; i += 2) {
      request.configurationParameter(keysAndValues[i], keysAndValues[i + 1]);
    }
    LauncherFactory.create()
        .execute(
            request.build(),
            new TestExecutionListener() {
              @Override
              public void executionFinished(TestIdentifier test, TestExecutionResult result) {
                String name = test.getDisplayName().replaceAll("\\(.*", "");
                result.getThrowable().ifPresent(throwable -> thrown.put(name, throwable));
              }
            });
    return thrown;
  }

  static class TestCases {

    @Test
    void exceeded() {
      assertThatCalling(() -> new byte[10]).as("an array").allocatesAtMost("1 KiB");
      assertThatCalling(() -> new byte[10]).as("an array").allocatesNothing();
    }

    @Test
    void inconclusive() {
      assertThatCalling(inconclusiveBody()).as("slow call").takesAtMost("1 s");
    }

    @Test
    void softAlone() {
      assertTareSoftly(
          softly -> {
            softly.assertThatCalling(inconclusiveBody()).takesAtMost("1 s");
            softly.assertThatCalling(Tare.calling(() -> new byte[10])).allocatesNothing();
          });
    }

    @Test
    void softInconclusive() {
      assertTareSoftly(
          softly -> {
            softly.assertThatCalling(inconclusiveBody()).takesAtMost("1 s");
            CALLS.incrementAndGet();
          });
    }

    @Test
    void softAfterFailure() {
      assertTareSoftly(
          softly -> {
            softly.assertThatCalling(Tare.calling(() -> new byte[10])).allocatesNothing();
            softly.assertThatCalling(inconclusiveBody()).takesAtMost("1 s");
          });
    }

    @Test
    void unmeasured() {
      assertThatGraphOf(UNWEIGHABLE).reachesAtMost("1 MiB");
    }

    @Test
    void softUnmeasured() {
      assertTareSoftly(softly -> softly.assertThatGraphOf(UNWEIGHABLE).reachesAtMost("1 MiB"));
    }
  }

  @ExtendWith(SoftAssertionsExtension.class)
  static class ExtendedTestCases {

    @InjectSoftAssertions private SoftTareAssertions soft = new SoftTareAssertions();

    @Test
    void inconclusive() {
      soft.assertThatCalling(inconclusiveBody()).takesAtMost("1 s");
      soft.assertThat(1).isEqualTo(1);
    }

    @Test
    void afterFailure() {
      soft.assertThat(1).isEqualTo(2);
      soft.assertThatCalling(inconclusiveBody()).takesAtMost("1 s");
    }

    @Test
    void within(SoftTareAssertions parameter) {
      parameter.assertThatGraphOf("").retainsAtMost("1 MiB");
    }
  }

  static class SmallerSizeTestCases {

    @Test
    void smaller() {
      assertThatGraphOf(new byte[10]).hasSizeOf("1 MiB");
    }
  }

  static class InvocationTestCases {

    @RepeatedTest(1)
    void repeated() {
      Helper.allocatesNothing();
    }

    @ParameterizedTest
    @ValueSource(ints = 7)
    void parameterized(int number) {
      assertThatCalling(() -> new byte[number]).as("an array").allocatesNothing();
    }

    @TestFactory
    List<DynamicTest> dynamic() {
      return List.of(DynamicTest.dynamicTest("dynamic", Helper::allocatesNothing));
    }
  }

  /** Asserts for several tests. */
  private static final class Helper {
    static void allocatesNothing() {
      assertThatCalling(() -> new byte[0]).allocatesNothing();
    }
  }

  private static final Object UNWEIGHABLE = String.class;

  /** Returns a body whose time is inconclusive, since tests of the run may run beside it. */
  private static MeasuredBody inconclusiveBody() {
    return Tare.calling(() -> "").withWarmupTime("10 ms").withMeasurementTime("10 ms");
  }

  static class NestedTestCases {

    @Benchmarked(max = "1 s")
    Object benchmarked() {
      return assertThatGraphOf("").retainsAtMost("1 KiB");
    }

    @Test
    @MaxAllocatedBytes("1 MiB")
    void allocating() {
      assertThatGraphOf("").retainsAtMost("1 KiB");
    }
  }

  static class CountingTestCases {

    @Test
    void counts() {
      assertThatCalling(
              () -> {
                CALLS.incrementAndGet();
                return new byte[10];
              })
          .allocatesNothing();
      assertThatGraphOf(List.of("")).retainsAtMost("0 B");
    }
  }

  static class FigureTestCases {

    @Test
    void hasAFigure() {
      assertThat(Tare.calling(() -> new byte[1_000]).allocated().value().amount())
          .isGreaterThan(1_000);
    }

    @Test
    void isNotJudged() {
      assertThat(
              Tare.calling(() -> new byte[1_000])
                  .judge("judged", options -> AllocationMetrics.bytesAtMost("0 B", options)))
          .isEmpty();
    }
  }

  static class AnnotatedTestCases {

    @MaxRetainedSize("1 B")
    Object value() {
      return new Object[] {new byte[100]};
    }
  }

  static class AssertedTestCases {

    @Test
    void value() {
      assertThatGraphOf(new Object[] {new byte[100]}).retainsAtMost("1 B");
    }
  }
}
