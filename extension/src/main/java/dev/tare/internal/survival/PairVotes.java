package dev.tare.internal.survival;

import static java.util.Comparator.comparingLong;

import java.util.HashMap;
import java.util.List;
import java.util.Map;

/**
 * Votes of pairs of histograms on the growth of a class in a round. A pair votes for its difference
 * divided by the number of rounds between, if this is a whole number of objects and bytes and a
 * round had this growth. A decrease gets no vote if a round grew by whole objects for each call:
 * then others than the calls have dropped objects.
 *
 * @param winner the growth with the most votes, and the least one of several
 * @param isClear whether at least as many pairs as there are rounds vote for it, and fewer for any
 *     other, and the least growth of a round does not suggest that others added a part of it
 * @param isWhole whether it is a whole number of objects for each call
 */
record PairVotes(ClassTotal winner, boolean isClear, boolean isWhole) {

  /** Weight of a whole number of objects for each call, which others than the calls rarely add. */
  private static final int WHOLE_WEIGHT = 2;

  /**
   * Counts the votes.
   *
   * @param changes the change in each round
   * @param calls the number of calls in a round
   */
  static PairVotes of(List<ClassTotal> changes, int calls) {
    Map<ClassTotal, Integer> votes = new HashMap<>();
    for (int from = 0; from < changes.size(); from++) {
      ClassTotal growth = ClassTotal.NONE;
      for (int to = from; to < changes.size(); to++) {
        growth = growth.plus(changes.get(to));
        int rounds = to - from + 1;
        if (growth.objects() % rounds == 0 && growth.bytes() % rounds == 0) {
          ClassTotal each = new ClassTotal(growth.objects() / rounds, growth.bytes() / rounds);
          votes.merge(each, isWhole(each, calls) ? WHOLE_WEIGHT : 1, Integer::sum);
        }
      }
    }
    // an average that no round had may be that of uneven growth, as of other threads
    votes.keySet().retainAll(changes);
    if (changes.stream().anyMatch(change -> isWhole(change, calls))) {
      votes.keySet().removeIf(ClassTotal::isNegative);
    }
    PairVotes counted = counted(votes, changes.size(), calls);
    return counted.isClear && mayIncludeOthers(counted, changes, calls)
        ? new PairVotes(counted.winner, false, counted.isWhole)
        : counted;
  }

  /**
   * Returns whether others may have added objects in most rounds: the winner is not a whole number
   * of objects for each call, but the least growth of a round is. When the JIT compiles a method,
   * for example, the JVM creates the texts of its string constants.
   */
  private static boolean mayIncludeOthers(PairVotes counted, List<ClassTotal> changes, int calls) {
    return !counted.isWhole
        && changes.stream()
            .filter(change -> !change.isNegative())
            .min(comparingLong(ClassTotal::bytes))
            .filter(least -> isWhole(least, calls) && least.bytes() < counted.winner.bytes())
            .isPresent();
  }

  private static boolean isWhole(ClassTotal growth, int calls) {
    return growth.objects() > 0 && !growth.isNegative() && growth.objects() % calls == 0;
  }

  private static PairVotes counted(Map<ClassTotal, Integer> votes, int rounds, int calls) {
    ClassTotal winner = ClassTotal.NONE;
    int most = 0;
    boolean isTie = false;
    for (Map.Entry<ClassTotal, Integer> candidate : votes.entrySet()) {
      int number = candidate.getValue();
      isTie = number == most || (isTie && number < most);
      if (number > most || (number == most && candidate.getKey().bytes() < winner.bytes())) {
        winner = candidate.getKey();
        most = number;
      }
    }
    return new PairVotes(winner, most >= rounds && !isTie, isWhole(winner, calls));
  }
}
