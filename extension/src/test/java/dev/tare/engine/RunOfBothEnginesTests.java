package dev.tare.engine;

import static org.assertj.core.api.Assertions.assertThat;
import static org.junit.platform.engine.discovery.DiscoverySelectors.selectClass;
import static org.junit.platform.launcher.core.LauncherDiscoveryRequestBuilder.request;

import dev.tare.allocation.MaxAllocatedBytes;
import dev.tare.allocation.NoAllocation;
import dev.tare.extension.TareConfigurationException;
import dev.tare.retained.MaxRetainedSize;
import dev.tare.retained.Retained;
import dev.tare.survival.Released;
import java.io.ByteArrayOutputStream;
import java.io.PrintStream;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import kotlin.Metadata;
import org.junit.jupiter.api.Disabled;
import org.junit.jupiter.api.Nested;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.parallel.Isolated;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;
import org.junit.platform.engine.TestExecutionResult;
import org.junit.platform.launcher.TestExecutionListener;
import org.junit.platform.launcher.TestIdentifier;
import org.junit.platform.launcher.core.LauncherDiscoveryRequestBuilder;
import org.junit.platform.launcher.core.LauncherFactory;
import org.opentest4j.TestAbortedException;

/** Checks what the engines of one launcher's run share. */
@Isolated("replaces the standard output")
class RunOfBothEnginesTests {

  private final List<Throwable> thrown = new ArrayList<>();

  @Test
  void runPrintsOneTableWithOneTotal() {
    String printed = run(Map.of(), SelectedTestCases.class);

    // one, two, several twice and inner by Tare's engine, bracketed by Jupiter
    assertThat(printed).containsOnlyOnce("Tare: 6 within").containsOnlyOnce("of limit");
    assertThat(printed)
        .contains("SelectedTestCases.bracketed()")
        .contains("SelectedTestCases.Inner.inner()");
  }

  @Test
  void switchedOffLineIsPrintedOnce() {
    String printed = run(Map.of("tare.enabled", "false"), SelectedTestCases.class);

    assertThat(printed.strip())
        .isEqualTo(
            "Tare is off (tare.enabled = false); tests and assertions that were not judged: 6");
  }

  @Test
  void eachRunPrintsItsOwnTable() {
    assertThat(run(Map.of(), SelectedTestCases.class)).containsOnlyOnce("Tare: 6 within");
    assertThat(run(Map.of(), OnlySelectedTestCases.class)).containsOnlyOnce("Tare: 3 within");
  }

  @ParameterizedTest
  @ValueSource(
      strings = {
        "tare.enabeld",
        "tare.runs",
        "tare.golden",
        "tare.oven.temperature",
        "tare.limit.com.acme.CacheTests.lookup.allocated-bytes"
      })
  void unknownKeyIsRefusedForEveryTest(String key) {
    run(Map.of(key, "false"), SelectedTestCases.class);

    assertThat(thrown)
        .hasSize(6)
        .allSatisfy(
            refusal ->
                assertThat(refusal)
                    .isExactlyInstanceOf(TareConfigurationException.class)
                    .hasMessageStartingWith(
                        key
                            + " = false: there is no such key; use one of tare.accept,"
                            + " tare.allowUnoptimized, ")
                    .hasMessageContaining(", tare.enabled, ")
                    .hasMessageEndingWith(", tare.weigh"));
  }

  @Test
  void refusedTestsAreCounted() {
    assertThat(run(Map.of(), RefusedTestCases.class))
        .containsOnlyOnce("Tare: 2 tests refused; each failure has the reason")
        .contains("Tare: 1 within");
    assertThat(run(Map.of("tare.print", "nothing"), RefusedTestCases.class))
        .isEqualToIgnoringNewLines("Tare: 3 tests refused; each failure has the reason");
  }

  static class RefusedTestCases {
    @Test
    @MaxAllocatedBytes("12 XB")
    void wrongUnit() {}

    @MaxAllocatedBytes("12")
    static int noUnit() {
      return 0;
    }

    @Test
    @MaxAllocatedBytes("1 MB")
    void fine() {}
  }

  @Test
  void parameterWithoutAnAnnotationIsRefusedWithOneForIt() {
    run(Map.of(), UnlimitedTestCases.class);

    assertThat(thrown)
        .extracting(Throwable::toString)
        .containsExactlyInAnyOrder(
            refusal("Retained<String> retained", "fills", "@MaxRetainedSize(\"4 KiB\")"),
            refusal("Released<Map<String, Thread>> threads", "closes", "@MustBeCollected"),
            refusal("Retained<String> retained", "allocates", "@MaxRetainedSize(\"4 KiB\")"));
    assertThat(System.getProperty("junit.jupiter.extensions.autodetection.enabled")).isNull();
  }

