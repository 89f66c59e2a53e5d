package dev.tare.internal.jupiter;

import static org.assertj.core.api.Assertions.assertThat;

import dev.tare.ExecutedTests;
import dev.tare.extension.TareConfigurationException;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** Checks that invalid annotations and keys are refused before user code runs, with an example. */
class ConfigurationErrorTests {

  @Test
  void errorIsFoundBeforeTheBodyAndItsBeforeEach() {
    RefusedTestCases.LOG.clear();

    ExecutedTests tests = ExecutedTests.jupiter(RefusedTestCases.class);

    assertThat(tests.succeeded()).isEmpty();
    assertThat(RefusedTestCases.LOG).isEmpty();
  }

  @Test
  void messageQuotesTheAnnotationTheMethodAndAnExample() {
    ExecutedTests tests = ExecutedTests.jupiter(RefusedTestCases.class);

    assertThat(tests.failure("noRuns"))
        .isExactlyInstanceOf(TareConfigurationException.class)
        .hasMessage(
            "@MaxCalls(runs = 0, value = 1) on ConfigurationErrorTests.RefusedTestCases.noRuns():"
                + " runs = 0: at least one call must be judged, for example runs = 5")
        .hasNoCause();
    assertThat(tests.failure("negativeWarmups"))
        .hasMessageContaining("warmups = -1: use 0 or more");
  }

  @Test
  void annotationWithoutAValueToWeighIsRefused() {
    ExecutedTests tests = ExecutedTests.jupiter(RefusedTestCases.class);

    assertThat(tests.failure("nothingToWeigh"))
        .hasMessageContaining("@MaxLength(3)")
        .hasMessageContaining("no value to weigh")
        .hasMessageContaining("\"Cache nothingToWeigh()\"");
    assertThat(tests.failure("wrongParameter"))
        .hasMessageContaining("no value can be handed over through a String");
    assertThat(tests.failure("callsOfAValue")).hasMessageContaining("put it on the method");
  }

  static class RefusedTestCases {
    static final List<String> LOG = new ArrayList<>();

    @BeforeEach
    void before() {
      LOG.add("before");
    }

    @Test
    @MaxCalls(value = 1, runs = 0)
    void noRuns() {
      LOG.add("body");
    }

    @Test
    @MaxCalls(value = 1, warmups = -1)
    void negativeWarmups() {
      LOG.add("body");
    }

    @Test
    @MaxLength(3)
    void nothingToWeigh() {
      LOG.add("body");
    }

    @Test
    void wrongParameter(@MaxLength(3) String text) {
      LOG.add(text);
    }

    @Test
    void callsOfAValue(@MaxCalls(3) MaxLength.Text text) {
      text.hold("body");
      LOG.add("body");
    }
  }

  @ParameterizedTest
  @CsvSource(
      delimiter = '|',
      value = {
        "tare.print        | nonsense | use table or none, for example tare.print = table",
        "tare.unmeasured   | ignore   | use fail or abort, for example tare.unmeasured = fail",
        "tare.inconclusive | pass     | use fail or abort, for example tare.inconclusive = abort",
        "tare.measurementTime      | long     | use a length of time from 1 ms, for example tare.measurementTime = 2.5 s"
      })
  void wrongKeyIsFoundBeforeAnyBodyEvenIfNoTestNeedsIt(String key, String text, String message) {
    FineTestCases.LOG.clear();

    ExecutedTests tests = ExecutedTests.jupiter(FineTestCases.class, key, text);

    assertThat(tests.failed()).containsExactlyInAnyOrder("within", "exceeded", "weighed");
    assertThat(FineTestCases.LOG).isEmpty();
    assertThat(tests.failure("exceeded"))
        .isExactlyInstanceOf(TareConfigurationException.class)
        .hasMessage(key + " = " + text + ": " + message)
        .hasNoCause();
  }

  static class FineTestCases {
    static final List<String> LOG = new ArrayList<>();

    @Test
    @MaxCalls(9)
    void within() {
      LOG.add("body");
    }

    @Test
    @MaxCalls(1)
    void exceeded() {
      LOG.add("body");
    }

    @Test
    void weighed(@MaxLength(3) MaxLength.Text text) {
      text.hold("abc");
      LOG.add("body");
    }
  }

  @Test
  void bodyThatMayBeCalledOnlyOnceHasOneAnnotationAboutCalls() {
    ExecutedTests tests = ExecutedTests.jupiter(SchedulesTestCases.class);

    assertThat(tests.failure("once"))
        .isExactlyInstanceOf(TareConfigurationException.class)
        .hasMessageContaining("@MaxCalls(runs = 1, value = 9, warmups = 0) and @MaxOtherCalls on")
        .hasMessageContaining("called only once for the first")
        .hasMessageContaining("put them on separate methods");
    assertThat(tests.failure("often")).hasMessageContaining("called only once for the first");
    assertThat(tests.succeeded()).containsExactlyInAnyOrder("different", "oneExplicit");
    assertThat(tests.entries("different")).containsEntry("tare.other-calls.value", "5");
    assertThat(tests.entries("oneExplicit")).containsEntry("tare.other-calls.value", "7");
  }

  static class SchedulesTestCases {
    @Test
    @MaxCalls(value = 9, runs = 2)
    @MaxOtherCalls(runs = 3)
    void different() {}

    @Test
    @MaxCalls(value = 9, runs = 4, warmups = 0)
    @MaxOtherCalls
    void oneExplicit() {}

    @Test
    @MaxCalls(value = 9, runs = 1, warmups = 0)
    @MaxOtherCalls
    void once() {}

    @Test
    @MaxCalls(value = 9, runs = 1, warmups = 0)
    @MaxOtherCalls(often = true)
    void often() {}
  }
}
