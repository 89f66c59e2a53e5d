package dev.tare.internal.survival;

import static java.util.Comparator.comparingLong;

import java.util.List;

/**
 * Growth of the live objects of one class over rounds of calls.
 *
 * @param changes the change in each round
 * @param startupRounds the number of first rounds that are ignored in the search for buffers: if
 *     all rounds were repeated, those before, since code that runs for the first time creates
 *     objects once
 * @param votes the votes on the growth of a round
 */
record ClassGrowth(List<ClassTotal> changes, int startupRounds, PairVotes votes) {

  /** Share of the expected growth at which growth is steady in spite of decreases. */
  private static final double STEADY_SHARE = 0.9;

  /**
   * Returns whether the class grew in every round in which it did not shrink, and most pairs of
   * histograms agree that it grew. A single round without a change is enough to rule out growth.
   */
  boolean grows() {
    return !increases().isEmpty()
        && !increases().get(0).isZero()
        && !(votes.isClear() && votes.winner().bytes() <= 0);
  }

  /**
   * Returns the growth of a round that most pairs of histograms agree on, or the least of all if
   * none agree. Objects that the JVM keeps for a while, such as those of a thread that is about to
   * end, are in one histogram: they change two rounds, but no pair of the other histograms.
   */
  ClassTotal least() {
    return votes.isClear() ? votes.winner() : increases().get(0);
  }

  /**
   * Returns what may be left behind in a round besides {@link #least()}: in each round, other
   * objects may have been created or collected, or a call now and then leaves one.
   */
  ClassTotal unclear() {
    if (isPeriodic()) {
      return netGrowth().plus(oneObject()).dividedBy(changesAfterStartup().size()).without(least());
    }
    List<ClassTotal> increases = increases();
    return votes.isClear() ? ClassTotal.NONE : increases.get(increases.size() - 1).without(least());
  }

  /**
   * Returns whether the calls may leave an object behind now and then, such as each third, so that
   * a round has one more than another. Then the first and the last round may have begun or ended
   * just before such a call, and all rounds together may differ from the truth by one object.
   */
  private boolean isPeriodic() {
    ClassTotal agreed = votes.winner();
    List<ClassTotal> judged = changesAfterStartup();
    return votes.isClear()
        && !votes.isWhole()
        && agreed.objects() > 0 // otherwise objects were replaced by larger ones
        && judged.stream().anyMatch(change -> !change.equals(agreed))
        && judged.stream().allMatch(change -> !change.isNegative() && isOfSameSize(change, agreed));
  }

  private static boolean isOfSameSize(ClassTotal one, ClassTotal other) {
    return one.bytes() * other.objects() == other.bytes() * one.objects();
  }

  private ClassTotal oneObject() {
    return new ClassTotal(1, votes.winner().bytes() / votes.winner().objects());
  }

  /** Returns whether too few pairs of histograms agree on the growth of a round. */
  boolean isUnclear() {
    return grows() && !votes.isClear();
  }

  /**
   * Returns whether the class shrank in such a way that the collected objects may be what the calls
   * left behind, or may hide it.
   */
  boolean isUnsteady() {
    boolean shrank = changesAfterStartup().stream().anyMatch(ClassTotal::isNegative);
    return shrank
        && (grows()
            ? !growsAsAgreed()
            : changesAfterStartup().stream().allMatch(ClassTotal::isNegative));
  }

  /**
   * Returns whether the class has grown as much as if each round had added what most pairs agree
   * on. Then the collected objects were created and dropped by others.
   */
  private boolean growsAsAgreed() {
    return votes.isClear()
        && netGrowth().bytes()
            >= STEADY_SHARE * votes.winner().bytes() * changesAfterStartup().size();
  }

  /**
   * Returns whether the growth may be that of a buffer that is emptied now and then: all rounds
   * together added no more than the buffer's size and the growth of one more round, since the JVM
   * creates a few objects of its own.
   */
  boolean isEmptiedBuffer() {
    return isUnsteady() && grows() && netGrowth().bytes() <= bufferSize().bytes() + least().bytes();
  }

  /**
   * Returns whether the class shrank by more than the calls can have added to a buffer, so that
   * objects of others were collected.
   *
   * @param roundsBefore the number of rounds whose calls were made before the first change
   */
  boolean shrankByOthers(int roundsBefore) {
    return grows() && bufferSize().bytes() > least().bytes() * (roundsBefore + changes.size());
  }

  /** Returns the growth of a round: the average if the class shrank in several rounds. */
  ClassTotal perRound() {
    boolean shrinksOften =
        changesAfterStartup().stream().filter(ClassTotal::isNegative).count() > 1;
    return shrinksOften && isUnsteady()
        ? netGrowth().without(ClassTotal.NONE).dividedBy(changesAfterStartup().size())
        : least();
  }

  /**
   * Returns the part of {@link #perRound()} that a buffer may have collected, or that the calls
   * leave behind in some rounds only.
   */
  ClassTotal buffered() {
    if (isPeriodic()) {
      ClassTotal least = netGrowth().plus(oneObject().negated());
      return perRound().without(least.dividedBy(changesAfterStartup().size()));
    }
    return isUnsteady()
        ? perRound()
            .without(netGrowth().without(bufferSize()).dividedBy(changesAfterStartup().size()))
        : ClassTotal.NONE;
  }

  /** Returns the sum of all changes. */
  ClassTotal total() {
    return sum(changes);
  }

  private List<ClassTotal> changesAfterStartup() {
    return changes.subList(startupRounds, changes.size());
  }

  /** Returns the changes of the rounds in which the class did not shrink, the smallest first. */
  private List<ClassTotal> increases() {
    return changes.stream()
        .filter(change -> !change.isNegative())
        .sorted(comparingLong(ClassTotal::bytes).thenComparingLong(ClassTotal::objects))
        .toList();
  }

  private ClassTotal netGrowth() {
    return sum(changesAfterStartup());
  }

  /** Returns the largest decrease in a round, plus what the calls of this round added. */
  private ClassTotal bufferSize() {
    return changesAfterStartup().stream()
        .min(comparingLong(ClassTotal::bytes))
        .orElse(ClassTotal.NONE)
        .negated()
        .plus(least());
  }

  private static ClassTotal sum(List<ClassTotal> changes) {
    return changes.stream().reduce(ClassTotal.NONE, ClassTotal::plus);
  }
}
