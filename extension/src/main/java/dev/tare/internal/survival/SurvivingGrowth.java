package dev.tare.internal.survival;

import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.TreeMap;

/**
 * What the calls of a body left behind.
 *
 * @param least the least growth of a round by class, above zero
 * @param background classes of which objects are left behind even while the body is not called
 * @param rounds the growth of these classes in each round
 * @param calls the number of calls in a round
 * @param collections the number of collections
 * @param time how long all rounds took
 */
public record SurvivingGrowth(
    Map<String, ClassTotal> least,
    Set<String> background,
    List<ClassTotal> rounds,
    int calls,
    int collections,
    Duration time) {

  /** Copies the collections; the classes are in alphabetical order. */
  public SurvivingGrowth {
    least = new TreeMap<>(least);
    background = Set.copyOf(background);
    rounds = List.copyOf(rounds);
  }

  /** Returns the sum of the classes. */
  public ClassTotal total() {
    return least.values().stream().reduce(ClassTotal.NONE, ClassTotal::plus);
  }
}
