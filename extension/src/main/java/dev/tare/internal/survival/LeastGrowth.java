package dev.tare.internal.survival;

import static java.util.Comparator.comparingLong;

import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;

/**
 * Least growth over several rounds.
 *
 * <p>A class that did not grow in one of the rounds did not grow. Otherwise the least growth counts
 * that two rounds agree on, since other objects of the class that are collected in a round hide a
 * part of what was left behind.
 *
 * @param least the classes that grew in every round in which they did not shrink
 * @param shrunk those of them that shrank in some round, and those that shrank in every round: what
 *     was collected may be what the calls have left behind, or hide it
 * @param emptied those of {@code shrunk} of which all that grew may be what a buffer collects until
 *     it is emptied: over all rounds, they grew by no more than was collected in one
 * @param ambiguous the classes that grew by less in one round than what two rounds agree on: either
 *     collected objects hid a part of the growth in that round, or the JVM added as much of its own
 *     to both others
 */
record LeastGrowth(
    Map<String, ClassTotal> least, Set<String> shrunk, Set<String> emptied, Set<String> ambiguous) {

  /** Returns the least growth over rounds, of which each lists the classes that changed. */
  static LeastGrowth of(List<Map<String, ClassTotal>> rounds) {
    Set<String> changed = new HashSet<>();
    rounds.forEach(round -> changed.addAll(round.keySet()));
    Map<String, ClassTotal> least = new HashMap<>();
    Set<String> shrunk = new HashSet<>();
    Set<String> emptied = new HashSet<>();
    Set<String> ambiguous = new HashSet<>();
    for (String name : changed) {
      List<ClassTotal> changes =
          rounds.stream().map(round -> round.getOrDefault(name, ClassTotal.NONE)).toList();
      List<ClassTotal> growth =
          changes.stream()
              .filter(total -> !total.isShrunk())
              .sorted(comparingLong(ClassTotal::bytes).thenComparingLong(ClassTotal::objects))
              .toList();
      boolean grows = !growth.isEmpty() && !growth.get(0).isZero();
      if (grows) {
        ClassTotal one = least(growth);
        least.put(name, one);
        if (isEmptied(changes, one)) {
          emptied.add(name);
        }
        if (!one.equals(growth.get(0))) {
          ambiguous.add(name);
        }
      }
      if (growth.size() < rounds.size() && (grows || growth.isEmpty())) {
        shrunk.add(name);
      }
    }
    return new LeastGrowth(least, shrunk, emptied, ambiguous);
  }

  /** Compares what all rounds added with the most that one collected of it. */
  private static boolean isEmptied(List<ClassTotal> changes, ClassTotal least) {
    long all = changes.stream().mapToLong(ClassTotal::bytes).sum();
    long change = changes.stream().mapToLong(ClassTotal::bytes).min().orElse(0);
    return all <= least.bytes() - change; // this round, too, has added what each one adds
  }

  private static ClassTotal least(List<ClassTotal> sorted) {
    for (int i = 1; i < sorted.size(); i++) {
      if (sorted.get(i).equals(sorted.get(i - 1))) {
        return sorted.get(i);
      }
    }
    return sorted.get(0);
  }

  /**
   * Returns whether further rounds are not needed.
   *
   * @param repeated whether the rounds have been repeated, so that a class that shrank may count
   */
  boolean isCertain(boolean repeated) {
    return ambiguous.isEmpty()
        && (shrunk.isEmpty()
            || (repeated && emptied.isEmpty() && least.keySet().containsAll(shrunk)));
  }

  /** Returns the classes that grew in every round. */
  Map<String, ClassTotal> inEveryRound() {
    Map<String, ClassTotal> always = new HashMap<>(least);
    always.keySet().removeAll(shrunk);
    return always;
  }

  /** Returns the classes that grew, without those that may have been emptied since. */
  Map<String, ClassTotal> certain() {
    Map<String, ClassTotal> certain = new HashMap<>(least);
    certain.keySet().removeAll(emptied);
    return certain;
  }
}
