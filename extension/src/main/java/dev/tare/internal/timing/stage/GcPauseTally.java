package dev.tare.internal.timing.stage;

import dev.tare.internal.timing.clock.GcPauses;
import dev.tare.internal.timing.clock.JvmCounters;
import java.util.List;

/**
 * Garbage collection pauses of one run of a benchmark so far.
 *
 * @param steady pauses while the heap used no new memory
 */
public record GcPauseTally(GcPauses steady, GcPauses all) {

  /**
   * Returns the pauses since the start of a warm-up that has ended.
   *
   * @param before the counters before the warm-up
   */
  public static GcPauseTally ofWarmUp(
      JvmCounters clock, GcPauses before, WarmUpStage.WarmUpEnd ended) {
    GcPauses now = GcPauses.now(clock);
    return new GcPauseTally(now.minus(ended.steadyFrom()), now.minus(before));
  }

  /** Returns the tally with the pauses of one sample of each method added. */
  public GcPauseTally plus(GcPauses added, List<SampledCase> sampled) {
    // a loop, since a lambda would be loaded as a class while the first samples are taken
    boolean newMemory = false;
    for (SampledCase sampledCase : sampled) {
      newMemory |= sampledCase.recording().lastUsedNewMemory();
    }
    return new GcPauseTally(newMemory ? steady : steady.plus(added), all.plus(added));
  }
}
