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
 */
record LeastGrowth(Map<String, ClassTotal> least, Set<String> shrunk) {

  /** Returns the least growth over rounds, of which each lists the classes that changed. */
  static LeastGrowth of(List<Map<String, ClassTotal>> rounds) {
    Set<String> changed = new HashSet<>();
    rounds.forEach(round -> changed.addAll(round.keySet()));
    Map<String, ClassTotal> least = new HashMap<>();
    Set<String> shrunk = new HashSet<>();
    for (String name : changed) {
      List<ClassTotal> growth =
          rounds.stream()
              .map(round -> round.getOrDefault(name, ClassTotal.NONE))
              .filter(total -> !total.isShrunk())
              .sorted(comparingLong(ClassTotal::bytes).thenComparingLong(ClassTotal::objects))
              .toList();
      boolean grows = !growth.isEmpty() && !growth.get(0).isZero();
      if (grows) {
        least.put(name, least(growth));
      }
      if (growth.size() < rounds.size() && (grows || growth.isEmpty())) {
        shrunk.add(name);
      }
    }
    return new LeastGrowth(least, shrunk);
  }

  private static ClassTotal least(List<ClassTotal> sorted) {
    for (int i = 1; i < sorted.size(); i++) {
      if (sorted.get(i).equals(sorted.get(i - 1))) {
        return sorted.get(i);
      }
    }
    return sorted.get(0);
  }

  /** Returns the classes that grew in every round. */
  Map<String, ClassTotal> inEveryRound() {
    Map<String, ClassTotal> always = new HashMap<>(least);
    always.keySet().removeAll(shrunk);
    return always;
  }
}
