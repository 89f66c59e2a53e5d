package dev.tare.extension;

import static org.assertj.core.api.Assertions.assertThat;
import static org.junit.platform.engine.discovery.DiscoverySelectors.selectClass;
import static org.junit.platform.launcher.core.LauncherDiscoveryRequestBuilder.request;

import dev.tare.ExecutedTests;
import dev.tare.Weighed;
import dev.tare.allocation.MaxAllocatedBytes;
import dev.tare.allocation.MaxAllocations;
import dev.tare.allocation.Scope;
import dev.tare.benchmark.Benchmarked;
import dev.tare.growth.Cost;
import dev.tare.growth.Growth;
import dev.tare.growth.GrowthOrder;
import dev.tare.internal.jupiter.MaxCalls;
import dev.tare.invocations.MaxInvocations;
import dev.tare.retained.Kind;
import dev.tare.retained.MaxInstances;
import dev.tare.retained.MaxRetainedSize;
import dev.tare.retained.Retained;
import dev.tare.survival.MaxPromotedBytes;
import dev.tare.survival.MaxSurvivingBytes;
import dev.tare.survival.MaxSurvivors;
import dev.tare.survival.MustBeCollected;
import dev.tare.survival.Released;
import dev.tare.testing.SlowAfterOthers;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.io.PrintStream;
import java.io.Serializable;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import java.util.stream.Stream;
import org.junit.jupiter.api.Disabled;
import org.junit.jupiter.api.DynamicTest;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.TestFactory;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.api.parallel.Isolated;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;
import org.junit.platform.launcher.core.LauncherFactory;
import org.junit.platform.launcher.listeners.SummaryGeneratingListener;

/** Checks which promises fail when they are broken on purpose, and which do not. */
@SlowAfterOthers
@Isolated("replaces the standard output")
class ProofTests {

  private static final String PROVE = ConfigurationKey.PROVE.key();

  @Test
  void aSuiteOfTwelvePromisesNamesTheThreeThatCannotFail() {
    PrintStream console = System.out;
    ByteArrayOutputStream printed = new ByteArrayOutputStream();
    SummaryGeneratingListener summary = new SummaryGeneratingListener();
    System.setOut(new PrintStream(printed, true, StandardCharsets.UTF_8));
    try {
      LauncherFactory.create()
          .execute(
              request()
                  .selectors(selectClass(TwelveTestCases.class))
                  .configurationParameter(PROVE, "true")
                  .configurationParameter("junit.jupiter.execution.parallel.enabled", "false")
                  .configurationParameter(ConfigurationKey.REPORT_DIRECTORY.key(), "none")
                  .build(),
              summary);
    } finally {
      System.setOut(console);
    }

    String suite = "  ProofTests.TwelveTestCases.";
    assertThat(printed.toString(StandardCharsets.UTF_8).lines())
        .containsExactlyInAnyOrder(
            suite
                + "isLax(): allocated bytes, limit 954 MiB: what was measured, 2 KiB, is less"
                + " than a thousandth of it",
            suite
                + "holdsNothing(): retained size, limit 1 KiB: broken on purpose, it was unmeasured:"
                + " there is no value to weigh: hold(null) was called",
            suite + "isDisabled(): did not run, skipped: for now",
            "Tare: 9 of 12 promises can fail");
    assertThat(summary.getSummary().getFailures())
        .extracting(failure -> failure.getTestIdentifier().getDisplayName())
        .containsExactlyInAnyOrder("isLax()", "holdsNothing(Retained)", "isDisabled()");
    assertThat(summary.getSummary().getTestsSucceededCount()).isEqualTo(9);
  }

  /** One promise of each metric, and three that cannot fail. */
  static class TwelveTestCases {

    @SuppressWarnings("unused") // the allocation must not be removed
    private byte[] latest = {};

    private final List<Integer> numbers = List.of(3, 1, 2);

    @Test
    @MaxAllocatedBytes("1 GB")
    void isLax() {
      latest = new byte[2000];
    }

    @Test
    void holdsNothing(@MaxRetainedSize("1 KiB") Retained<Object> value) {
      value.hold(null);
    }

    @Test
    @Disabled("for now")
    @MaxAllocatedBytes("0 B")
    void isDisabled() {}

    @Test
    @MaxAllocatedBytes("0 B")
    void bytes() {}

    @Test
    @MaxAllocations(0)
    void objects() {}

    @Test
    @MaxInvocations(type = List.class, method = "sort", value = 0)
    void invocations() {}

    @Test
    void instances(@MaxInstances(value = 0, type = String.class) Retained<Object> value) {
      value.hold(new ArrayList<>(numbers));
    }

    @Test
    void collected(@MustBeCollected Released<Object> released) {
      released.letGo(new ArrayList<>(numbers));
    }

    @MaxSurvivingBytes("0 B")
    void survivingBytes() {}

    @Test
    @MaxPromotedBytes("0 B")
    void promoted() {}

    @Test
    @Benchmarked(maxFirst = "100 ms")
    void firstCall() {}

    @Growth(
        atMost = GrowthOrder.LINEAR,
        of = Cost.ALLOCATED,
        sizes = {100, 1000, 10_000})
    Object growth(int n) {
      return new byte[n];
    }
  }

  @Test
  void otherFormsOfTheirLimitsCanFail() {
    ExecutedTests tests = ExecutedTests.jupiter(FallibleTestCases.class, PROVE, "true");

    assertThat(tests.failed()).isEmpty();
    assertThat(tests.aborted()).isEmpty();
    assertThat(tests.succeeded()).hasSize(FallibleTestCases.TESTS);
  }

