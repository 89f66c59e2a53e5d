package dev.tare.internal.allocation;

import static org.assertj.core.api.Assertions.assertThat;

import com.sun.management.ThreadMXBean;
import dev.tare.testing.WeavesOrWalks;
import java.lang.management.ManagementFactory;
import java.util.concurrent.CountDownLatch;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.parallel.Isolated;

/**
 * The counter is exact if other threads are idle. If they are not, a count that may be too small is
 * reported as incomplete.
 */
@Isolated
@WeavesOrWalks
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

    assertThat(bytes - counter.uncertainBytes()).isEqualTo(1016);
  }

  @Test
  void endedThreadsCountCompletely() throws InterruptedException {
    for (int i = 0; i < 50; i++) {
      Worker worker = new Worker(new CountDownLatch(0));

      counter.open();
      worker.start();
      worker.join();
      long bytes = counter.close();

      assertThat(bytes).isGreaterThanOrEqualTo(worker.ownBytes);
      assertThat(bytes).isLessThan(worker.ownBytes + 10_000);
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
            assertThat(bytes).isGreaterThanOrEqualTo(10_016 + worker.ownBytes);
            assertThat(bytes - counter.uncertainBytes()).isBetween(10_016 + worker.ownBytes, bytes);
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
            assertThat(bytes - counter.uncertainBytes()).isBetween(10_016L, bytes);
            assertThat(bytes < 10_016 + worker.ownBytes && counter.complete()).isFalse();
          }
        });
  }

  /** Allocates, publishes the value of its own counter, and lives until it may end. */
  private static final class Worker extends Thread {

    final CountDownLatch counted = new CountDownLatch(1);
    private final CountDownLatch end;
    volatile long ownBytes;

    Worker(CountDownLatch end) {
      this.end = end;
    }

    @Override
    public void run() {
      sink = new byte[10_000];
      ownBytes = BEAN.getCurrentThreadAllocatedBytes();
      counted.countDown();
      try {
        end.await();
      } catch (InterruptedException e) {
        throw new IllegalStateException(e);
      }
    }
  }
}
