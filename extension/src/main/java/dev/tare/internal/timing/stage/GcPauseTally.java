package dev.tare.internal.timing.stage;

import dev.tare.internal.timing.clock.GcPauses;
import dev.tare.internal.timing.clock.JvmCounters;
import java.util.List;

/**
 * The pauses of one trial so far.
 *
 * @param steady those that came while the heap took no new memory
 * @param all all of them
 */
public record GcPauseTally(GcPauses steady, GcPauses all) {

  /**
   * Those of a warm-up that has ended, and of what else was called before the first sample.
   *
   * @param before the counters before it
   */
  public static GcPauseTally ofWarmUp(JvmCounters clock, GcPauses before, WarmUpStage.Ended ended) {
    GcPauses now = GcPauses.now(clock);
    return new GcPauseTally(now.minus(ended.steadyFrom()), now.minus(before));
  }

  /** With those that came while each of the methods took a sample. */
  public GcPauseTally plus(GcPauses taken, List<SampledCase> sampled) {
    // no lambda: the JVM would load it as a class while the first samples are taken
    boolean newMemory = false;
    for (SampledCase lane : sampled) {
      newMemory |= lane.recording().lastTookNewMemory();
    }
    return new GcPauseTally(newMemory ? steady : steady.plus(taken), all.plus(taken));
  }
}
