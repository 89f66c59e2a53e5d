package dev.tare.internal.allocation;

import java.util.concurrent.CountDownLatch;
import org.assertj.core.api.ThrowableAssert.ThrowingCallable;
import org.jspecify.annotations.Nullable;

/** Two threads that allocate without a pause. */
final class Noise {

  @SuppressWarnings("UnusedVariable") // keeps the JIT from removing the allocation
  private static volatile @Nullable Object sink;

  private final Thread[] threads = {new Thread(this::allocate), new Thread(this::allocate)};
  private final CountDownLatch begun = new CountDownLatch(threads.length);
  private volatile boolean stopped;

  private Noise() {}

  /** Runs the action while both threads allocate. */
  static void during(ThrowingCallable action) throws Throwable {
    Noise noise = new Noise();
    for (Thread thread : noise.threads) {
      thread.start();
    }
    try {
      noise.begun.await();
      action.call();
    } finally {
      noise.stopped = true;
      for (Thread thread : noise.threads) {
        thread.join();
      }
    }
  }

  private void allocate() {
    begun.countDown();
    while (!stopped) {
      sink = new byte[64];
    }
  }
}
