package dev.tare.internal.survival;

import static java.util.Comparator.comparingLong;

import java.util.List;
import java.util.Optional;
import java.util.stream.IntStream;

/**
 * Growth of the live objects of one class over rounds of calls.
 *
 * @param changes the change in each round
 * @param startupRounds the number of first rounds that are ignored in the search for buffers: if
 *     all rounds were repeated, those before, since code that runs for the first time creates
 *     objects once
 */
record ClassGrowth(List<ClassTotal> changes, int startupRounds) {

  /** Share of the expected growth at which growth is steady in spite of decreases. */
  private static final double STEADY_SHARE = 0.9;

  /**
   * Returns whether the class grew in every round in which it did not shrink. A single round
   * without a change is enough to rule out growth.
   */
  boolean grows() {
    return !increases().isEmpty() && !increases().get(0).isZero();
  }

  /**
   * Returns the least growth that two rounds agree on, or the least of all if no two agree: other
   * objects of the class that are collected in a round hide a part of what was left behind.
   */
  ClassTotal least() {
    return agreed().orElseGet(() -> increases().get(0));
  }

  /** Returns the least growth that two rounds have in common. */
  private Optional<ClassTotal> agreed() {
    List<ClassTotal> increases = increases();
    return IntStream.range(1, increases.size())
        .filter(i -> increases.get(i).equals(increases.get(i - 1)))
        .mapToObj(increases::get)
        .findFirst();
  }

  /**
   * Returns whether one round grew less than two rounds agree on: either collected objects hid a
   * part of its growth, or the JVM added the same number of its own objects to both others.
   */
  boolean isAmbiguous() {
    return grows() && !least().equals(increases().get(0));
  }

  /** Returns whether no two rounds agree, so that other objects may have hidden a part of each. */
  boolean isUnconfirmed() {
    return grows() && increases().size() > 1 && agreed().isEmpty();
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
   * Returns whether the class has grown as much as if each round had added what two agree on. Then
   * the collected objects were created and dropped by others.
   */
  private boolean growsAsAgreed() {
    return agreed()
        .filter(
            one -> netGrowth().bytes() >= STEADY_SHARE * one.bytes() * changesAfterStartup().size())
        .isPresent();
  }

  /**
   * Returns whether the growth may be that of a buffer that is emptied now and then: all rounds
   * together added no more than the buffer's size and the growth of one more round, since the JVM
   * creates a few objects of its own.
   */
  boolean isEmptiedBuffer() {
    return isUnsteady() && grows() && netGrowth().bytes() <= bufferSize().bytes() + least().bytes();
  }

  /** Returns the growth of a round: the average if the class shrank in several rounds. */
  ClassTotal perRound() {
    boolean shrinksOften =
        changesAfterStartup().stream().filter(ClassTotal::isNegative).count() > 1;
    return shrinksOften && isUnsteady()
        ? netGrowth().without(ClassTotal.NONE).dividedBy(changesAfterStartup().size())
        : least();
  }

  /** Returns the part of {@link #perRound()} that a buffer may have collected. */
  ClassTotal buffered() {
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
