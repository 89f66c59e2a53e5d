package dev.tare.internal.agent.record;

import java.util.Optional;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.locks.Lock;
import java.util.concurrent.locks.ReentrantReadWriteLock;

/**
 * Keeps weaving and judging apart: many figures may be judged at a time, but none while classes are
 * woven, since a class that is loaded then makes its thread allocate.
 */
public final class WeavingLock {

  // bounds what a test costs that fails while a long one is judged
  private static final long MOST_SECONDS = 10;

  private static final ReentrantReadWriteLock TURNS = new ReentrantReadWriteLock(true);

  private WeavingLock() {}

  /** The turn of those who call a body to judge it; they share it. */
  public static Lock judging() {
    return TURNS.readLock();
  }

  /**
   * Waits for the turn to weave, which nobody shares.
   *
   * @return the lock, to be released; empty if a body is being judged all the while, be it by the
   *     calling thread itself
   */
  public static Optional<Lock> weaving() {
    // a body that runs tests of its own is being judged around them
    boolean own = TURNS.getReadHoldCount() > 0;
    try {
      return !own && TURNS.writeLock().tryLock(MOST_SECONDS, TimeUnit.SECONDS)
          ? Optional.of(TURNS.writeLock())
          : Optional.empty();
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
      return Optional.empty();
    }
  }
}
