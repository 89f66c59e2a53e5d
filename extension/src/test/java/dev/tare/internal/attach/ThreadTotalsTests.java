package dev.tare.internal.attach;

import static org.assertj.core.api.Assertions.assertThat;

import dev.tare.internal.agent.record.ThreadTree;
import dev.tare.model.Breakdown.Row;
import dev.tare.testing.WeavesOrWalks;
import java.util.List;
import java.util.concurrent.CountDownLatch;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.parallel.Isolated;

@Isolated("the total is that of all threads")
@WeavesOrWalks
class ThreadTotalsTests {

  private static final String NAME = "ThreadTotalsTests-worker";

  static volatile @Nullable Object kept;

  private final ThreadTotals totals = ThreadTotals.start();

  @Test
  void threadsOfOneNameAreSummed() throws Exception {
    CountDownLatch end = new CountDownLatch(1);
    List<Thread> workers = List.of(work(end), work(end));
    totals.stop();
    end.countDown();
    join(workers);

    assertBytes(rows(List.of()), NAME, 2, 2_000_032, 2_100_000);
  }

  @Test
  void endedThreadsThatWereRecordedHaveTheBytesOfTheirLastHook() throws Exception {
    Thread worker = work(new CountDownLatch(0));
    join(List.of(worker));
    totals.stop();

    assertBytes(rows(List.of(recorded(worker, 0, 1_500_000))), NAME, 1, 1_500_000, 1_500_000);
  }

  @Test
  void bytesOfThreadsThatEndedUnseenAreARow() throws Exception {
    join(List.of(work(new CountDownLatch(0))));
    totals.stop();

    List<Row> rows = rows(List.of());
    assertThat(rows).extracting(Row::type).doesNotContain(NAME);
    // less by the thread buffers that the JVM may have counted twice at the start
    assertBytes(rows, "threads that ended", 1, 100_000, 1_500_000);
  }

  @Test
  void bytesBeforeTheStartDoNotCount() throws Exception {
    CountDownLatch end = new CountDownLatch(1);
    Thread worker = work(end);
    ThreadTotals later = ThreadTotals.start();
    later.stop();
    end.countDown();
    join(List.of(worker));

    assertThat(later.breakdown(List.of()).rows())
        .noneMatch(row -> row.type().equals(NAME) && row.amount().amount() >= 1_000_000);
  }

  /** Threads may run hooks before the counters are read at the start, and after that at the end. */
  @Test
  void firstAndLastHookExtendTheTime() throws Exception {
    CountDownLatch end = new CountDownLatch(1);
    Thread worker = work(end);
    ThreadTotals later = ThreadTotals.start();
    later.stop();
    end.countDown();
    join(List.of(worker));

    List<ThreadTree> recorded = List.of(recorded(worker, 500_000, 3_500_000));
    assertBytes(later.breakdown(recorded).rows(), NAME, 1, 3_000_000, 3_000_000);
  }

  private List<Row> rows(List<ThreadTree> recorded) {
    return totals.breakdown(recorded).rows();
  }

  private static ThreadTree recorded(Thread thread, long first, long last) {
    return new ThreadTree(thread.getName(), 1, List.of(), thread, first, last, 0, 0);
  }

  private static void assertBytes(List<Row> rows, String type, long count, double min, double max) {
    assertThat(rows)
        .filteredOn(row -> row.type().equals(type))
        .singleElement()
        .satisfies(
            row -> {
              assertThat(row.count()).isEqualTo(count);
              assertThat(row.amount().amount()).isBetween(min, max);
            });
  }

  private static void join(List<Thread> threads) throws InterruptedException {
    for (Thread thread : threads) {
      thread.join();
    }
  }

  /** Returns a thread that has allocated a megabyte and waits for the latch. */
  private static Thread work(CountDownLatch end) throws InterruptedException {
    CountDownLatch worked = new CountDownLatch(1);
    Thread thread =
        new Thread(
            () -> {
              kept = new byte[1_000_000];
              worked.countDown();
              await(end);
            },
            NAME);
    thread.start();
    worked.await();
    return thread;
  }

  private static void await(CountDownLatch end) {
    try {
      end.await();
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
    }
  }
}
