package dev.tare.allocation;

import static dev.tare.assertj.TareAssertions.assertThatCalling;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.junit.platform.engine.discovery.DiscoverySelectors.selectMethod;

import dev.tare.ExecutedTests;
import dev.tare.MeasuredBody;
import dev.tare.Tare;
import dev.tare.internal.agent.SynchronousCompilation;
import dev.tare.internal.agent.jit.OptimizerHold;
import dev.tare.testing.NeedsC2;
import java.util.List;
import java.util.Objects;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.parallel.Isolated;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.opentest4j.AssertionFailedError;

/** Bodies that run once, long enough for C2 to compile them meanwhile. */
@Isolated("switches the optimizing compiler off for all tests")
@NeedsC2
class OnlyCallTests {

  private static @Nullable SynchronousCompilation synchronous;

  @BeforeAll
  static void compileSynchronously() throws Exception {
    synchronous = SynchronousCompilation.of(OnlyCallTestCases.class, Point.class);
  }

  @AfterAll
  static void restoreBackgroundCompilation() throws Exception {
    Objects.requireNonNull(synchronous).close();
  }

  @Test
  void arraysThatFourThreadsPublishAreWithin() throws Exception {
    ExecutedTests tests = run("publishedArrays");

    assertThat(tests.succeeded()).containsExactly("publishedArrays");
    assertThat(bytes(tests, "publishedArrays")).isBetween(1_000L << 20, 1_001L << 20);
  }

  @ParameterizedTest
  @CsvSource({"points, 24000000", "boxes, 16000000", "pointsOfThreads, 96000000"})
  void objectsThatTheJitWouldRemoveAreCounted(String test, long bytes) throws Exception {
    ExecutedTests within = run(test);

    assertThat(within.succeeded()).containsExactly(test);
    assertThat(bytes(within, test)).isBetween(bytes, bytes + 100_000);
  }

  @Test
  void objectsOfTheOnlyCallAreCounted() throws Exception {
    assertThat(run("countedPoints").succeeded()).containsExactly("countedPoints");
    assertThat(run("countedPointsOver").failed()).containsExactly("countedPointsOver");
  }

  @Test
  void onlyCallOfAnAssertionIsJudged() throws Exception {
    dropCompiledCode();
    assertThatCalling(onlyCall()).allocatesAtMost("24.1 MB");

    dropCompiledCode();
    assertThatThrownBy(() -> assertThatCalling(onlyCall()).allocatesAtMost("23999999 B"))
        .isInstanceOf(AssertionFailedError.class);
  }

  private static MeasuredBody onlyCall() {
    return Tare.calling(OnlyCallTestCases::sumOfPoints).withRuns(1).withWarmups(0);
  }

  /** Runs a test after dropping what C2 has compiled, so that the body's is the first. */
  private static ExecutedTests run(String test) {
    dropCompiledCode();
    return ExecutedTests.by("junit-jupiter", List.of(selectMethod(OnlyCallTestCases.class, test)));
  }

  private static void dropCompiledCode() {
    OptimizerHold.open().close();
    assertThat(OptimizerHold.release()).isEmpty();
  }

  private static long bytes(ExecutedTests tests, String test) {
    String value = tests.entries(test).get("tare.allocated-bytes.value");
    return Long.parseLong(Objects.requireNonNull(value).replace(" B", ""));
  }

  record Point(int x, int y, int z) {}

  static class OnlyCallTestCases {

    static final int OBJECTS = 1_000_000;

    private static volatile Object published = "";

    @SuppressWarnings("UnusedVariable") // keeps the JIT from removing the computation
    private static volatile int sink;

    @Test
    @MaxAllocatedBytes(value = "1001 MiB", scope = Scope.ALL_THREADS, runs = 1, warmups = 0)
    void publishedArrays() throws InterruptedException {
      inFourThreads(
          () -> {
            for (int i = 0; i < 250 * 1024; i++) {
              published = new byte[1024 - 16];
            }
          });
    }

    @Test
    @MaxAllocatedBytes(value = "24.1 MB", runs = 1, warmups = 0)
    void points() {
      sumOfPoints();
    }

    @Test
    @MaxAllocatedBytes(value = "16.1 MB", runs = 1, warmups = 0)
    void boxes() {
      sumOfBoxes();
    }

    @Test
    @MaxAllocatedBytes(value = "96100000 B", scope = Scope.ALL_THREADS, runs = 1, warmups = 0)
    void pointsOfThreads() throws InterruptedException {
      inFourThreads(OnlyCallTestCases::sumOfPoints);
    }

    @Test
    @MaxAllocations(value = OBJECTS + 100, type = Point.class, runs = 1, warmups = 0)
    void countedPoints() {
      sumOfPoints();
    }

    @Test
    @MaxAllocations(value = OBJECTS - 1, type = Point.class, runs = 1, warmups = 0)
    void countedPointsOver() {
      sumOfPoints();
    }

    static void sumOfPoints() {
      int sum = 0;
      for (int i = 0; i < OBJECTS; i++) {
        sum += new Point(i, i, i).x();
      }
      sink = sum;
    }

    private static void sumOfBoxes() {
      Integer sum = 0;
      for (int i = 0; i < OBJECTS; i++) {
        sum = i + 1_000;
      }
      sink = sum;
    }

    private static void inFourThreads(Runnable task) throws InterruptedException {
      Thread[] threads = new Thread[4];
      for (int i = 0; i < threads.length; i++) {
        threads[i] = new Thread(task);
        threads[i].start();
      }
      for (Thread thread : threads) {
        thread.join();
      }
    }
  }
}
