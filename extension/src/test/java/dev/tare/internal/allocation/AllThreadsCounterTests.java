package dev.tare.internal.allocation;

import static org.assertj.core.api.Assertions.assertThat;

import com.sun.management.ThreadMXBean;
import dev.tare.testing.WeavesOrWalks;
import java.util.concurrent.CountDownLatch;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.parallel.Isolated;

/** The counter includes every thread, and a count that misses bytes is incomplete. */
@Isolated
@WeavesOrWalks
class AllThreadsCounterTests {

  private static final int CALLS = 50;

  @SuppressWarnings("UnusedVariable") // keeps the JIT from removing the allocation
  private static volatile @Nullable Object sink;

  private final AllocationCounter counter = AllocationCounters.allThreads().orElseThrow();

  @Test
  void callingThreadIsExact() {
    long smallest = Long.MAX_VALUE;
    for (int i = 0; i < CALLS; i++) {
      counter.open();
      sink = new byte[1000];
      smallest = Math.min(smallest, counter.close());

      assertThat(counter.complete()).isTrue();
    }

    // threads of the JVM count too, but they do not allocate all the time
    assertThat(smallest).isEqualTo(1016);
  }

  @Test
  void endedThreadCounts() throws InterruptedException {
    long smallest = Long.MAX_VALUE;
    for (int i = 0; i < CALLS; i++) {
      Thread thread = new Thread(() -> sink = new byte[100_000]);

      counter.open();
      thread.start();
      thread.join();
      long bytes = counter.close();

      assertThat(counter.complete()).isTrue();
      assertThat(bytes).isGreaterThanOrEqualTo(100_016L);
      smallest = Math.min(smallest, bytes);
    }
    assertThat(smallest).isLessThan(120_000L);
  }

  @Test
  void olderThreadThatEndsCounts() throws InterruptedException {
    long smallest = Long.MAX_VALUE;
    for (int i = 0; i < CALLS; i++) {
      Worker worker = new Worker();
      worker.start();
      worker.begun.await();

      counter.open();
      worker.go.countDown();
      worker.join();
      long bytes = counter.close();

      assertThat(counter.complete()).isTrue();
      assertThat(bytes).isGreaterThanOrEqualTo(worker.growth);
      smallest = Math.min(smallest, bytes);
    }
    assertThat(smallest).isLessThan(120_000L);
  }

  @Test
  void countThatMissesBytesIsIncomplete() throws Throwable {
    Noise.during(
        () -> {
          for (int i = 0; i < CALLS; i++) {
            Thread thread = new Thread(() -> sink = new byte[100_000]);

            counter.open();
            sink = new byte[100_000];
            thread.start();
            thread.join();
            long bytes = counter.close();

            assertThat(bytes).isGreaterThanOrEqualTo(100_016);
            assertThat(bytes < 200_032 && counter.complete()).isFalse();
          }
        });
  }

  /** Allocates and ends when it may, and stores by how much its own counter has grown. */
  private static final class Worker extends Thread {

    private static final ThreadMXBean BEAN = AllocationCounters.bean().orElseThrow();

    final CountDownLatch begun = new CountDownLatch(1);
    final CountDownLatch go = new CountDownLatch(1);
    volatile long growth;

    @Override
    public void run() {
      begun.countDown();
      try {
        go.await();
      } catch (InterruptedException e) {
        throw new IllegalStateException(e);
      }
      long before = BEAN.getCurrentThreadAllocatedBytes();
      sink = new byte[100_000];
      growth = BEAN.getCurrentThreadAllocatedBytes() - before;
    }
  }
}
