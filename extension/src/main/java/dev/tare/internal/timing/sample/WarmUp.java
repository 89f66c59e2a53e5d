package dev.tare.internal.timing.sample;

import dev.tare.internal.timing.clock.CounterReading;
import dev.tare.internal.timing.clock.JitWatch;
import dev.tare.internal.timing.clock.JvmCounters;
import java.util.List;

/**
 * Warm-up of the methods of a benchmark, which were called in turn until the JIT was idle.
 *
 * @param jitIdle whether the JIT was idle at the end
 * @param steadyFrom counters at the moment when the JIT became idle
 */
public record WarmUp(boolean jitIdle, CounterReading steadyFrom) {

  /** Shortest warm-up. A longer one mostly waits for an idle JIT. */
  private static final long MIN_NANOS = 400_000_000;

  /**
   * Length of a turn. It is short, so that all methods are warmed up under the same load and with
   * the same JIT profiles.
   */
  private static final long TURN_NANOS = 10_000_000;

  // The stub is called thousands of times in short loops. Otherwise its loop would keep the code
  // that was compiled for on-stack replacement. With 20 us a loop, the shortest warm-up makes
  // 20,000 calls of the stub.
  private static final long LOOP_NANOS = 20_000;
  private static final long MAX_LOOP_CALLS = 1 << 14;

  /**
   * Warms up methods.
   *
   * @param cap longest warm-up of all methods together, in nanoseconds
   */
  public static WarmUp of(List<SampledCase> sampledCases, JvmCounters clock, double cap)
      throws Throwable {
    JitWatch jit = new JitWatch(clock);
    long start = clock.wallNanos();
    long now = start;
    CounterReading steadyFrom = CounterReading.now(clock);
    while (now - start < cap) {
      for (SampledCase sampledCase : sampledCases) {
        takeTurn(sampledCase);
        sampledCase.recordTurn();
      }
      now = clock.wallNanos();
      jit.read(now);
      steadyFrom = jit.lastBusyAt() == now ? CounterReading.now(clock) : steadyFrom;
      if (now - start >= Math.min(MIN_NANOS, cap)
          && jit.isIdle(now)
          && sampledCases.stream().noneMatch(SampledCase::isRelapsed)) {
        break;
      }
    }
    boolean jitIdle = jit.isIdle(now);
    // if the JIT did not become idle, the second half of the warm-up counts as steady
    long steadySince = jitIdle ? jit.lastBusyAt() : start + (now - start) / 2;
    sampledCases.forEach(sampledCase -> sampledCase.startTotalTime(steadySince));
    return new WarmUp(jitIdle, steadyFrom);
  }

  private static void takeTurn(SampledCase sampledCase) throws Throwable {
    sampledCase.beginTurn();
    for (long spent = 0; spent < TURN_NANOS; ) {
      // computed for each loop, so that one interrupted loop does not determine a whole turn
      spent +=
          Math.max(1, sampledCase.callUnrecorded(callsPerLoop(sampledCase.lastNanosPerCall())));
    }
  }

  private static long callsPerLoop(double nanosPerCall) {
    // NaN before the first call: one call then
    return Math.max(1, Math.min(MAX_LOOP_CALLS, (long) (LOOP_NANOS / nanosPerCall)));
  }
}
