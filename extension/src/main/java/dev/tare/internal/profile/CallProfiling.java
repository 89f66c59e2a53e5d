package dev.tare.internal.profile;

import dev.tare.internal.agent.record.CallTreeRecording;
import dev.tare.internal.agent.record.WeavingSession;
import dev.tare.internal.agent.record.WeavingTurn;
import dev.tare.internal.agent.weave.ClassOrigin;
import dev.tare.internal.agent.weave.ClassOrigins;
import dev.tare.internal.agent.weave.RecorderClass;
import java.lang.instrument.Instrumentation;
import java.util.List;

/**
 * Counts and times calls of the application's methods while a body runs, with hooks woven into all
 * of them.
 */
public final class CallProfiling {

  /** Shortest duration of the last turn. */
  private static final long MIN_TURN_NANOS = 100_000_000;

  private static final long MAX_CALLS = 1_000_000;

  /**
   * Factor by which the number of calls grows from turn to turn. It is ten, so that readers can
   * divide by the number of calls in their heads.
   */
  private static final int GROWTH = 10;

  private final List<Class<?>> tests;
  private final Number bytes;

  /**
   * Creates a profiler.
   *
   * @param tests test classes whose application is profiled
   * @param bytes number whose {@code longValue()} is the bytes that the calling thread has
   *     allocated; negative if unknown
   */
  public CallProfiling(List<Class<?>> tests, Number bytes) {
    this.tests = List.copyOf(tests);
    this.bytes = bytes;
  }

  /** A profile, or the reason why there is none. */
  public sealed interface ProfileOutcome {

    /** A profile was made. */
    record Profiled(CallProfile profile) implements ProfileOutcome {}

    /**
     * No profile could be made.
     *
     * @param reason the reason and a remedy
     */
    record Unprofiled(String reason) implements ProfileOutcome {}
  }

  /**
   * Calls the body once, then in turns of 1, 10, 100 calls and so on, and returns the profile of
   * the last turn. This takes about a second, or two calls of the body if they are long.
   *
   * @throws Throwable exception of the body or of its preparations
   */
  public ProfileOutcome profile(ProfiledCalls calls) throws Throwable {
    WeavingTurn turn = WeavingTurn.take();
    if (turn instanceof WeavingTurn.Denial denial) {
      return new ProfileOutcome.Unprofiled(denial.text());
    }
    try (WeavingTurn.Permit permit = (WeavingTurn.Permit) turn) {
      return new ProfileOutcome.Profiled(countCalls(permit.instrumentation(), calls));
    } finally {
      calls.forget();
    }
  }

  private CallProfile countCalls(Instrumentation instrumentation, ProfiledCalls calls)
      throws Throwable {
    ClassOrigins application = new ClassOrigins(tests, ClassOrigin.APPLICATION);
    try (WeavingSession weaving =
        WeavingSession.open(instrumentation, application, RecorderClass.TESTS, false)
            .orElseThrow()) {
      // loads and links classes before calls count
      calls.repeat(1);
      weaving.stopWeaving();
      long bodyCalls = 1;
      while (true) {
        CallTreeRecording recording = weaving.time(bytes);
        // with preparations, which decide too when the turns end
        long from = System.nanoTime();
        calls.repeat(bodyCalls, recording::start, recording::stop);
        long nanos = System.nanoTime() - from;
        if (nanos >= MIN_TURN_NANOS || bodyCalls == MAX_CALLS) {
          return new CallProfile(bodyCalls, recording.trees(), weaving.skipped());
        }
        bodyCalls *= GROWTH;
      }
    }
  }
}
