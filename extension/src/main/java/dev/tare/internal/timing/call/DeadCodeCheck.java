package dev.tare.internal.timing.call;

import dev.tare.internal.call.TestBody;
import dev.tare.internal.timing.clock.JvmCounters;
import java.util.Locale;
import java.util.Optional;

/** Whether the JIT left out the work of a method that seems to take less than the floor. */
public final class DeadCodeCheck {

  public static final String REMEDY =
      "return what the body computes, from input that changes or is a field that is not final";

  // A call that cannot be inlined takes 2 to 6 ns with nothing in it: what takes more than this
  // does work, which a loop of calls has hoisted. What is smaller cannot be told from nothing.
  public static final double WORK_NANOS = 10;

  private static final int CALLS = 20_000;

  /** The stub's single call is new to the JIT; so long it may take to compile it. */
  private static final double MOST_NANOS = 300_000_000;

  /** So long it may take where the compilers themselves get no processor. */
  private static final double MOST_STARVED_NANOS = 3_000_000_000.0;

  private static final String FOR_NOBODY =
      " and returns nothing: the JIT leaves out what nobody needs, so nothing tells whether it did"
          + " its work";

  /** With a reading of the clock and before the JIT has done its best, nothing takes less. */
  private static final double MOST_OF_NOTHING = 1_000;

  private DeadCodeCheck() {}

  /** Why the work of the method seems to be left out; empty if it is merely small. */
  public static Optional<String> reason(BenchmarkCase arm, TestBody stub, JvmCounters clock)
      throws Throwable {
    if (!stub.returnsValue()) {
      return Optional.of(arm.name() + " takes less than 1 ns" + FOR_NOBODY);
    }
    double alone = fastest(() -> eachAlone(stub), WORK_NANOS, clock);
    return alone <= WORK_NANOS
        ? Optional.empty()
        : Optional.of(
            String.format(
                Locale.ROOT,
                "%s takes less than 1 ns in a loop and %.0f ns alone: the JIT computes its value"
                    + " once for all calls",
                arm.name(),
                alone));
  }

  /**
   * The same for calls that are timed one by one, where a reading of the clock hides how little a
   * call takes. What is returned is consumed, so its work is done; what returns nothing is called
   * in a loop, unless each call needs its input prepared: then it cannot be told.
   *
   * @param nanos what such a call takes, the reading included
   */
  public static Optional<String> ofSingleCalls(
      BenchmarkCase arm, TestBody stub, JvmCounters clock, double nanos) throws Throwable {
    if (stub.returnsValue() || arm.isPrepared() || nanos > MOST_OF_NOTHING) {
      return Optional.empty();
    }
    return fastest(() -> stub.repeat(CALLS), TimingFloors.CALL_NANOS, clock)
            < TimingFloors.CALL_NANOS
        ? Optional.of(arm.name() + " takes less than 1 ns in a loop" + FOR_NOBODY)
        : Optional.empty();
  }

  private static void eachAlone(TestBody stub) throws Throwable {
    for (int i = 0; i < CALLS; i++) {
      stub.run();
    }
  }

  /** Calls of a method, as many as a turn has. */
  @FunctionalInterface
  private interface Turn {
    void make() throws Throwable;
  }

  /** What a call takes in the fastest of many turns. */
  private static double fastest(Turn turn, double enough, JvmCounters clock) throws Throwable {
    double fastest = Double.MAX_VALUE;
    double spent = 0;
    double end = MOST_NANOS;
    while (spent < end && fastest > enough) {
      long from = clock.wallNanos();
      turn.make();
      double nanos = (double) (clock.wallNanos() - from);
      spent += nanos;
      fastest = Math.min(fastest, nanos / CALLS);
      if (spent >= end && end < MOST_STARVED_NANOS && clock.compiling()) {
        end = spent + MOST_NANOS;
      }
    }
    return fastest;
  }
}
