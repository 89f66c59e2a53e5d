package dev.tare.internal.profile;

import dev.tare.internal.agent.Agent;
import dev.tare.internal.agent.AgentAccess;
import dev.tare.internal.agent.record.CallTimes;
import dev.tare.internal.agent.record.Weaving;
import dev.tare.internal.agent.record.WeavingLock;
import dev.tare.internal.agent.weave.ClassOrigin;
import dev.tare.internal.agent.weave.ClassOrigins;
import java.lang.instrument.Instrumentation;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.locks.Lock;

/** Times the application's methods while a body is called, with hooks woven into all of them. */
public final class CallProfiling {

  /** The last turn takes so long at least, if the body is called less often than this. */
  private static final long LONG_NANOS = 100_000_000;

  private static final long MOST_CALLS = 1_000_000;

  /** Each turn has so many times the calls of the one before, and people divide by it. */
  private static final int GROWTH = 10;

  private final List<Class<?>> tests;
  private final Number bytes;
  private final int paths;

  /**
   * @param tests whose application it is
   * @param bytes answers as a long what the calling thread has allocated so far; negative if that
   *     is not known
   * @param paths how many paths are told
   */
  public CallProfiling(List<Class<?>> tests, Number bytes, int paths) {
    this.tests = List.copyOf(tests);
    this.bytes = bytes;
    this.paths = paths;
  }

  /** What came of it. */
  public sealed interface Answer {

    /** The profile. */
    record Profiled(CallProfile profile) implements Answer {}

    /**
     * There is none.
     *
     * @param reason why, and what to do about it
     */
    record Refused(String reason) implements Answer {}
  }

  /**
   * Calls the body once, then in turns of 1, 10, 100 calls and so on; the last one counts. It takes
   * about a second, or two calls of the body if they are long.
   *
   * @throws Throwable what the body threw, or what prepares it
   */
  public Answer of(ProfiledCalls calls) throws Throwable {
    if (!(Agent.access() instanceof AgentAccess.Granted granted)) {
      AgentAccess.Refused refused = (AgentAccess.Refused) Agent.access();
      return new Answer.Refused(refused.reason() + "; " + refused.remedy());
    }
    Optional<Lock> turn = WeavingLock.weaving();
    if (turn.isEmpty()) {
      return new Answer.Refused("other bodies are being judged all the while");
    }
    try {
      return new Answer.Profiled(woven(granted.instrumentation(), calls));
    } finally {
      calls.forget();
      turn.get().unlock();
    }
  }

  private CallProfile woven(Instrumentation instrumentation, ProfiledCalls calls) throws Throwable {
    ClassOrigins application = new ClassOrigins(tests, ClassOrigin.APPLICATION);
    try (Weaving weaving = Weaving.ofCalls(instrumentation, application)) {
      // loads and links what the others need
      calls.make(1);
      weaving.settle();
      CallTimes.Cost cost = weaving.time(bytes).weigh();
      long bodies = 1;
      while (true) {
        CallTimes times = weaving.time(bytes);
        long nanos = record(new Timed(times), calls, bodies);
        if (nanos >= LONG_NANOS || bodies == MOST_CALLS) {
          return CallProfile.of(bodies, times, cost, paths, weaving.skipped());
        }
        bodies *= GROWTH;
      }
    }
  }

  /** With what prepares them, so that the turns end in time. */
  private static long record(Timed timed, ProfiledCalls calls, long bodies) throws Throwable {
    long from = System.nanoTime();
    calls.make(bodies, timed);
    return System.nanoTime() - from;
  }

  /** Methods are timed while the body runs. */
  private record Timed(CallTimes times) implements ProfiledCalls.Bracket {

    @Override
    public void open() {
      times.start();
    }

    @Override
    public void close() {
      times.stop();
    }
  }
}
