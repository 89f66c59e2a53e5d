package dev.tare.internal.survival;

import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.TreeMap;
import java.util.function.Predicate;

/**
 * Growth of the live objects over rounds of calls, by class.
 *
 * @param classes the growth of the classes that changed, by name
 */
record GrowthByClass(Map<String, ClassGrowth> classes) {

  /**
   * Returns the growth over rounds.
   *
   * @param rounds the change of each class that changed, for each round
   * @param startupRounds see {@link ClassGrowth}
   * @param calls the number of calls in a round
   */
  static GrowthByClass of(List<Map<String, ClassTotal>> rounds, int startupRounds, int calls) {
    Set<String> changed = new HashSet<>();
    rounds.forEach(round -> changed.addAll(round.keySet()));
    Map<String, ClassGrowth> classes = new TreeMap<>();
    for (String name : changed) {
      List<ClassTotal> changes =
          rounds.stream().map(round -> round.getOrDefault(name, ClassTotal.NONE)).toList();
      classes.put(name, new ClassGrowth(changes, startupRounds, PairVotes.of(changes, calls)));
    }
    return new GrowthByClass(classes);
  }

  /** Returns whether no class has grown, and no class that shrank may have. */
  boolean isNothing() {
    return select(growth -> growth.grows() || growth.isUnsteady()).isEmpty();
  }

  /**
   * Returns whether no further rounds are needed.
   *
   * @param repeated whether the rounds have been repeated, so that a class that shrank may count
   */
  boolean isConclusive(boolean repeated) {
    return select(
            growth ->
                growth.isUnclear()
                    || (growth.isUnsteady()
                        && (!repeated || growth.isEmptiedBuffer() || !growth.grows())))
        .isEmpty();
  }

  /** Returns the classes that grew, without those that may be emptied buffers. */
  Map<String, ClassGrowth> grown() {
    return select(growth -> growth.grows() && !growth.isEmptiedBuffer());
  }

  /** Returns the classes that grew in every round, or whose decreases do not matter. */
  Map<String, ClassGrowth> grownSteadily() {
    return select(growth -> growth.grows() && !growth.isUnsteady());
  }

  /** Returns the classes that grew, but may be buffers that are emptied now and then. */
  Map<String, ClassGrowth> emptiedBuffers() {
    return select(ClassGrowth::isEmptiedBuffer);
  }

  /**
   * Returns the classes whose objects may have been replaced by larger ones.
   *
   * @param calls the number of calls in a round
   */
  Set<String> resized(int calls) {
    return select(growth -> growth.total().isResized(growth.changes().size() * calls)).keySet();
  }

  private Map<String, ClassGrowth> select(Predicate<ClassGrowth> condition) {
    Map<String, ClassGrowth> selected = new TreeMap<>(classes);
    selected.values().removeIf(condition.negate());
    return selected;
  }
}
