package dev.tare.internal.survival;

import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.TreeMap;
import java.util.function.Predicate;

/**
 * Growth of all classes over rounds of calls.
 *
 * @param classes the classes that changed
 */
record LeastGrowth(Map<String, ClassGrowth> classes) {

  /**
   * Returns the growth over rounds.
   *
   * @param rounds the classes that changed in each round
   * @param settled see {@link ClassGrowth}
   */
  static LeastGrowth of(List<Map<String, ClassTotal>> rounds, int settled) {
    Set<String> changed = new HashSet<>();
    rounds.forEach(round -> changed.addAll(round.keySet()));
    Map<String, ClassGrowth> classes = new TreeMap<>();
    for (String name : changed) {
      List<ClassTotal> changes =
          rounds.stream().map(round -> round.getOrDefault(name, ClassTotal.NONE)).toList();
      classes.put(name, new ClassGrowth(changes, settled));
    }
    return new LeastGrowth(classes);
  }

  /** Returns whether no class has grown, and none that shrank may have. */
  boolean isNothing() {
    return with(growth -> growth.grows() || growth.isShrunk()).isEmpty();
  }

  /**
   * Returns whether further rounds are not needed.
   *
   * @param repeated whether the rounds have been repeated, so that a class that shrank may count
   */
  boolean isCertain(boolean repeated) {
    return with(growth ->
            growth.isAmbiguous()
                || (!repeated && growth.isUnconfirmed())
                || (growth.isShrunk() && (!repeated || growth.isEmptied() || !growth.grows())))
        .isEmpty();
  }

  /** Returns the classes that grew, without those that may have been emptied since. */
  Map<String, ClassGrowth> certain() {
    return with(growth -> growth.grows() && !growth.isEmptied());
  }

  /** Returns the classes that grew in every round, and none of which was collected. */
  Map<String, ClassGrowth> inEveryRound() {
    return with(growth -> growth.grows() && !growth.isShrunk());
  }

  /** Returns the classes that grew and may have been emptied since. */
  Map<String, ClassGrowth> emptied() {
    return with(ClassGrowth::isEmptied);
  }

  /**
   * Returns the classes of which larger objects may have taken the place of others.
   *
   * @param calls the number of calls in a round
   */
  Set<String> resized(int calls) {
    return with(growth -> growth.sum().isResized(growth.changes().size() * calls)).keySet();
  }

  private Map<String, ClassGrowth> with(Predicate<ClassGrowth> condition) {
    Map<String, ClassGrowth> selected = new TreeMap<>(classes);
    selected.values().removeIf(condition.negate());
    return selected;
  }
}
