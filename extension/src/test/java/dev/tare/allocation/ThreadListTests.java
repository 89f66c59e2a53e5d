package dev.tare.allocation;

import static org.assertj.core.api.Assertions.assertThat;
import static org.junit.platform.engine.discovery.DiscoverySelectors.selectMethod;

import com.google.gson.JsonArray;
import com.google.gson.JsonElement;
import com.google.gson.JsonObject;
import com.google.gson.JsonParser;
import dev.tare.ExecutedTests;
import dev.tare.testing.WeavesOrWalks;
import java.io.IOException;
import java.lang.management.ManagementFactory;
import java.lang.management.ThreadInfo;
import java.lang.management.ThreadMXBean;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.stream.Stream;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.api.parallel.Isolated;

@Isolated("lists the threads of the process")
@WeavesOrWalks
class ThreadListTests {

  @Test
  void listIsInTheReportIfTheSuiteConfiguresIt() {
    ExecutedTests tests =
        ExecutedTests.withVerdicts("junit-jupiter", ListedTestCases.class, "tare.threads", "list");

    assertThat(tests.verdict("threads"))
        .containsPattern(
            "by thread in one more call, sampled \\d+ times?: \\Q%s\\E 3,00\\d,\\d{3} B"
                .formatted(Thread.currentThread().getName()))
        .containsPattern("living 2,000,\\d{3} B")
        // the second form if a sample was taken while the thread lived
        .containsPattern(
            "ended unseen, about (99\\d|1,00\\d),\\d{3} B|Thread-\\d+ 1,000,\\d{3} B or more");
    assertThat(tests.verdict("once"))
        .contains("no list of threads: the body may be called once only");
    assertThat(tests.verdict("limited"))
        .contains("no list of threads: the call for it threw java.lang.IllegalStateException");
  }

  @Test
  void verdictsFileHasTheBytesOfEachThreadOverTime(@TempDir Path folder) throws IOException {
    ExecutedTests.jupiter(
        ListedTestCases.class, "tare.threads", "list", "tare.report.directory", folder.toString());

    String file;
    try (Stream<Path> files = Files.list(folder)) {
      file = Files.readString(files.findFirst().orElseThrow());
    }
    JsonObject listed =
        JsonParser.parseString(file).getAsJsonObject().getAsJsonArray("verdicts").asList().stream()
            .map(JsonElement::getAsJsonObject)
            .filter(verdict -> verdict.get("method").getAsString().equals("threads"))
            .findFirst()
            .orElseThrow();
    assertThat(listed.getAsJsonObject("sampling").getAsJsonArray("series").asList())
        .extracting(JsonElement::getAsJsonObject)
        .filteredOn(series -> series.get("name").getAsString().equals("living"))
        .singleElement()
        .satisfies(
            series -> {
              JsonArray values = series.getAsJsonArray("values");
              assertThat(values.get(values.size() - 1).getAsDouble()).isBetween(2.0e6, 2.001e6);
            });
  }

  @Test
  void shortPeriodTakesManySamples(@TempDir Path folder) throws IOException {
    int positions = positions(SampledTestCases.class, "waitsForSamples", "1 ms", folder);

    // the first and the last reading, and the samples that the call has waited for
    assertThat(positions).isGreaterThanOrEqualTo(2 + SampledTestCases.SAMPLES - 1);
  }

  @Test
  void longPeriodTakesNoSampleDuringTheCall(@TempDir Path folder) throws IOException {
    assertThat(positions(SampledTestCases.class, "takesLong", "3600 s", folder)).isEqualTo(2);
  }

  /** Returns the number of points in the series of the test's own thread. */
  private static int positions(Class<?> testClass, String test, String period, Path folder)
      throws IOException {
    ExecutedTests tests =
        ExecutedTests.by(
            "junit-jupiter",
            List.of(selectMethod(testClass, test)),
            "tare.threads",
            "list",
            "tare.threads.period",
            period,
            "tare.report.directory",
            folder.toString());

    assertThat(tests.failed()).containsExactly(test);
    try (Stream<Path> files = Files.list(folder)) {
      JsonObject verdict =
          JsonParser.parseString(Files.readString(files.findFirst().orElseThrow()))
              .getAsJsonObject()
              .getAsJsonArray("verdicts")
              .get(0)
              .getAsJsonObject();
      return verdict.getAsJsonObject("sampling").getAsJsonArray("series").asList().stream()
          .map(JsonElement::getAsJsonObject)
          .filter(
              series -> series.get("name").getAsString().equals(Thread.currentThread().getName()))
          .mapToInt(series -> series.getAsJsonArray("positions").size())
          .sum();
    }
  }

  static class SampledTestCases {

    static final int SAMPLES = 20;

    /** Nanoseconds without a sample after which the test fails. */
    private static final long TIMEOUT = 60_000_000_000L;

    private static final ThreadMXBean THREADS = ManagementFactory.getThreadMXBean();

    @SuppressWarnings("UnusedVariable") // keeps the JIT from removing the allocation
    private static volatile Object sink = "";

    /** Returns the number of times that the sampling thread has waited; -1 if there is none. */
    private static long waits() {
      for (ThreadInfo thread : THREADS.getThreadInfo(THREADS.getAllThreadIds())) {
        if (thread != null && thread.getThreadName().equals("tare-thread-sampler")) {
          return thread.getWaitedCount();
        }
      }
      return -1;
    }

    @Test
    @MaxAllocatedBytes(value = "0 B")
    void waitsForSamples() {
      sink = new byte[1_000];
      long first = waits();
      long start = System.nanoTime();
      for (long now = first; now >= 0 && now < first + SAMPLES; now = waits()) {
        assertThat(System.nanoTime() - start).as("ns without samples").isLessThan(TIMEOUT);
      }
    }

    /** Takes many times the default period. */
    @Test
    @MaxAllocatedBytes(value = "0 B")
    void takesLong() {
      sink = new byte[1_000];
      long start = System.nanoTime();
      while (waits() >= 0 && System.nanoTime() - start < 200_000_000) {
        Thread.onSpinWait();
      }
    }
  }

  @Test
  void listIsOffByDefault() {
    assertThat(message(ExecutedTests.jupiter(ListedTestCases.class), "threads"))
        .doesNotContain("by thread");
  }

  private static String message(ExecutedTests tests, String name) {
    return String.valueOf(tests.failure(name).getMessage());
  }

  static class ListedTestCases {

    @SuppressWarnings("UnusedVariable") // keeps the JIT from removing the allocation
    private static volatile Object sink = "";

    private final ExecutorService pool =
        Executors.newFixedThreadPool(1, work -> new Thread(work, "living"));

    private int calls;

    @AfterEach
    void shutDown() {
      pool.shutdown();
    }

    @Test
    @MaxAllocatedBytes(value = "0 B")
    void threads() throws Exception {
      sink = new byte[3_000_000];
      pool.submit(() -> sink = new byte[2_000_000]).get();
      Thread ended = new Thread(() -> sink = new byte[1_000_000]);
      ended.start();
      ended.join();
    }

    @Test
    @MaxAllocatedBytes(value = "0 B", runs = 1, warmups = 0)
    void once() {
      sink = new byte[100];
    }

    @Test
    @MaxAllocatedBytes(value = "0 B")
    void limited() {
      if (calls++ > 6) {
        throw new IllegalStateException("used up");
      }
      sink = new byte[100];
    }
  }
}
