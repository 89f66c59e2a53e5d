package dev.tare.internal.timing.clock;

import static org.assertj.core.api.Assertions.assertThat;

import java.lang.management.ManagementFactory;
import java.lang.management.ThreadMXBean;
import java.lang.ref.Cleaner;
import java.util.concurrent.CountDownLatch;
import org.junit.jupiter.api.Test;

class CleanupThreadsTests {

  private static final long WORK_NANOS = 20_000_000;

  /** Kept, since the thread of an unreachable cleaner ends. */
  private final Cleaner cleaner = Cleaner.create();

  private final ThreadMXBean bean = ManagementFactory.getThreadMXBean();

  @Test
  void timeOfACleanersThreadCounts() throws InterruptedException {
    CountDownLatch worked = new CountDownLatch(1);
    registerUnreachable(worked);
    long before = CleanupThreads.cpuNanos(bean);

    System.gc();
    worked.await();

    assertThat(CleanupThreads.cpuNanos(bean) - before).isGreaterThanOrEqualTo(WORK_NANOS);
  }

  /** Registers an object that is unreachable afterwards, whose cleaner works for a while. */
  private void registerUnreachable(CountDownLatch worked) {
    cleaner.register(
        new Object(),
        () -> {
          long from = bean.getCurrentThreadCpuTime();
          while (bean.getCurrentThreadCpuTime() - from < WORK_NANOS) {
            Thread.onSpinWait();
          }
          worked.countDown();
        });
  }
}
