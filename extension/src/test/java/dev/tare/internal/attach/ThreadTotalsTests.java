package dev.tare.internal.attach;

import static org.assertj.core.api.Assertions.assertThat;

import dev.tare.model.Breakdown.Row;
import dev.tare.testing.WeavesOrWalks;
import java.util.List;
import java.util.concurrent.CountDownLatch;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Test;

@WeavesOrWalks
class ThreadTotalsTests {

  private static final String NAME = "ThreadTotalsTests-worker";

  static volatile @Nullable Object kept;

  private final ThreadTotals totals = ThreadTotals.start().orElseThrow();

  @Test
  void endedThreadsOfOneNameAreSummed() throws Exception {
    workSampled();
    workSampled();
    totals.sample();

    assertThat(rows(0))
        .filteredOn(row -> row.type().equals(NAME))
        .singleElement()
        .satisfies(
            row -> {
              assertThat(row.count()).isEqualTo(2);
              assertThat(row.amount().amount()).isBetween(2_000_032.0, 2_100_000.0);
            });
  }

  @Test
  void bytesOfUnsampledThreadsAreARow() throws Exception {
    work(new CountDownLatch(0)).join();
    totals.sample();

    assertThat(rows(0)).extracting(Row::type).doesNotContain(NAME);
    assertThat(rows(1L << 40))
        .first()
        .extracting(Row::type)
        .isEqualTo("threads that ended between two samples, and the JVM's own");
  }

  @Test
  void bytesBeforeTheStartDoNotCount() throws Exception {
    CountDownLatch end = new CountDownLatch(1);
    Thread worker = work(end);
    ThreadTotals later = ThreadTotals.start().orElseThrow();
    later.sample();

    assertThat(later.breakdown(0).rows())
        .noneMatch(row -> row.type().equals(NAME) && row.amount().amount() >= 1_000_000);
    end.countDown();
    worker.join();
  }

  private List<Row> rows(long total) {
    return totals.breakdown(total).rows();
  }

  private void workSampled() throws InterruptedException {
    CountDownLatch end = new CountDownLatch(1);
    Thread worker = work(end);
    totals.sample();
    end.countDown();
    worker.join();
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