  private static String refusal(String parameter, String test, String annotation) {
    return new TareConfigurationException(
            "%s of RunOfBothEnginesTests.UnlimitedTestCases.%s(): nothing limits the value; add an annotation to the parameter, for example %s %s"
                .formatted(parameter, test, annotation, parameter))
        .toString();
  }

  static class UnlimitedTestCases {
    @Test
    void fills(Retained<String> retained) {
      retained.hold("text");
    }

    @Test
    void closes(Released<Map<String, Thread>> threads) {
      threads.letGo(Map.of());
    }

    @Test
    @MaxAllocatedBytes("1 MB")
    void allocates(Retained<String> retained) {
      retained.hold("text");
    }

    @Test
    @MaxRetainedSize("1 KiB")
    void limited(Retained<String> retained) {
      retained.hold("text");
    }

    @Test
    void limitedThere(@MaxRetainedSize("1 KiB") Retained<String> retained) {
      retained.hold("text");
    }
  }

  @Test
  void traceOfEachRefusalHasItsOwnTestOnly() {
    run(Map.of("tare.enabeld", "false"), SelectedTestCases.class);

    assertThat(thrown)
        .hasSize(6)
        .allSatisfy(
            refusal ->
                assertThat(refusal.getStackTrace())
                    .filteredOn(frame -> frame.getClassName().contains("SelectedTestCases"))
                    .hasSize(1));
  }

  @Test
  void unknownSystemPropertyIsRefused() {
    System.setProperty("tare.unmesured", "abort");
    try {
      run(Map.of(), SelectedTestCases.class);
    } finally {
      System.clearProperty("tare.unmesured");
    }

    assertThat(thrown)
        .hasSize(6)
        .allSatisfy(
            refusal ->
                assertThat(refusal)
                    .hasMessageStartingWith("tare.unmesured = abort: there is no such"));
  }

  @ParameterizedTest
  @ValueSource(
      strings = {"build.golden", "oven.temperature", "care.print", "shop.tare.runs", "tarefa.x"})
  void foreignKeysAreAccepted(String key) {
    run(Map.of(key, "7"), SelectedTestCases.class);

    assertThat(thrown).isEmpty();
  }

  @Test
  void testsThatDidNotRunAreListed() {
    assertThat(run(Map.of(), UnrunTestCases.class))
        .contains("Tare: 4 tests with limits did not run:")
        .contains("UnrunTestCases.isDisabled(): skipped: for now")
        .contains("UnrunTestCases.returns(): skipped: not yet")
        .contains("UnrunTestCases.isAborted(): aborted: no database")
        .contains("UnrunTestCases.Inner.inner(): skipped: all of them");
    assertThat(run(Map.of("tare.enabled", "false"), UnrunTestCases.class))
        .doesNotContain("did not run");
    assertThat(run(Map.of(), OnlySelectedTestCases.class)).doesNotContain("did not run");
  }

  @Test
  void functionOfKotlinThatDidNotRunIsListedByItsNameInTheSource() {
    assertThat(run(Map.of(), KotlinTestCases.class))
        .contains("KotlinTestCases.count(): skipped: not yet");
  }

  @Metadata(d2 = {"count", "count$shop_main"})
  static class KotlinTestCases {
    @NoAllocation
    @Disabled("not yet")
    int count$shop_main() {
      return 0;
    }
  }

  static class UnrunTestCases {

    @Test
    @Disabled("for now")
    @NoAllocation
    void isDisabled() {}

    @NoAllocation
    @Disabled("not yet")
    int returns() {
      return 0;
    }

    @Test
    @NoAllocation
    void isAborted() {
      throw new TestAbortedException("no database");
    }

    @Test
    @NoAllocation
    void fails() {
      throw new IllegalStateException("as expected");
    }

    @Test
    @Disabled("without a limit")
    void isOrdinary() {}

    @Nested
    @Disabled("all of them")
    class Inner {
      @Test
      @NoAllocation
      void inner() {}
    }
  }

  private String run(Map<String, String> keys, Class<?> testClass) {
    LauncherDiscoveryRequestBuilder request =
        request()
            .configurationParameter("tare.report.directory", "none")
            .configurationParameters(keys)
            .selectors(selectClass(testClass));
    PrintStream console = System.out;
    ByteArrayOutputStream printed = new ByteArrayOutputStream();
    System.setOut(new PrintStream(printed, true, StandardCharsets.UTF_8));
    try {
      LauncherFactory.create().execute(request.build(), new ThrownRecorder());
    } finally {
      System.setOut(console);
    }
    return printed.toString(StandardCharsets.UTF_8);
  }

  private final class ThrownRecorder implements TestExecutionListener {
    @Override
    public void executionFinished(TestIdentifier test, TestExecutionResult outcome) {
      outcome.getThrowable().ifPresent(thrown::add);
    }
  }
}
