package dev.tare.internal.agent.record;

import java.util.Optional;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.locks.Lock;
import java.util.concurrent.locks.ReentrantReadWriteLock;

/**
 * A JVM-wide lock that separates weaving from judging: many bodies may be judged at a time, but
 * none while classes are woven, because a class that is loaded then makes its thread allocate.
 */
public final class WeavingLock {

  // limits the wait of a failing test while a long one is judged
  private static final long MAX_SECONDS = 10;

  private static final ReentrantReadWriteLock LOCK = new ReentrantReadWriteLock(true);

  private WeavingLock() {}

  /** Returns the shared lock to hold while calling a body in order to judge it. */
  public static Lock judging() {
    return LOCK.readLock();
  }

  /**
   * Acquires the exclusive lock for weaving.
   *
   * @return the acquired lock, to be unlocked; empty after 10 s without it, or if the calling
   *     thread itself is judging a body
   */
  static Optional<Lock> weaving() {
    // the calling thread judges a body that runs tests itself
    boolean own = LOCK.getReadHoldCount() > 0;
    try {
      return !own && LOCK.writeLock().tryLock(MAX_SECONDS, TimeUnit.SECONDS)
          ? Optional.of(LOCK.writeLock())
          : Optional.empty();
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
      return Optional.empty();
    }
  }
}
