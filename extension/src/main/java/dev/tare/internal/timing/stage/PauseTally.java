package dev.tare.internal.timing.stage;

import dev.tare.internal.timing.clock.Clock;
import dev.tare.internal.timing.clock.Pauses;
import java.util.List;

/**
 * The pauses of one trial so far.
 *
 * @param steady those that came while the heap took no new memory
 * @param all all of them
 */
public record PauseTally(Pauses steady, Pauses all) {

  /**
   * Those of a warm-up that has ended, and of what else was called before the first sample.
   *
   * @param before the counters before it
   */
  public static PauseTally ofWarmUp(Clock clock, Pauses before, WarmUp.Ended ended) {
    Pauses now = Pauses.now(clock);
    return new PauseTally(now.minus(ended.steadyFrom()), now.minus(before));
  }

  /** With those that came while each of the methods took a sample. */
  public PauseTally plus(Pauses taken, List<Lane> sampled) {
    // no lambda: the JVM would load it as a class while the first samples are taken
    boolean newMemory = false;
    for (Lane lane : sampled) {
      newMemory |= lane.recording().lastTookNewMemory();
    }
    return new PauseTally(newMemory ? steady : steady.plus(taken), all.plus(taken));
  }
}
