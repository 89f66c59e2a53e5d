package dev.tare.internal.agent.record;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.tare.testing.WeavesOrWalks;
import java.time.Duration;
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

  @Test
  void weaverIsNotAwaitedForever() {
    Lock weaving = WeavingLock.weaving().orElseThrow();
    try {
      FutureTask<Lock> judged = start(Duration.ofMillis(20));

      assertThatThrownBy(judged::get)
          .isInstanceOf(ExecutionException.class)
          .hasRootCauseInstanceOf(IllegalStateException.class)
          .hasStackTraceContaining("another thread has been measuring")
          .hasStackTraceContaining("in a thread that a measured body waits for");
    } finally {
      weaving.unlock();
    }
  }

  @Test
  void weaverIsAwaited() throws Exception {
    Lock weaving = WeavingLock.weaving().orElseThrow();
    FutureTask<Lock> judged = start(Duration.ofMinutes(1));
    assertThatThrownBy(() -> judged.get(20, TimeUnit.MILLISECONDS))
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

  private static FutureTask<Lock> start(Duration limit) {
    FutureTask<Lock> judged =
        new FutureTask<>(
            () -> {
              Lock lock = WeavingLock.judging(limit.toNanos());
              lock.unlock();
              return lock;
            });
    new Thread(judged).start();
    return judged;
  }
}
