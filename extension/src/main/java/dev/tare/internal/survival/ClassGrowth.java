package dev.tare.internal.survival;

import static java.util.Comparator.comparingLong;

import java.util.List;
import java.util.Optional;
import java.util.stream.IntStream;

/**
 * Growth of the objects of one class over rounds of calls.
 *
 * @param changes by how much they changed in each round
 * @param settled the number of first rounds that do not show what a buffer collects: those after
 *     which all rounds were repeated, since code that runs for the first time creates objects once
 */
record ClassGrowth(List<ClassTotal> changes, int settled) {

  /** Share of the expected growth that must be there in the end. */
  private static final double STEADY = 0.9;

  /**
   * Returns whether the class grew in every round in which it did not shrink.
   *
   * <p>A class that did not grow in one of the rounds did not grow.
   */
  boolean grows() {
    return !grown().isEmpty() && !grown().get(0).isZero();
  }

  /**
   * Returns the least growth that two rounds agree on, or else the least: other objects of the
   * class that are collected in a round hide a part of what was left behind.
   */
  ClassTotal least() {
    return agreed().orElseGet(() -> grown().get(0));
  }

  private Optional<ClassTotal> agreed() {
    List<ClassTotal> grown = grown();
    return IntStream.range(1, grown.size())
        .filter(i -> grown.get(i).equals(grown.get(i - 1)))
        .mapToObj(grown::get)
        .findFirst();
  }

  /**
   * Returns whether one round had less growth than two rounds agree on: either collected objects
   * hid a part of it, or the JVM added as much of its own to both others.
   */
  boolean isAmbiguous() {
    return grows() && !least().equals(grown().get(0));
  }

  /** Returns whether no two rounds agree, so that others may have hidden a part of each. */
  boolean isUnconfirmed() {
    return grows() && grown().size() > 1 && agreed().isEmpty();
  }

  /** Returns whether what was collected may be what the calls have left behind, or hide it. */
  boolean isShrunk() {
    boolean shrank = later().stream().anyMatch(ClassTotal::isShrunk);
    return shrank && (grows() ? !isSteady() : later().stream().allMatch(ClassTotal::isShrunk));
  }

  /**
   * Returns whether the class has grown as much as if each round had added what two agree on: then
   * others have created and dropped the objects that were collected.
   */
  private boolean isSteady() {
    return agreed()
        .filter(one -> net().bytes() >= STEADY * one.bytes() * later().size())
        .isPresent();
  }

  /**
   * Returns whether all that was added may be what a buffer collects until it is emptied: no more
   * than was collected in one round, and what two rounds add, since the round that collected has
   * added as much as the others, and the JVM creates a few objects of its own.
   */
  boolean isEmptied() {
    return isShrunk() && grows() && net().bytes() <= buffer().bytes() + least().bytes();
  }

  /** Returns the growth of a round: on average if the calls collect in several of them. */
  ClassTotal perRound() {
    boolean collects = later().stream().filter(ClassTotal::isShrunk).count() > 1;
    return collects && isShrunk()
        ? net().without(ClassTotal.NONE).dividedBy(later().size())
        : least();
  }

  /** Returns the part of {@link #perRound()} that a buffer may have collected. */
  ClassTotal buffered() {
    return isShrunk()
        ? perRound().without(net().without(buffer()).dividedBy(later().size()))
        : ClassTotal.NONE;
  }

  /** Returns the growth over all rounds. */
  ClassTotal sum() {
    return changes.stream().reduce(ClassTotal.NONE, ClassTotal::plus);
  }

  private List<ClassTotal> later() {
    return changes.subList(settled, changes.size());
  }

  private List<ClassTotal> grown() {
    return changes.stream()
        .filter(change -> !change.isShrunk())
        .sorted(comparingLong(ClassTotal::bytes).thenComparingLong(ClassTotal::objects))
        .toList();
  }

  private ClassTotal net() {
    return later().stream().reduce(ClassTotal.NONE, ClassTotal::plus);
  }

  /** Returns the most that was collected in one round, with what it added. */
  private ClassTotal buffer() {
    return later().stream()
        .min(comparingLong(ClassTotal::bytes))
        .orElse(ClassTotal.NONE)
        .negated()
        .plus(least());
  }
}
