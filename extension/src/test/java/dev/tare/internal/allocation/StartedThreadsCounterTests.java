package dev.tare.internal.allocation;

import static org.assertj.core.api.Assertions.assertThat;

import com.sun.management.ThreadMXBean;
import java.lang.management.ManagementFactory;
import java.util.concurrent.atomic.AtomicBoolean;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.parallel.Isolated;

/** The counter is exact where other threads rest, and never too small where they do not. */
@Isolated
class StartedThreadsCounterTests {

  @SuppressWarnings("UnusedVariable") // keeps the JIT from removing the allocation
  private static volatile @Nullable Object sink;

  private final AllocationCounter counter = AllocationCounters.startedThreads().orElseThrow();

  @Test
  void countsTheOwnThreadToTheByte() {
    counter.open();
    sink = new byte[1000];
    long bytes = counter.close();

    assertThat(bytes - counter.uncertain()).isEqualTo(1016);
  }

  @Test
  void countsWhatEndedThreadsAllocatedByTheirOwnAccount() throws InterruptedException {
    ThreadMXBean bean = (ThreadMXBean) ManagementFactory.getThreadMXBean();
    long[] own = new long[1];
    Runnable work =
        () -> {
          sink = new byte[2_000_000];
          own[0] = bean.getCurrentThreadAllocatedBytes();
        };

    counter.open();
    Thread thread = new Thread(work);
    thread.start();
    thread.join();
    long bytes = counter.close();

    assertThat(bytes).isGreaterThanOrEqualTo(own[0]);
    assertThat(bytes - counter.uncertain()).isLessThan(own[0] + 10_000);
  }

  @Test
  void isNeverTooSmallWhileOthersAllocateAndSaysWhatIsCertain() throws InterruptedException {
    AtomicBoolean stop = new AtomicBoolean();
    Thread[] noise = new Thread[2];
    for (int i = 0; i < noise.length; i++) {
      noise[i] = new Thread(() -> allocateUntil(stop));
      noise[i].start();
    }
    try {
      boolean wasUncertain = false;
      for (int i = 0; i < 2_000; i++) {
        counter.open();
        sink = new byte[10_000];
        long bytes = counter.close();
        assertThat(bytes).isGreaterThanOrEqualTo(10_016);
        wasUncertain |= counter.uncertain() > 0;
        assertThat(bytes - counter.uncertain()).isBetween(10_016L, bytes);
      }
      assertThat(counter.caveat().isEmpty()).isEqualTo(!wasUncertain);
    } finally {
      stop.set(true);
      for (Thread thread : noise) {
        thread.join();
      }
    }
  }

  private static void allocateUntil(AtomicBoolean stop) {
    while (!stop.get()) {
      sink = new byte[64];
    }
  }
}
