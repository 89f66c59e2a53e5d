package dev.tare.internal.agent.record;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.tare.testing.WeavesOrWalks;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.FutureTask;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.TimeoutException;
import java.util.concurrent.locks.Lock;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.parallel.Isolated;

@Isolated("no other test may weave or judge")
@WeavesOrWalks
class WeavingLockTests {

  private static final long LIMIT = TimeUnit.MILLISECONDS.toNanos(20);

  @Test
  void blockedWeaverIsNotAwaited() {
    Lock weaving = WeavingLock.weaving().orElseThrow();
    try {
      FutureTask<Lock> judged = start();

      // while it waits for the other thread, this one is blocked
      assertThatThrownBy(judged::get)
          .isInstanceOf(ExecutionException.class)
          .hasRootCauseInstanceOf(IllegalStateException.class)
          .hasStackTraceContaining(
              "thread \"" + Thread.currentThread().getName() + "\" is measuring")
          .hasStackTraceContaining("in a thread that a measured body waits for");
    } finally {
      weaving.unlock();
    }
  }

  @Test
  void runningWeaverIsAwaited() throws Exception {
    Lock weaving = WeavingLock.weaving().orElseThrow();
    FutureTask<Lock> judged = start();
    long start = System.nanoTime();
    while (System.nanoTime() - start < 3 * LIMIT) {
      Thread.onSpinWait();
    }
    weaving.unlock();

    assertThat(judged.get()).isNotNull();
  }

  @Test
  void weaverWithATimeLimitIsAwaited() throws Exception {
    Lock weaving = WeavingLock.weaving().orElseThrow();
    FutureTask<Lock> judged = start();

    // this wait ends by itself, so the other thread does not give up
    assertThatThrownBy(() -> judged.get(3 * LIMIT, TimeUnit.NANOSECONDS))
        .isInstanceOf(TimeoutException.class);
    weaving.unlock();

    assertThat(judged.get()).isNotNull();
  }

  @Test
  void interruptedThreadWaitsAndStaysInterrupted() {
    Thread.currentThread().interrupt();

    WeavingLock.judging().unlock();

    assertThat(Thread.interrupted()).isTrue();
  }

  private static FutureTask<Lock> start() {
    FutureTask<Lock> judged =
        new FutureTask<>(
            () -> {
              Lock lock = WeavingLock.judging(LIMIT);
              lock.unlock();
              return lock;
            });
    new Thread(judged).start();
    return judged;
  }
}
