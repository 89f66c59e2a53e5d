package dev.tare.benchmark;

import static dev.tare.CpuWork.work;
import static org.assertj.core.api.Assertions.assertThat;

import dev.tare.ExecutedTests;
import dev.tare.internal.profile.CallProfile;
import dev.tare.testing.NeedsC2;
import java.util.Locale;
import java.util.Random;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.TestInstance;
import org.junit.jupiter.api.TestInstance.Lifecycle;
import org.junit.jupiter.api.parallel.Isolated;

@Isolated("weaves the classes of all tests")
@TestInstance(Lifecycle.PER_CLASS)
@NeedsC2
class CallsTests {

  private static final Pattern ROW =
      Pattern.compile(" ([\\d,]+)  CallsTests\\.\\w+TestCases\\.(\\w+)\\(\\) +CallsTests\\.java:");

  private final ExecutedTests tests =
      ExecutedTests.withVerdicts("tare", CountedTestCases.class, BenchmarkedTests.QUICKLY);

  private String failure(String test) {
    return String.valueOf(tests.failure(test).getMessage());
  }

  private static long calls(String message, String method) {
    Matcher row = ROW.matcher(message);
    while (row.find()) {
      if (row.group(2).equals(method)) {
        return Long.parseLong(row.group(1).replace(",", ""));
      }
    }
    throw new AssertionError("no row of " + method + " in\n" + message);
  }

  /** The attribute counts calls though the suite makes no breakdowns. */
  @Test
  void exceededLimitShowsTheCalls() {
    String message = failure("exceeded");

    long times = calls(message, "exceeded");
    assertThat(calls(message, "branch")).isEqualTo(4 * times);
    assertThat(calls(message, "leaf")).isEqualTo(5 * times);
    assertThat(message)
        .contains(String.format(Locale.ROOT, "each call in %,d of the test is counted", times))
        .contains("shares, not times: hooks keep ", " B a call");
    assertThat(tests.verdict("exceeded"))
        .containsPattern(
            "path with [\\d.]+ % in [\\d,]+ calls: CallsTests\\.CountedTestCases\\.exc");
  }

  @Test
  void callsOfPreparationsAreLeftOut() {
    String message =
        String.valueOf(
            ExecutedTests.tare(PreparedTestCases.class, BenchmarkedTests.QUICKLY)
                .failure("sorts")
                .getMessage());

    assertThat(calls(message, "inserts")).isEqualTo(1_999 * calls(message, "sorts"));
    assertThat(message)
        .contains("; 0 B a call")
        .doesNotContain("prepares()")
        .doesNotContain("work()")
        .doesNotContain("calls are not counted");
  }

  @Test
  void callsOfOtherThreadsAreCountedInANote() {
    String message =
        String.valueOf(
            ExecutedTests.tare(PooledTestCases.class, BenchmarkedTests.QUICKLY)
                .failure("delegates")
                .getMessage());

    long times = calls(message, "delegates");
    assertThat(message)
        .containsPattern(
            "other threads made [\\d,]+ calls at the same time, whose times are unknown")
        .containsIgnoringWhitespaces(
            String.format(Locale.ROOT, "%,d x CallsTests.PooledTestCases.elsewhere()", 2 * times),
            String.format(Locale.ROOT, "%,d x CallsTests.PooledTestCases.twice()", times))
        // not as a row, which would show a line
        .doesNotContain("PooledTestCases.twice()  ");
  }

  @Test
  void callsAreNotCountedByDefault() {
    assertThat(failure("sampled"))
        .contains("exceeds 1 ns")
        .doesNotContain("hooks keep")
        .doesNotContain("profile")
        .doesNotContainPattern("(?m)^ +share ");
  }

  @Test
  void exceptionOfTheCountedCallsIsReported() {
    assertThat(failure("throwsLater"))
        .contains("exceeds 1 ns", "calls are not counted: the calls that should be counted threw ")
        .contains("IllegalStateException: on purpose");
  }

  static class PooledTestCases {

    private final ExecutorService pool = Executors.newSingleThreadExecutor();

    private volatile long sum;

    @AfterEach
    void shutDown() {
      pool.shutdown();
    }

    @Benchmarked(max = "1 ns", profile = ProfileKind.CALLS)
    long delegates() throws Exception {
      return pool.submit(this::twice).get();
    }

    private long twice() {
      return elsewhere() + elsewhere();
    }

    private long elsewhere() {
      sum = work(100);
      return sum;
    }
  }

  static class PreparedTestCases {

    private final int[] shuffled = new Random(1).ints(2_000).toArray();
    private int[] input = {};

    /** Takes longer than to sort, and calls more. */
    @BeforeCall
    void prepares() {
      work(1_000_000);
      input = shuffled.clone();
    }

    @Benchmarked(max = "1 ns", profile = ProfileKind.CALLS)
    int sorts() {
      for (int i = 1; i < input.length; i++) {
        inserts(i);
      }
      return input[0];
    }

    private void inserts(int at) {
      int inserted = input[at];
      int to = at;
      while (to > 0 && input[to - 1] > inserted) {
        input[to] = input[to - 1];
        to--;
      }
      input[to] = inserted;
    }
  }

  static class CountedTestCases {

    private static final String COUNTING = CallProfile.class.getName();

    static byte[] kept = {};

    @Benchmarked(max = "1 ns", profile = ProfileKind.CALLS)
    long exceeded() {
      return branch(3) + leaf().length;
    }

    private long branch(int depth) {
      return depth == 0 ? leaf().length : branch(depth - 1) + leaf().length;
    }

    private byte[] leaf() {
      // the JIT cannot remove work whose result is stored in a field
      kept = new byte[16]; // few, so that no collection disturbs the second run
      return kept;
    }

    @Benchmarked(max = "1 ns")
    long sampled() {
      return work(100);
    }

    @Benchmarked(max = "1 ns", profile = ProfileKind.CALLS)
    long throwsLater() {
      boolean counted =
          StackWalker.getInstance()
              .walk(frames -> frames.anyMatch(frame -> frame.getClassName().equals(COUNTING)));
      if (counted) {
        throw new IllegalStateException("on purpose");
      }
      return work(100);
    }
  }
}
