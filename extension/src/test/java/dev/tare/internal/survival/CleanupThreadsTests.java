package dev.tare.internal.survival;

import static org.assertj.core.api.Assertions.assertThat;

import dev.tare.internal.survival.FullCollection.CleanupThreads;
import dev.tare.testing.WeavesOrWalks;
import java.lang.management.ManagementFactory;
import java.lang.management.ThreadMXBean;
import java.lang.ref.Cleaner;
import java.util.concurrent.CountDownLatch;
import org.junit.jupiter.api.Test;

@WeavesOrWalks
class CleanupThreadsTests {

  private static final long WORK_NANOS = 20_000_000;

  /** Static, because the thread of an unreachable cleaner ends, and its time is lost. */
  private static final Cleaner CLEANER = Cleaner.create();

  private final ThreadMXBean bean = ManagementFactory.getThreadMXBean();

  @Test
  void waitEndsAfterCleanersThatAreRunning() throws InterruptedException {
    CountDownLatch began = new CountDownLatch(1);
    CountDownLatch worked = new CountDownLatch(1);
    CLEANER.register(
        new Object(),
        () -> {
          began.countDown();
          work(worked);
        });
    System.gc();
    began.await();

    CleanupThreads.awaitIdle();

    assertThat(worked.getCount()).isZero();
  }

  private void work(CountDownLatch worked) {
    long from = bean.getCurrentThreadCpuTime();
    while (bean.getCurrentThreadCpuTime() - from < WORK_NANOS) {
      Thread.onSpinWait();
    }
    worked.countDown();
  }
}
