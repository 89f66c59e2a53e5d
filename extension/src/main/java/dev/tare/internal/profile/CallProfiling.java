package dev.tare.internal.profile;

import dev.tare.internal.agent.Access;
import dev.tare.internal.agent.Agent;
import dev.tare.internal.agent.CallTimes;
import dev.tare.internal.agent.Layer;
import dev.tare.internal.agent.Layers;
import dev.tare.internal.agent.Turns;
import dev.tare.internal.agent.Weaving;
import dev.tare.internal.call.TestBody;
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
   * @throws Throwable what the body threw
   */
  public Answer of(TestBody body) throws Throwable {
    if (!(Agent.access() instanceof Access.Granted granted)) {
      Access.Refused refused = (Access.Refused) Agent.access();
      return new Answer.Refused(refused.reason() + "; " + refused.remedy());
    }
    Optional<Lock> turn = Turns.weaving();
    if (turn.isEmpty()) {
      return new Answer.Refused("other bodies are being judged all the while");
    }
    try {
      return new Answer.Profiled(woven(granted.instrumentation(), body));
    } finally {
      body.forget();
      turn.get().unlock();
    }
  }

  private CallProfile woven(Instrumentation instrumentation, TestBody body) throws Throwable {
    Layers application = new Layers(tests, Layer.APPLICATION);
    try (Weaving weaving = Weaving.ofCalls(instrumentation, application)) {
      // loads and links what the others need
      body.run();
      weaving.settle();
      CallTimes.Cost cost = weaving.time(bytes).weigh();
      long calls = 1;
      while (true) {
        CallTimes times = weaving.time(bytes);
        long nanos = record(times, body, calls);
        if (nanos >= LONG_NANOS || calls == MOST_CALLS) {
          return CallProfile.of(calls, times, cost, paths, weaving.skipped());
        }
        calls *= GROWTH;
      }
    }
  }

  private static long record(CallTimes times, TestBody body, long calls) throws Throwable {
    long from = System.nanoTime();
    times.start();
    try {
      body.repeat(calls);
    } finally {
      times.stop();
    }
    return System.nanoTime() - from;
  }
}
