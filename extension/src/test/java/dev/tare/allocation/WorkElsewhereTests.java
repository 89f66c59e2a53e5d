package dev.tare.allocation;

import static org.assertj.core.api.Assertions.assertThat;

import dev.tare.Body;
import dev.tare.Judged;
import dev.tare.Tare;
import dev.tare.model.Remark;
import dev.tare.testing.WeavesOrWalks;
import java.util.List;
import java.util.Map;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.ForkJoinPool;
import java.util.regex.Pattern;
import java.util.stream.IntStream;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.parallel.Isolated;

/** Bodies that let other threads allocate what the limit of the test's thread does not count. */
@WeavesOrWalks
@Isolated("counts the bytes of all threads")
class WorkElsewhereTests {

  private static final Pattern REMARK =
      Pattern.compile(
          "other threads allocated [\\d.]+ [KM]iB \\([\\d,]+ B\\) a call meanwhile, which"
              + " withScope\\(Scope\\.ALL_THREADS\\) counts");

  private static final ExecutorService POOL = Executors.newSingleThreadExecutor();
  private static volatile Object sink = "";

  @AfterAll
  static void endPool() {
    POOL.shutdown();
  }

  private static byte[] large() {
    return new byte[1_000_000];
  }

  private static Judged judge(String limit, Scope scope, Body.OfVoid body) {
    Map<String, Object> attributes = Map.of("value", limit, "scope", scope);
    return Judged.by(MaxAllocatedBytes.class, attributes, Tare.calling(body));
  }

  private static void assertNamed(String limit, Body.OfVoid body) {
    assertThat(judge(limit, Scope.TEST_THREAD, body).within().distortions())
        .filteredOn(Remark::id, Remark.WORK_ELSEWHERE)
        .singleElement()
        .satisfies(remark -> assertThat(remark.text()).matches(REMARK));
  }

  private static void assertNotNamed(String limit, Scope scope, Body.OfVoid body) {
    assertThat(judge(limit, scope, body).within().distortions())
        .extracting(Remark::id)
        .doesNotContain(Remark.WORK_ELSEWHERE);
  }

  @Test
  void messageNamesMoreBytesOfOtherThreadsThanTheLimitLeaves() {
    assertNamed("1 KiB", () -> sink = POOL.submit(WorkElsewhereTests::large).get());
    assertNamed(
        "1 KiB",
        () -> sink = CompletableFuture.supplyAsync(WorkElsewhereTests::large, POOL).join());
    assertNamed(
        "1 KiB",
        () ->
            sink =
                POOL.invokeAll(List.of(WorkElsewhereTests::large, WorkElsewhereTests::large))
                    .get(1));
    assertNamed(
        "1 KiB", () -> sink = ForkJoinPool.commonPool().submit(WorkElsewhereTests::large).join());
    assertNamed(
        "2 KiB",
        () -> {
          Thread thread = new Thread(() -> sink = large());
          thread.start();
          thread.join();
        });
  }

  @Test
  void nothingIsSaidOfOtherBodies() {
    assertNotNamed(
        "1 MiB", Scope.TEST_THREAD, () -> sink = POOL.submit(() -> new byte[1_000]).get());
    assertNotNamed("2 MiB", Scope.ALL_THREADS, () -> sink = POOL.submit(() -> large()).get());
    assertNotNamed("1001 KB", Scope.TEST_THREAD, () -> sink = large());
    assertNotNamed(
        "1 GiB",
        Scope.TEST_THREAD,
        () -> sink = IntStream.range(0, 10_000).parallel().boxed().toList());
  }

  @Test
  void exceededLimitNamesThemIfTheyAloneWouldExceedIt() {
    Body.OfVoid much =
        () -> sink = List.of(new byte[2_000], POOL.submit(WorkElsewhereTests::large).get());
    Body.OfVoid little =
        () -> sink = List.of(new byte[2_000], POOL.submit(() -> new byte[100]).get());

    assertThat(judge("1 KiB", Scope.TEST_THREAD, much).exceeded())
        .containsPattern("Allocated bytes of .* exceed 1 KiB")
        .containsPattern(REMARK);
    assertThat(judge("1 KiB", Scope.TEST_THREAD, little).exceeded())
        .doesNotContain("other threads allocated");
  }
}
