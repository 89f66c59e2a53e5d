package dev.tare.internal.survival;

import java.util.ArrayList;
import java.util.Collections;
import java.util.List;

/**
 * Growth of the live objects of one class in a round of calls.
 *
 * <p>The rule: a class grows if all judged rounds but at most one agree on the same whole number of
 * objects a call, and the last one is not without a change: then a cache may have become full. If
 * they do not agree, its growth is an interval from the least to the most of a round, and from 0 if
 * the class shrank in a round and has not outgrown that since.
 *
 * <p>A class has not grown if it did not change in more rounds than it grew by an object a call: in
 * one round, others may have dropped as many objects as the calls left. It has not grown either if
 * it has as many objects as five or more rounds before and grew by less than an object a call in
 * all rounds: then it is a buffer that is emptied once or several times in a round.
 *
 * @param value the growth that the rounds agree on, or else the least of a round
 * @param certain the lower bound of the growth
 * @param most the upper bound of the growth
 */
public record ClassGrowth(ClassTotal value, ClassTotal certain, ClassTotal most) {

  static final ClassGrowth NONE = exactly(ClassTotal.NONE);

  /** Number of rounds in which a buffer that keeps some objects does not have as many again. */
  private static final int ROUNDS_OF_A_BUFFER = 5;

  private static ClassGrowth exactly(ClassTotal growth) {
    return new ClassGrowth(growth, growth, growth);
  }

  /**
   * Applies the rule.
   *
   * @param changes the change of the class in each round
   * @param rounds the number of the last rounds, which have to agree
   * @param calls the number of calls in a round
   */
  static ClassGrowth of(List<ClassTotal> changes, int rounds, int calls) {
    List<ClassTotal> judged = sinceOutgrown(changes, rounds);
    List<ClassTotal> increases = judged.stream().filter(change -> !change.isNegative()).toList();
    if (increases.isEmpty() || isNone(changes, calls)) {
      return NONE;
    }
    ClassTotal least = increases.stream().reduce(ClassTotal::least).orElseThrow();
    ClassTotal most = increases.stream().reduce(ClassTotal::most).orElseThrow();
    if (increases.size() < judged.size()) {
      return new ClassGrowth(least, ClassTotal.NONE, most);
    }
    List<ClassTotal> last = judged.subList(Math.max(0, judged.size() - rounds), judged.size());
    if (last.get(last.size() - 1).isZero()) {
      return new ClassGrowth(least, least, most);
    }
    // if all but one agree, so does one of the first two
    return last.stream()
        .limit(2)
        .filter(change -> change.objects() > 0 && change.objects() % calls == 0)
        .filter(change -> Collections.frequency(last, change) >= Math.max(2, last.size() - 1))
        .findFirst()
        .map(ClassGrowth::exactly)
        .orElse(new ClassGrowth(least, least, most));
  }

  /**
   * Returns the rounds after the last decrease if they added more than it removed, by more than the
   * largest increase of a round: a buffer is emptied before. Otherwise returns all rounds.
   */
  private static List<ClassTotal> sinceOutgrown(List<ClassTotal> changes, int rounds) {
    int start = changes.size();
    while (start > 0 && !changes.get(start - 1).isNegative()) {
      start--;
    }
    List<ClassTotal> since = changes.subList(start, changes.size());
    if (start == 0 || since.size() < rounds) {
      return changes;
    }
    ClassTotal added = since.stream().reduce(changes.get(start - 1), ClassTotal::plus);
    ClassTotal most = since.stream().reduce(ClassTotal.NONE, ClassTotal::most);
    return added.objects() > most.objects() && added.bytes() > most.bytes() ? since : changes;
  }

  /** Returns whether the rounds show that the calls leave no object of the class behind. */
  private static boolean isNone(List<ClassTotal> changes, int calls) {
    List<ClassTotal> levels = new ArrayList<>(List.of(ClassTotal.NONE));
    changes.forEach(change -> levels.add(levels.get(levels.size() - 1).plus(change)));
    long unchanged = changes.stream().filter(ClassTotal::isZero).count();
    return unchanged > changes.stream().filter(change -> change.objects() >= calls).count()
        || (changes.stream().allMatch(change -> change.objects() < calls)
            && levels.stream()
                .anyMatch(
                    level ->
                        levels.lastIndexOf(level) - levels.indexOf(level) >= ROUNDS_OF_A_BUFFER));
  }

  /** Returns whether no further rounds are needed, with the arguments of {@link #of}. */
  static boolean isDecided(List<ClassTotal> changes, int rounds, int calls) {
    return isNone(changes, calls)
        || (changes.size() >= rounds && of(changes, rounds, calls).isAgreed());
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
