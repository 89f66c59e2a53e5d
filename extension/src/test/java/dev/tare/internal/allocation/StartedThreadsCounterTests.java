package dev.tare.internal.allocation;

import static org.assertj.core.api.Assertions.assertThat;

import com.sun.management.ThreadMXBean;
import java.lang.management.ManagementFactory;
import java.util.concurrent.CountDownLatch;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.parallel.Isolated;

/** The counter is exact where other threads rest, and never too small and silent where not. */
@Isolated
class StartedThreadsCounterTests {

  private static final ThreadMXBean BEAN = (ThreadMXBean) ManagementFactory.getThreadMXBean();

  @SuppressWarnings("UnusedVariable") // keeps the JIT from removing the allocation
  private static volatile @Nullable Object sink;

  private final AllocationCounter counter = AllocationCounters.startedThreads().orElseThrow();

  @Test
  void callingThreadIsExact() {
    counter.open();
    sink = new byte[1000];
    long bytes = counter.close();

    assertThat(bytes - counter.uncertain()).isEqualTo(1016);
  }

  @Test
  void endedThreadsCountCompletely() throws InterruptedException {
    for (int i = 0; i < 50; i++) {
      Worker worker = new Worker(new CountDownLatch(0));

      counter.open();
      worker.start();
      worker.join();
      long bytes = counter.close();

      assertThat(bytes).isGreaterThanOrEqualTo(worker.own);
      assertThat(bytes).isLessThan(worker.own + 10_000);
      assertThat(counter.complete()).isTrue();
    }
  }

  @Test
  void liveThreadsAreExactWhileOthersAllocate() throws Throwable {
    Noise.during(
        () -> {
          for (int i = 0; i < 100; i++) {
            CountDownLatch read = new CountDownLatch(1);
            Worker worker = new Worker(read);

            counter.open();
            sink = new byte[10_000];
            worker.start();
            worker.counted.await();
            long bytes = counter.close();

            read.countDown();
            worker.join();
            assertThat(bytes).isGreaterThanOrEqualTo(10_016 + worker.own);
            assertThat(bytes - counter.uncertain()).isBetween(10_016 + worker.own, bytes);
            assertThat(counter.complete()).isTrue();
          }
          assertThat(counter.caveat()).contains("threads that were alive before allocated too");
        });
  }

  @Test
  void countIsIncompleteIfThreadsEndWhileOthersAllocate() throws Throwable {
    Noise.during(
        () -> {
          for (int i = 0; i < 50; i++) {
            Worker worker = new Worker(new CountDownLatch(0));

            counter.open();
            sink = new byte[10_000];
            worker.start();
            worker.join();
            long bytes = counter.close();

            assertThat(bytes).isGreaterThanOrEqualTo(10_016);
            assertThat(bytes - counter.uncertain()).isBetween(10_016L, bytes);
            assertThat(bytes < 10_016 + worker.own && counter.complete()).isFalse();
          }
        });
  }

  /** Allocates, says how much by its own counter, and lives until it may end. */
  private static final class Worker extends Thread {

    final CountDownLatch counted = new CountDownLatch(1);
    private final CountDownLatch end;
    volatile long own;

    Worker(CountDownLatch end) {
      this.end = end;
    }

    @Override
    public void run() {
      sink = new byte[10_000];
      own = BEAN.getCurrentThreadAllocatedBytes();
      counted.countDown();
      try {
        end.await();
      } catch (InterruptedException e) {
        throw new IllegalStateException(e);
      }
    }
  }
}
