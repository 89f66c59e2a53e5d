package dev.tare.internal.agent.record;

import java.util.Optional;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.locks.Lock;
import java.util.concurrent.locks.ReentrantReadWriteLock;
import org.jspecify.annotations.Nullable;

/**
 * A JVM-wide lock that separates weaving from judging. Many bodies may be judged at a time, but
 * none while classes are woven, because the thread that loads a class then allocates for its
 * weaving.
 */
public final class WeavingLock {

  // limits how long a failing test waits while a long one is judged
  private static final long MAX_SECONDS = 10;

  private static final OwnedLock LOCK = new OwnedLock();

  private WeavingLock() {}

  /** A lock whose owner can be read. */
  private static final class OwnedLock extends ReentrantReadWriteLock {

    private static final long serialVersionUID = 1;

    OwnedLock() {
      super(true);
    }

    @Nullable Thread weaver() {
      return getOwner();
    }
  }

  /**
   * Acquires the shared lock to hold while calling a body in order to judge it.
   *
   * @return the acquired lock, to be unlocked
   * @throws IllegalStateException if the thread that weaves has been blocked for 10 s: it may wait
   *     for this thread, and then neither would continue
   */
  public static Lock judging() {
    return judging(TimeUnit.SECONDS.toNanos(MAX_SECONDS));
  }

  static Lock judging(long maxNanos) {
    Lock lock = LOCK.readLock();
    boolean interrupted = false;
    try {
      long lastActive = System.nanoTime();
      while (true) {
        try {
          if (lock.tryLock(maxNanos / 10, TimeUnit.NANOSECONDS)) {
            return lock;
          }
          Thread weaver = LOCK.weaver();
          if (weaver == null || !isBlocked(weaver.getState())) {
            lastActive = System.nanoTime();
          } else if (System.nanoTime() - lastActive > maxNanos) {
            throw new IllegalStateException(blockedMessage(weaver));
          }
        } catch (InterruptedException e) {
          interrupted = true; // keep waiting, as Lock.lock() does
        }
      }
    } finally {
      if (interrupted) {
        Thread.currentThread().interrupt();
      }
    }
  }

  /** Returns whether a thread may wait forever; a wait with a time limit ends by itself. */
  private static boolean isBlocked(Thread.State state) {
    return state == Thread.State.WAITING || state == Thread.State.BLOCKED;
  }

  private static String blockedMessage(Thread weaver) {
    return "thread \""
        + weaver.getName()
        + "\" is measuring and blocked, possibly waiting for this thread; do not measure in a"
        + " thread that a measured body waits for";
  }

  /**
   * Acquires the exclusive lock for weaving.
   *
   * @return the acquired lock, to be unlocked; empty after 10 s without it, or if the calling
   *     thread itself is judging a body
   */
  static Optional<Lock> weaving() {
    // true if the calling thread judges a body that itself runs tests
    boolean isJudging = LOCK.getReadHoldCount() > 0;
    try {
      return !isJudging && LOCK.writeLock().tryLock(MAX_SECONDS, TimeUnit.SECONDS)
          ? Optional.of(LOCK.writeLock())
          : Optional.empty();
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
      return Optional.empty();
    }
  }
}
