package dev.tare.internal.agent.record;

import dev.tare.internal.agent.Agent;
import dev.tare.internal.agent.Agent.AgentAccess;
import java.lang.instrument.Instrumentation;
import java.util.Optional;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.locks.Lock;
import java.util.concurrent.locks.ReentrantReadWriteLock;

/**
 * A JVM-wide lock that separates weaving from judging. Many bodies may be judged at a time, but
 * none while classes are woven, because the thread that loads a class then allocates for its
 * weaving.
 */
public final class WeavingLock {

  // limits how long a failing test waits while a long one is judged
  private static final long MAX_SECONDS = 10;

  private static final ReentrantReadWriteLock LOCK = new ReentrantReadWriteLock(true);

  private WeavingLock() {}

  /**
   * Acquires the shared lock to hold while calling a body in order to judge it, and returns it to
   * be unlocked.
   */
  public static Lock judging() {
    LOCK.readLock().lock();
    return LOCK.readLock();
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
    boolean interrupted = Thread.interrupted(); // a test may begin interrupted
    try {
      return !isJudging && LOCK.writeLock().tryLock(MAX_SECONDS, TimeUnit.SECONDS)
          ? Optional.of(LOCK.writeLock())
          : Optional.empty();
    } catch (InterruptedException e) {
      interrupted = true;
      return Optional.empty();
    } finally {
      if (interrupted) {
        Thread.currentThread().interrupt();
      }
    }
  }

  /** Permission to weave classes now: there is an agent, and no other body is being judged. */
  public sealed interface WeavingTurn {

    /**
     * Waits for the lock, see {@link WeavingLock}. The turn is denied without an agent, or if the
     * lock is not free in time.
     */
    static WeavingTurn take() {
      AgentAccess access = Agent.access();
      if (!(access instanceof AgentAccess.Granted granted)) {
        AgentAccess.Refused refused = (AgentAccess.Refused) access;
        return new Denial(refused.reason(), refused.remedy(), false);
      }
      Optional<Lock> lock = weaving();
      return lock.isPresent()
          ? new Permit(granted.instrumentation(), lock.get())
          : new Denial("other tests are being measured without a pause", "", true);
    }

    /** Classes may be woven until this is closed. */
    record Permit(Instrumentation instrumentation, Lock lock)
        implements WeavingTurn, AutoCloseable {

      @Override
      public void close() {
        lock.unlock();
      }
    }

    /**
     * No class may be woven.
     *
     * @param remedy the one line to add to the JVM's arguments; empty if there is none
     * @param busy whether other bodies are being judged
     */
    record Denial(String reason, String remedy, boolean busy) implements WeavingTurn {

      /** Returns the reason with the remedy. */
      public String text() {
        return remedy.isEmpty() ? reason : reason + "; " + remedy;
      }
    }
  }
}
