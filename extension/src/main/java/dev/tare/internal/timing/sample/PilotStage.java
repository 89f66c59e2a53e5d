package dev.tare.internal.timing.sample;

/** Determines the number of calls in one sample. */
public final class PilotStage {

  /** Target length of a sample. Short samples are rarely preempted. */
  private static final double SAMPLE_NANOS = 1_000_000;

  /**
   * Largest number of calls in a sample; enough for 1 ms of an empty body, of which a call takes
   * about 0.1 ns.
   */
  private static final long MAX_CALLS = 1L << 27;

  /**
   * Largest factor by which the number of calls grows in one step, so that a wrong first estimate
   * does not make one sample last for minutes.
   */
  private static final int MAX_GROWTH = 16;

  /** Number of attempts of which the fastest counts, since a single attempt may be interrupted. */
  private static final int TRIES = 3;

  /**
   * Duration from which a call is certainly slow itself; interruptions by the scheduler are
   * shorter.
   */
  private static final double SURELY_SLOW_NANOS = 100_000_000;

  private static final int MAX_STEPS = 10;

  private PilotStage() {}

  public static void chooseCallsPerSample(SampledCase sampledCase) throws Throwable {
    sampledCase.beginTurn();
    sampledCase.setCallsPerSample(findCallsPerSample(sampledCase));
    sampledCase.recordTurn();
  }

  private static long findCallsPerSample(SampledCase sampledCase) throws Throwable {
    if (Double.isNaN(sampledCase.lastNanosPerCall())) {
      sampledCase.callUnrecorded(1);
    }
    if (sampledCase.fastestPerCall() >= SURELY_SLOW_NANOS) {
      return 1;
    }
    // the last call of the warm-up may have been interrupted, so its time is a first estimate only
    long calls = callsInSample(sampledCase.lastNanosPerCall(), MAX_CALLS);
    for (int step = 0; step < MAX_STEPS; step++) {
      double nanos = fastest(sampledCase, calls);
      boolean fits = nanos >= SAMPLE_NANOS / 2 && nanos <= 2 * SAMPLE_NANOS;
      long next = callsInSample(nanos / calls, MAX_GROWTH * calls);
      if (fits || next == calls) {
        return calls;
      }
      calls = next;
    }
    return calls;
  }

  /** Returns whether a sample is so short that clock readings and interrupts distort it. */
  static boolean isTooShort(long nanos) {
    return nanos < SAMPLE_NANOS / 4;
  }

  private static long callsInSample(double nanosPerCall, long maxCalls) {
    long calls = (long) (SAMPLE_NANOS / Math.max(nanosPerCall, Double.MIN_NORMAL));
    return Math.max(1, Math.min(Math.min(maxCalls, MAX_CALLS), calls));
  }

  private static double fastest(SampledCase sampledCase, long calls) throws Throwable {
    long fastest = Long.MAX_VALUE;
    for (int i = 0; i < TRIES; i++) {
      fastest = Math.min(fastest, sampledCase.callUnrecorded(calls));
    }
    return fastest;
  }
}
