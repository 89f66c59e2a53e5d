package dev.tare.benchmark;

import static dev.tare.CpuWork.work;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.contentOf;
import static org.assertj.core.api.Assumptions.assumeThat;
import static org.junit.platform.engine.discovery.DiscoverySelectors.selectMethod;

import com.google.gson.JsonObject;
import com.google.gson.JsonParser;
import dev.tare.ExecutedTests;
import dev.tare.extension.TareConfigurationException;
import dev.tare.extension.UnmeasuredException;
import dev.tare.internal.agent.Premain;
import dev.tare.testing.NeedsC2;
import dev.tare.testing.SameOnEveryJdk;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardOpenOption;
import java.util.List;
import java.util.stream.Stream;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.DynamicTest;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.TestFactory;
import org.junit.jupiter.api.TestInstance;
import org.junit.jupiter.api.TestInstance.Lifecycle;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.api.parallel.Isolated;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;
import org.opentest4j.AssertionFailedError;

/**
 * A few real JVMs, with limits that are missed or kept by far. Those that show what the JVM's agent
 * and compiler do run on each JDK.
 */
@Isolated
@NeedsC2
class ForksTests {

  /** System properties that this JVM sets while it runs. */
  private static final String DIARY = "build.test.diary";

  private static final String PARENT = "build.test.parent";

  private static final long PID = ProcessHandle.current().pid();

  @TempDir private Path folder;

  @BeforeEach
  void setProperties() throws IOException {
    System.setProperty(DIARY, Files.createFile(folder.resolve("diary")).toString());
    System.setProperty(PARENT, Long.toString(PID));
  }

  @AfterEach
  void clearProperties() {
    System.clearProperty(DIARY);
    System.clearProperty(PARENT);
  }

  /** The exceeded ratio is measured again in a second fresh JVM. */
  @Test
  void freshJvmsWithAnAgentAndABlackHoleMeasureAndThisOneJudges() throws IOException {
    ExecutedTests tests = run("slower");

    assertThat(tests.entries("slower")).containsEntry("tare.time-per-call.outcome", "within");
    // bytes come from the fresh JVM; in this one they are half as many
    assertThat(bytesPerCall()).isBetween(20_008.0, 20_200.0);
    assertThat(tests.failure("slower"))
        .isExactlyInstanceOf(AssertionFailedError.class)
        .hasMessageStartingWith("Time relative to quick() of ForksTests.ForkedTestCases.slower() ")
        .hasMessageContaining("exceeds 2.00x")
        .hasMessageContaining("measured again: ");
    assertThat(Files.readAllLines(folder.resolve("diary")))
        .hasSize(3)
        .doesNotHaveDuplicates()
        .contains("prepared in " + PID);
  }

  @Test
  void jvmThatStartsLateIsAnnounced() {
    assertThat(ForkedTimes.progress("CacheTests.lookup()", 3, 9e9)).isEmpty();
    assertThat(ForkedTimes.progress("CacheTests.lookup()", 3, 12e9))
        .hasValue("Tare: CacheTests.lookup(): fresh JVM 3, after 12 s");
  }

  @SameOnEveryJdk
  @Test
  void freshJvmRunsTheSameInvocation() {
    ExecutedTests tests = ExecutedTests.jupiter(FedTestCases.class, BenchmarkedTests.QUICKLY);

    assertThat(tests.aborted()).containsExactly("[1] 1");
    assertThat(tests.failure("[2] 2"))
        .isInstanceOf(UnmeasuredException.class)
        .hasMessageContaining("in a fresh JVM the test threw")
        .hasMessageContaining("fed with 2")
        .hasMessageContaining("forks = 0");
  }

  @Test
  void meanOfAllocatedBytesIsInTheFile() {
    assertThat(run("allocates").succeeded()).containsExactly("allocates");
    // a header of 16 bytes or less, and bytes of the measurement spread over all calls
    assertThat(bytesPerCall()).isBetween(10_008.0, 10_100.0);
  }

  private double bytesPerCall() {
    return firstVerdict().getAsJsonObject("sampling").get("bytesPerCall").getAsDouble();
  }

