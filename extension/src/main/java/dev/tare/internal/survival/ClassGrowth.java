package dev.tare.internal.survival;

import java.util.HashMap;
import java.util.List;
import java.util.Map;

/**
 * Growth of the live objects of one class in a round of calls.
 *
 * <p>The rule: a class grows if all judged rounds but at most one agree on the same whole number of
 * objects a call. If they do not agree, the growth is an interval from the least to the most of a
 * round. A round without any change shows that the calls leave nothing behind.
 *
 * @param value the growth that all rounds but at most one agree on, or else the least of a round
 * @param certain the lower bound of the growth; nothing if the class shrank in a round, as a buffer
 *     that is emptied
 * @param most the upper bound of the growth
 */
public record ClassGrowth(ClassTotal value, ClassTotal certain, ClassTotal most) {

  static final ClassGrowth NONE = exactly(ClassTotal.NONE);

  private static ClassGrowth exactly(ClassTotal growth) {
    return new ClassGrowth(growth, growth, growth);
  }

  /**
   * Applies the rule.
   *
   * @param changes the change of the class in each round, those of repeated rounds included
   * @param rounds the number of the last rounds, which have to agree
   * @param calls the number of calls in a round
   */
  static ClassGrowth of(List<ClassTotal> changes, int rounds, int calls) {
    List<ClassTotal> increases = changes.stream().filter(change -> !change.isNegative()).toList();
    boolean shrank = increases.size() < changes.size();
    // fewer objects than calls may be of the JVM, and of a buffer that is emptied in each round
    if (increases.isEmpty()
        || increases.contains(ClassTotal.NONE)
        || (shrank && increases.stream().noneMatch(change -> change.objects() >= calls))) {
      return NONE;
    }
    ClassTotal least = increases.stream().reduce(ClassTotal::least).orElseThrow();
    ClassTotal most = increases.stream().reduce(ClassTotal::most).orElseThrow();
    ClassTotal agreed = mostFrequent(changes.subList(changes.size() - rounds, changes.size()));
    if (!shrank && agreed.objects() > 0 && agreed.objects() % calls == 0) {
      return exactly(agreed);
    }
    return new ClassGrowth(least, shrank ? ClassTotal.NONE : least, most);
  }

  /** Returns the change of all rounds but at most one; nothing if there is none. */
  private static ClassTotal mostFrequent(List<ClassTotal> rounds) {
    Map<ClassTotal, Integer> counts = new HashMap<>();
    rounds.forEach(change -> counts.merge(change, 1, Integer::sum));
    return counts.entrySet().stream()
        .filter(count -> count.getValue() >= Math.max(2, rounds.size() - 1))
        .map(Map.Entry::getKey)
        .findAny()
        .orElse(ClassTotal.NONE);
  }

  /**
   * Returns whether further rounds may show growth: the class has grown, or it shrank in all rounds
   * so far, so that the objects that were collected may hide growth.
   */
  static boolean isPossible(List<ClassTotal> changes, int calls) {
    return changes.stream().allMatch(ClassTotal::isNegative)
        || !of(changes, changes.size(), calls).equals(NONE);
  }

  /** Returns whether the rounds agree. */
  boolean isAgreed() {
    return certain.equals(most);
  }

  /** Returns this growth, of which others may have added a part. */
  ClassGrowth beside(ClassTotal others) {
    return new ClassGrowth(value, certain.without(others), most);
  }
}
