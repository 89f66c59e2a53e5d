package dev.tare.internal.agent.record;

import dev.tare.internal.agent.Agent;
import dev.tare.internal.agent.AgentAccess;
import java.lang.instrument.Instrumentation;
import java.util.Optional;
import java.util.concurrent.locks.Lock;

/** Permission to weave classes now: there is an agent, and no other body is being judged. */
public sealed interface WeavingTurn {

  /**
   * Waits for the lock, see {@link WeavingLock#weaving()}. The turn is denied without an agent, or
   * if the lock is not free in time.
   */
  static WeavingTurn take() {
    AgentAccess access = Agent.access();
    if (access instanceof AgentAccess.Refused refused) {
      return new Denial(refused.reason(), refused.remedy(), false);
    }
    Optional<Lock> lock = WeavingLock.weaving();
    return lock.isPresent()
        ? new Permit(((AgentAccess.Granted) access).instrumentation(), lock.get())
        : new Denial("other tests are being measured without a pause", "", true);
  }

  /** Classes may be woven until this is closed. */
  record Permit(Instrumentation instrumentation, Lock lock) implements WeavingTurn, AutoCloseable {

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
