package dev.tare.internal.timing.stage;

/** Finds how many calls make one sample. */
public final class PilotStage {

  // Facts, "The loop": samples of 1 to 2 ms; at load 7 64 % of 2 ms samples were not preempted, of
  // 10 ms samples 21 %. The clocks cost 1 us a sample at most.
  private static final double SAMPLE_NANOS = 1_000_000;

  /** Enough for 1 ms of an empty body, which takes about 0.1 ns a call. */
  private static final long MOST_CALLS = 1L << 27;

  /** A wrong first guess must not make one sample last for minutes. */
  private static final int GROWTH = 16;

  /** The fastest of so many was hardly interrupted; facts: 64 % of short samples are not. */
  private static final int TRIES = 3;

  /** What takes longer than this was slow itself: schedulers interrupt for shorter times. */
  private static final double SURELY_SLOW_NANOS = 100_000_000;

  private static final int STEPS = 10;

  private PilotStage() {}

  public static void choose(SampledCase lane) throws Throwable {
    lane.beginTurn();
    lane.sampleWith(number(lane));
    lane.enterTurn();
  }

  private static long number(SampledCase lane) throws Throwable {
    if (Double.isNaN(lane.nanosPerCall())) {
      lane.time(1);
    }
    if (lane.fastestPerCall() >= SURELY_SLOW_NANOS) {
      return 1;
    }
    // the last call of the warm-up may have been interrupted: its pace is a first guess only
    long calls = calls(lane.nanosPerCall(), MOST_CALLS);
    long tooFew = 0;
    long tooMany = MOST_CALLS;
    for (int step = 0; step < STEPS; step++) {
      double nanos = fastest(lane, calls);
      if (nanos > 2 * SAMPLE_NANOS && calls > 1) {
        tooMany = calls;
      } else if (nanos >= SAMPLE_NANOS / 2 || calls == MOST_CALLS) {
        return calls;
      } else {
        tooFew = calls;
      }
      long next = calls(nanos / calls, GROWTH * calls);
      // where some calls are far slower than others, the pace of a few is not that of many
      boolean between = next > tooFew && next < tooMany;
      calls = step < STEPS / 2 || between ? next : (tooFew + tooMany + 1) / 2;
    }
    return calls;
  }

  /** Whether a sample is so short that clocks and interrupts are too large a part of it. */
  static boolean tooShort(long nanos) {
    return nanos < SAMPLE_NANOS / 4;
  }

  private static long calls(double nanosPerCall, long most) {
    long calls = (long) (SAMPLE_NANOS / Math.max(nanosPerCall, Double.MIN_NORMAL));
    return Math.max(1, Math.min(Math.min(most, MOST_CALLS), calls));
  }

  private static double fastest(SampledCase lane, long calls) throws Throwable {
    long fastest = Long.MAX_VALUE;
    for (int i = 0; i < TRIES; i++) {
      fastest = Math.min(fastest, lane.time(calls));
    }
    return fastest;
  }
}
