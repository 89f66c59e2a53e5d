package dev.tare.internal.timing.stage;

import dev.tare.internal.timing.clock.GcPauses;
import dev.tare.internal.timing.clock.HeapGrowthWatch;
import dev.tare.internal.timing.clock.JitWatch;
import dev.tare.internal.timing.clock.JvmCounters;
import java.util.List;

/**
 * Calls the methods in turn until the JIT has nothing more to do for them and the heap takes no new
 * memory.
 *
 * @param clock what time it is and how long the JIT has worked
 * @param cap the longest warm-up of all methods together, in nanoseconds
 * @param repeated whether a trial with freshly compiled code confirms what is found, so that this
 *     may be short
 * @param progress is told how far it is
 */
public record WarmUpStage(
    JvmCounters clock, double cap, boolean repeated, BenchmarkProgress progress) {

  // Facts, step 3: 0.4 s at least for each method. 14 of 14 workloads were within 5 % of steady by
  // 0.9 s. The cap is one of all methods together.
  public static final long LEAST_NANOS = 400_000_000;

  /** Time for each method of a repeated trial that has been called often enough by then. */
  private static final long LEAST_REPEATED_NANOS = 150_000_000;

  /** Time without a compilation in a repeated trial. */
  private static final long QUIET_REPEATED_NANOS = 150_000_000;

  /** HotSpot's C2 compiles a loop after 15,000 rounds and calls (Tier4CompileThreshold). */
  private static final long ENOUGH_CALLS = 20_000;

  /** Short turns, so that methods compared are warmed under the same profile and load. */
  private static final long TURN_NANOS = 10_000_000;

  // Facts, "The loop": thousands of calls of the stub with a small n, or the loop stays on code
  // compiled for on-stack replacement. 20 us makes 20,000 calls in the shortest warm-up.
  private static final long SMALL_NANOS = 20_000;
  private static final long MOST_CALLS = 1 << 14;

  // When C1 inlines a body whose loop has been compiled by itself, HotSpot leaves the stub's code
  // for the interpreter at each call: 80 times as slow as before, and so few calls that C2's turn
  // does not come in the shortest warm-up. Measured on 17: 3 of 5 benchmarks of 1 us loops. Less
  // than 2 may be another program on the same core.
  static final double SLOWER = 2;

  /**
   * What the warm-up was.
   *
   * @param nanos how long it took
   * @param quiet whether the JIT was quiet at its end
   * @param slower how many times as fast as at its end a method was before
   * @param steadyFrom the collections until the heap took no new memory
   */
  public record Ended(long nanos, boolean quiet, double slower, GcPauses steadyFrom) {

    /** Whether a method was much faster before, and so may not be compiled as it will be. */
    public boolean relapsed() {
      return slower >= SLOWER;
    }
  }

  public Ended warm(List<SampledCase> lanes) throws Throwable {
    clock.core().compile(clock);
    JitWatch jit = new JitWatch(clock, repeated ? QUIET_REPEATED_NANOS : JitWatch.QUIET_NANOS);
    long start = clock.wallNanos();
    long now = start;
    long allocated = clock.threadAllocatedBytes();
    GcPauses steadyFrom = GcPauses.now(clock);
    while (now - start < cap) {
      clock.heap().look(true);
      long starved = clock.starvedNanos();
      for (SampledCase lane : lanes) {
        takeTurn(lane);
        lane.enterTurn();
      }
      long bytes = clock.threadAllocatedBytes();
      double waited = (double) (clock.starvedNanos() - starved);
      double nanos = Math.max(1, clock.wallNanos() - (double) now - waited);
      boolean newMemory = clock.heap().tookNew(bytes - allocated, nanos);
      boolean allocatedMuch = HeapGrowthWatch.noticed((double) (bytes - allocated), nanos);
      for (SampledCase lane : lanes) {
        lane.endTurn(newMemory, allocatedMuch);
      }
      allocated = bytes;
      now = clock.wallNanos();
      SampledCase first = lanes.get(0);
      progress.at("warm-up", first.unjudgedCalls(), first.nanosPerCall(), cap - (now - start));
      jit.look(now);
      steadyFrom = newMemory ? GcPauses.now(clock) : steadyFrom;
      Ended ended = new Ended(now - start, jit.quiet(now), slower(lanes), steadyFrom);
      if (isEnough(lanes, now - start) && ended.quiet() && !ended.relapsed() && !newMemory) {
        break;
      }
    }
    boolean quiet = jit.quiet(now);
    long steadySince = quiet ? jit.busyAt() : start + (now - start) / 2;
    lanes.forEach(lane -> lane.startAccount(steadySince));
    return new Ended(now - start, quiet, slower(lanes), steadyFrom);
  }

  private boolean isEnough(List<SampledCase> lanes, long nanos) {
    return nanos >= Math.min(least(lanes, repeated), cap);
  }

  /** Returns how long a warm-up of these methods takes at least, in nanoseconds. */
  public static double least(List<SampledCase> lanes, boolean repeated) {
    boolean often = lanes.stream().allMatch(lane -> lane.unjudgedCalls() >= ENOUGH_CALLS);
    return lanes.size() * (double) (repeated && often ? LEAST_REPEATED_NANOS : LEAST_NANOS);
  }

  private static double slower(List<SampledCase> lanes) {
    return lanes.stream().mapToDouble(SampledCase::slower).max().orElseThrow();
  }

  private void takeTurn(SampledCase lane) throws Throwable {
    lane.beginTurn();
    for (long spent = 0; spent < TURN_NANOS; ) {
      // anew each time: one interrupted call must not set the pace of a whole turn
      spent += Math.max(1, lane.time(small(lane.nanosPerCall())));
    }
  }

  private static long small(double nanosPerCall) {
    // not a number before the first call: one call then
    return Math.max(1, Math.min(MOST_CALLS, (long) (SMALL_NANOS / nanosPerCall)));
  }
}
