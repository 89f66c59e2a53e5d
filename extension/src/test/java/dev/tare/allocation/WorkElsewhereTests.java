package dev.tare.allocation;

import static org.assertj.core.api.Assertions.assertThat;

import dev.tare.ExecutedTests;
import dev.tare.testing.WeavesOrWalks;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.stream.IntStream;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.TestInstance;
import org.junit.jupiter.api.TestInstance.Lifecycle;
import org.junit.jupiter.api.parallel.Isolated;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** Bodies that let other threads allocate what the limit of the test's thread does not count. */
@WeavesOrWalks
@Isolated("counts the bytes of all threads")
@TestInstance(Lifecycle.PER_CLASS) // the test cases run once for all
class WorkElsewhereTests {

  private static final String REMARK =
      "other threads allocated [\\d.]+ [KM]iB \\([\\d,]+ B\\) a call meanwhile, which scope ="
          + " Scope\\.ALL_THREADS counts";

  private final ExecutedTests tests =
      ExecutedTests.withVerdicts("junit-jupiter", ElsewhereTestCases.class);

  @ParameterizedTest
  @ValueSource(strings = {"submits", "supplies", "startsThread"})
  void messageNamesMoreBytesOfOtherThreadsThanTheLimitLeaves(String test) {
    assertThat(tests.succeeded()).contains(test);
    assertThat(tests.verdict(test)).contains("\"work-elsewhere\"").containsPattern(REMARK);
  }

  @ParameterizedTest
  @ValueSource(strings = {"submitsLittle", "countsThem", "worksItself", "unlimited"})
  void nothingIsSaidOfOtherBodies(String test) {
    assertThat(tests.succeeded()).contains(test);
    assertThat(tests.verdict(test)).doesNotContain("work-elsewhere");
  }

  @Test
  void exceededLimitNamesThemIfTheyAloneWouldExceedIt() {
    assertThat(tests.failure("exceedsAndSubmits"))
        .message()
        .containsPattern("Allocated bytes of .* exceed 1 KiB")
        .containsPattern(REMARK);
    assertThat(tests.failure("exceedsAndSubmitsLittle"))
        .message()
        .doesNotContain("other threads allocated");
  }

  static class ElsewhereTestCases {

    private static final ExecutorService POOL = Executors.newSingleThreadExecutor();
    private static volatile Object sink = "";

    @AfterAll
    static void endPool() {
      POOL.shutdown();
    }

    private static byte[] large() {
      return new byte[1_000_000];
    }

    @Test
    @MaxAllocatedBytes("1 KiB")
    void submits() throws Exception {
      sink = POOL.submit(ElsewhereTestCases::large).get();
    }

    @Test
    @MaxAllocatedBytes("1 KiB")
    void supplies() {
      sink = CompletableFuture.supplyAsync(ElsewhereTestCases::large, POOL).join();
    }

    @Test
    @MaxAllocatedBytes("2 KiB")
    void startsThread() throws Exception {
      Thread thread = new Thread(() -> sink = large());
      thread.start();
      thread.join();
    }

    @Test
    @MaxAllocatedBytes("1 MiB")
    void submitsLittle() throws Exception {
      sink = POOL.submit(() -> new byte[1_000]).get();
    }

    @Test
    @MaxAllocatedBytes(value = "2 MiB", scope = Scope.ALL_THREADS)
    void countsThem() throws Exception {
      sink = POOL.submit(ElsewhereTestCases::large).get();
    }

    @Test
    @MaxAllocatedBytes("1001 KB")
    void worksItself() {
      sink = large();
    }

    @Test
    @MaxAllocatedBytes("1 GiB")
    void unlimited() {
      sink = IntStream.range(0, 10_000).parallel().boxed().toList();
    }

    @Test
    @MaxAllocatedBytes("1 KiB")
    void exceedsAndSubmits() throws Exception {
      sink = List.of(new byte[2_000], POOL.submit(ElsewhereTestCases::large).get());
    }

    @Test
    @MaxAllocatedBytes("4 KiB")
    void exceedsAndSubmitsLittle() throws Exception {
      sink = List.of(new byte[5_000], POOL.submit(() -> new byte[2_000]).get());
    }
  }
}