  private ExecutedTests run(String method) {
    return ExecutedTests.by(
        "tare",
        List.of(selectMethod(ForkedTestCases.class.getName() + "#" + method)),
        Stream.concat(
                Stream.of(BenchmarkedTests.QUICKLY),
                Stream.of("tare.report.directory", folder.resolve("verdicts").toString()))
            .toArray(String[]::new));
  }

  /** Returns the first verdict of the only file. */
  private JsonObject firstVerdict() {
    try (Stream<Path> files = Files.list(folder.resolve("verdicts"))) {
      return JsonParser.parseString(
              contentOf(
                  files
                      .filter(found -> found.toString().contains("verdicts-"))
                      .findFirst()
                      .orElseThrow()
                      .toFile()))
          .getAsJsonObject()
          .getAsJsonArray("verdicts")
          .get(0)
          .getAsJsonObject();
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }

  @Test
  void boundOfRemovedWorkDecidesInAFreshJvm() {
    ExecutedTests tests = run("empty");

    assertThat(tests.succeeded()).containsExactly("empty");
    // a measured time would be the floor of 1 ns
    assertThat(tests.entries("empty").get("tare.time-per-call.value")).isNotEqualTo("1 ns");
  }

  @Test
  void dynamicTestIsUnmeasured() {
    assertThat(ExecutedTests.jupiter(DynamicTestCases.class).failure("dynamic"))
        .isInstanceOf(UnmeasuredException.class)
        .hasMessageContaining("a dynamic test cannot be run again alone");
  }

  @Test
  void negativeNumberOfForksIsRefused() {
    assertThat(ExecutedTests.jupiter(RefusedTestCases.class).failure("fewer"))
        .isInstanceOf(TareConfigurationException.class)
        .hasMessageContaining("forks = -1: use 0 for this JVM");
  }

  @TestInstance(Lifecycle.PER_CLASS)
  static class ForkedTestCases {

    private final boolean inThisJvm = PID == Long.getLong(PARENT, 0);

    private int calls;

    @SuppressWarnings("UnusedVariable") // what the body does would be left out without it
    private long last;

    @Benchmarked(max = "2 s", forks = 1)
    void empty() {}

    @BeforeAll
    void prepare() {
      try {
        Files.writeString(
            Path.of(System.getProperty(DIARY, "")),
            "prepared in " + PID + "\n",
            StandardOpenOption.APPEND);
      } catch (IOException e) {
        throw new UncheckedIOException(e);
      }
    }

    long quick() {
      return work(100);
    }

    @Benchmarked(max = "1 s", baseline = "quick", maxRatio = 2, equalResults = false, forks = 1)
    Object slower() {
      calls++;
      if (!inThisJvm && calls == 2) {
        assertThat(Premain.instrumentation()).isNotNull();
        assertThat(System.getProperty("tare.fork.blackhole")).isEqualTo("true");
      }
      last = work(10_000);
      return new byte[inThisJvm ? 10_000 : 20_000];
    }

    @Benchmarked(max = "1 s")
    Object allocates() {
      return new byte[10_000];
    }
  }

  static class FedTestCases {

    @SuppressWarnings("UnusedVariable") // what the body does would be left out without it
    private static volatile int last;

    private final boolean inThisJvm = PID == Long.getLong(PARENT, 0);

    @ParameterizedTest(name = "[{index}] {0}")
    @ValueSource(ints = {1, 2})
    @Benchmarked(max = "1 s", forks = 1)
    void fed(int number) {
      assumeThat(number).isEqualTo(2);
      if (!inThisJvm) {
        throw new IllegalStateException("fed with " + number);
      }
      last = number;
    }
  }

  static class DynamicTestCases {
    @TestFactory
    @Benchmarked(forks = 1)
    Stream<DynamicTest> dynamics() {
      return Stream.of(DynamicTest.dynamicTest("dynamic", () -> {}));
    }
  }

  static class RefusedTestCases {
    @Test
    @Benchmarked(forks = -1)
    void fewer() {}
  }
}
