package dev.tare.internal.allocation;

import static org.assertj.core.api.Assertions.assertThat;

import dev.tare.testing.WeavesOrWalks;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.parallel.Isolated;

/** The counter includes every thread, and a count that may miss bytes is incomplete. */
@Isolated
@WeavesOrWalks
class ProcessCounterTests {

  @SuppressWarnings("UnusedVariable") // keeps the JIT from removing the allocation
  private static volatile @Nullable Object sink;

  private final AllocationCounter counter = AllocationCounters.process().orElseThrow();

  @Test
  void endedThreadCounts() throws InterruptedException {
    long smallest = Long.MAX_VALUE;
    for (int i = 0; i < 50; i++) {
      Thread thread = new Thread(() -> sink = new byte[100_000]);

      counter.open();
      thread.start();
      thread.join();
      long bytes = counter.close();

      assertThat(counter.complete()).isTrue();
      assertThat(bytes).isGreaterThanOrEqualTo(100_016L);
      smallest = Math.min(smallest, bytes);
    }
    // threads of the JVM count too, but they do not allocate all the time
    assertThat(smallest).isLessThan(120_000L);
  }

  @Test
  void countThatMayBeTooSmallIsIncomplete() throws Throwable {
    Noise.during(
        () -> {
          for (int i = 0; i < 50; i++) {
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
}