  /** Promises, all of which can fail, and most of which hold. */
  static class FallibleTestCases {

    static final int TESTS = 10;

    private final List<Integer> numbers = List.of(3, 1, 2);

    @Test
    @MaxAllocatedBytes(value = "2 KiB", scope = Scope.ALL_THREADS)
    void bytesOfAllThreads() {}

    @Test
    @MaxAllocatedBytes(value = "4 KiB", runs = 1, warmups = 0)
    void bytesOfTheFirstCall() {}

    @Test
    @MaxAllocatedBytes("0 B")
    void bytesThatAreTooMany() {
      assertThat(new ArrayList<>(numbers)).isNotEmpty();
    }

    @Test
    @MaxAllocations(value = 0, type = Integer.class)
    void boxes() {}

    @Test
    @MaxAllocations(value = 2, packageOf = ArrayList.class)
    void objectsOfAPackage() {
      new ArrayList<>(numbers).sort(null);
    }

    @Test
    void retained(
        @MaxRetainedSize(
                value = "1 KiB",
                ignoring = {byte[].class, Serializable.class})
            Retained<List<Integer>> value) {
      value.hold(new ArrayList<>(numbers));
    }

    @Test
    void offHeap(@MaxRetainedSize(value = "1 KiB", kind = Kind.OFF_HEAP) Retained<Object> value) {
      value.hold(new Object());
    }

    @Test
    @MaxSurvivors(value = 1, type = Thread.class)
    void survivors() {}

    @ParameterizedTest
    @ValueSource(strings = "only one")
    @MaxAllocatedBytes("0 B")
    void invocation(String text) {
      assertThat(text.isEmpty()).isFalse();
    }

    @TestFactory
    @MaxAllocatedBytes("0 B")
    DynamicTest makes() {
      return DynamicTest.dynamicTest("dynamic", () -> {});
    }
  }

  @Test
  void returnedValuesCanBeTooLarge() {
    ExecutedTests tests = ExecutedTests.tare(ReturningTestCases.class, PROVE, "true");

    assertThat(tests.failed()).isEmpty();
    assertThat(tests.succeeded()).containsExactlyInAnyOrder("retained", "collected", "grows");
  }

  static class ReturningTestCases {

    @MaxRetainedSize("1 KiB")
    Object retained() {
      return new int[10];
    }

    @MustBeCollected
    Object collected() {
      return new int[10];
    }

    @Growth(
        atMost = GrowthOrder.LINEAR,
        of = Cost.RETAINED,
        sizes = {100, 1000, 10_000})
    Object grows(int n) {
      return new byte[n];
    }
  }

  @Test
  void whatCannotFailIsShownWithItsReason() {
    ExecutedTests tests =
        ExecutedTests.withVerdicts("junit-jupiter", InfallibleTestCases.class, PROVE, "true");

    assertThat(tests.succeeded()).isEmpty();
    assertThat(tests.verdict("worksElsewhere"))
        .contains("\"outcome\":\"within\"")
        .contains("\"obstacle\":\"allocated bytes, limit 8 KiB: other threads allocated");
    assertThat(tests.failure("worksElsewhere"))
        .hasMessageStartingWith(
            "A promise of ProofTests.InfallibleTestCases.worksElsewhere() cannot fail")
        .hasMessageContaining("other threads allocated")
        .hasMessageContaining("ALL_THREADS");
    assertThat(tests.failure("isNotKnown"))
        .hasMessageContaining("its metric Calls does not say how to break it");
  }

  static class InfallibleTestCases {

    @Test
    @MaxAllocatedBytes("8 KiB")
    void worksElsewhere() {
      CompletableFuture.supplyAsync(() -> new byte[1_000_000]).join();
    }

    @Test
    @MaxCalls(7)
    void isNotKnown() {}
  }

  @Test
  void weightsCanBeExceeded(@TempDir Path folder) throws IOException {
    String[] keys = {
      ConfigurationKey.LOCK_DIRECTORY.key(),
      folder.toString(),
      ConfigurationKey.MISSING_WEIGHT.key(),
      "write",
      PROVE,
      "true"
    };

    assertThat(ExecutedTests.tare(WeighedTestCases.class, keys).failure("bytes"))
        .hasMessageContaining("allocated bytes: it has no weight yet");
    try (Stream<Path> locks = Files.walk(folder)) {
      assertThat(locks).as("nothing is written").containsExactly(folder);
    }

    ExecutedTests.tare(WeighedTestCases.class, Arrays.copyOf(keys, 4));
    ExecutedTests tests = ExecutedTests.tare(WeighedTestCases.class, keys);

    assertThat(tests.failed()).isEmpty();
    assertThat(tests.succeeded()).containsExactlyInAnyOrder("bytes", "leaves");
  }

  static class WeighedTestCases {

    private static final List<Object> KEPT = new ArrayList<>();

    @Weighed
    @MaxAllocatedBytes
    byte[] bytes() {
      return new byte[100];
    }

    @Weighed
    @MaxSurvivingBytes
    void leaves() {
      KEPT.add(new byte[10_000]);
    }
  }

  @Test
  void nothingIsProvedWhileTareIsOff() {
    ExecutedTests tests =
        ExecutedTests.jupiter(
            FallibleTestCases.class, PROVE, "true", ConfigurationKey.ENABLED.key(), "false");

    assertThat(tests.failure("boxes"))
        .isInstanceOf(TareConfigurationException.class)
        .hasMessageStartingWith("tare.prove = true beside tare.enabled = false");
  }
}
