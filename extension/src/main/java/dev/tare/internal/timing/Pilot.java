package dev.tare.internal.timing;

/** Finds how many calls make one sample. */
final class Pilot {

  // Facts, "The loop": samples of 1 to 2 ms; at load 7 64 % of 2 ms samples were not preempted, of
  // 10 ms samples 21 %. The clocks cost 1 us a sample at most.
  private static final double SAMPLE_NANOS = 1_000_000;

  /** Enough for 1 ms of an empty body, which takes about 0.1 ns a call. */
  private static final long MOST_CALLS = 1L << 27;

  /** A wrong first guess must not make one sample last for minutes. */
  private static final int GROWTH = 16;

  private static final int TRIES = 3;
  private static final int STEPS = 10;

  private Pilot() {}

  static void choose(Lane lane) throws Throwable {
    if (Double.isNaN(lane.nanosPerCall())) {
      lane.time(1);
    }
    long calls = calls(lane.nanosPerCall(), MOST_CALLS);
    for (int step = 0; step < STEPS && lane.nanosPerCall() < SAMPLE_NANOS; step++) {
      double nanos = fastest(lane, calls);
      if ((nanos >= SAMPLE_NANOS / 2 && nanos <= 2 * SAMPLE_NANOS) || calls == MOST_CALLS) {
        break;
      }
      calls = calls(nanos / calls, GROWTH * calls);
    }
    lane.sampleWith(calls);
  }

  private static long calls(double nanosPerCall, long most) {
    long calls = (long) (SAMPLE_NANOS / Math.max(nanosPerCall, Double.MIN_NORMAL));
    return Math.max(1, Math.min(Math.min(most, MOST_CALLS), calls));
  }

  private static double fastest(Lane lane, long calls) throws Throwable {
    long fastest = Long.MAX_VALUE;
    for (int i = 0; i < TRIES; i++) {
      fastest = Math.min(fastest, lane.time(calls));
    }
    return fastest;
  }
}
