package dev.tare.internal.survival;

import static java.util.Comparator.comparingLong;

import java.util.ArrayList;
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

  private static final String TEXT = "java.lang.String";
  private static final String ARRAY_OF_A_TEXT = "byte[]";

  /** Least size of an array in bytes. */
  private static final int MIN_ARRAY_BYTES = 16;

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
      List<ClassTotal> changes = changes(rounds, name);
      if (name.equals(ARRAY_OF_A_TEXT)) {
        changes = withoutTexts(changes, growth(changes(rounds, TEXT), startupRounds, calls));
      }
      classes.put(name, growth(changes, startupRounds, calls));
    }
    return new GrowthByClass(classes);
  }

  private static List<ClassTotal> changes(List<Map<String, ClassTotal>> rounds, String name) {
    return rounds.stream().map(round -> round.getOrDefault(name, ClassTotal.NONE)).toList();
  }

  private static ClassGrowth growth(List<ClassTotal> changes, int startupRounds, int calls) {
    return new ClassGrowth(changes, startupRounds, PairVotes.of(changes, calls));
  }

  /**
   * Returns the changes of arrays, but the least increase for each round whose other arrays may be
   * those of texts that others than the calls created in the round, and that the next round does
   * not drop. When the JIT compiles a method, the JVM creates the texts of its string constants.
   */
  private static List<ClassTotal> withoutTexts(List<ClassTotal> arrays, ClassGrowth texts) {
    if (texts.grows() && !(texts.votes().isClear() && texts.votes().isWhole())) {
      return arrays; // texts of the calls cannot be told from those of others
    }
    long textsOfCalls = texts.grows() ? texts.least().objects() : 0;
    ClassTotal least = leastIncrease(arrays);
    List<ClassTotal> changes = new ArrayList<>(arrays);
    for (int i = 0; i < changes.size(); i++) {
      ClassTotal others = arrays.get(i).plus(least.negated());
      boolean areOfTexts =
          others.objects() > 0
              && others.bytes() >= MIN_ARRAY_BYTES * others.objects()
              && others.objects() <= texts.changes().get(i).objects() - textsOfCalls;
      boolean stay = i + 1 == changes.size() || !texts.changes().get(i + 1).isNegative();
      if (areOfTexts && stay) {
        changes.set(i, least);
      }
    }
    return changes;
  }

  private static ClassTotal leastIncrease(List<ClassTotal> changes) {
    return changes.stream()
        .filter(change -> !change.isNegative())
        .min(comparingLong(ClassTotal::bytes))
        .orElse(ClassTotal.NONE);
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
