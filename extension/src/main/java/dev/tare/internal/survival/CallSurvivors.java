package dev.tare.internal.survival;

import dev.tare.heap.UnweighableException;
import java.util.Map;

/**
 * Counts the objects that one call leaves behind: the live objects of the JVM after it, less those
 * before. What the JVM keeps for itself and what the call keeps in caches is among them, since only
 * further calls would show that it is created once.
 */
public final class CallSurvivors {

  private final LiveHistograms histograms = new LiveHistograms(2);
  private boolean hasBegun;

  /**
   * Counts the live objects before the call.
   *
   * @throws UnweighableException if this JVM does not collect garbage, or has no histograms
   */
  public void begin() {
    hasBegun = false;
    take(0);
    hasBegun = true;
  }

  /**
   * Returns the growth of each class that has grown since {@link #begin()}.
   *
   * @throws UnweighableException if the objects were not counted before the call, or the JVM has
   *     cleared soft references since, so that what they held is missing
   */
  public Map<String, ClassTotal> end() {
    if (!hasBegun) {
      throw new UnweighableException(Survival.NOT_COLLECTED, Survival.OTHER_COLLECTOR);
    }
    take(1);
    if (histograms.lostSoftReferences(0, 1)) {
      throw new UnweighableException(
          "the JVM cleared soft references during a test", RoundHistograms.SOFT_REFERENCES_REMEDY);
    }
    Map<String, ClassTotal> grown = histograms.difference(0, 1);
    grown.values().removeIf(ClassTotal::isNegative);
    return grown;
  }

  private void take(int number) {
    // a histogram has what finalizers and cleaners still need, and with ZGC and Shenandoah garbage
    if (!FullCollection.run()) {
      throw new UnweighableException(Survival.NOT_COLLECTED, Survival.OTHER_COLLECTOR);
    }
    histograms.take(number);
  }
}
