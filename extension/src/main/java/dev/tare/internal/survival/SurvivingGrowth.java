package dev.tare.internal.survival;

import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.TreeMap;
import java.util.function.Function;
import java.util.function.Predicate;
import java.util.stream.Collectors;

/**
 * Objects that the calls of a body leave behind, as growth of the live objects.
 *
 * @param classes the growth of a round by class, without those that did not grow
 * @param changes the change of each class in each round, also of those that did not grow
 * @param calls the number of calls in a round
 * @param time how long all rounds took
 */
public record SurvivingGrowth(
    Map<String, ClassGrowth> classes,
    List<Map<String, ClassTotal>> changes,
    int calls,
    int collections,
    Duration time) {

  /** Copies the collections and sorts the classes by name. */
  public SurvivingGrowth {
    classes = new TreeMap<>(classes);
    changes = List.copyOf(changes);
  }

  /**
   * Returns this growth, but with doubt about each class that the rounds do not agree on and that
   * the JVM may have created all objects of.
   */
  public SurvivingGrowth doubting(Predicate<String> mayBeOfTheJvm) {
    Map<String, ClassGrowth> doubtful = new TreeMap<>(classes);
    doubtful.replaceAll(
        (name, growth) ->
            !growth.isAgreed() && mayBeOfTheJvm.test(name) ? growth.beside(growth.most()) : growth);
    return new SurvivingGrowth(doubtful, changes, calls, collections, time);
  }

  /** Returns this growth, in which that of some classes is only possible. */
  public SurvivingGrowth withPossible(Predicate<String> names) {
    Map<String, ClassGrowth> others = new TreeMap<>(classes);
    others.replaceAll(
        (name, growth) ->
            names.test(name)
                ? new ClassGrowth(ClassTotal.NONE, ClassTotal.NONE, growth.most())
                : growth);
    return new SurvivingGrowth(others, changes, calls, collections, time);
  }

  /** Returns the names of the classes whose growth is not only possible. */
  public Set<String> names() {
    return classes.entrySet().stream()
        .filter(entry -> !entry.getValue().value().isZero())
        .map(Map.Entry::getKey)
        .collect(Collectors.toSet());
  }

  /** Returns the growth of these classes together in each round. */
  public List<ClassTotal> rounds() {
    return changes.stream().map(this::total).toList();
  }

  private ClassTotal total(Map<String, ClassTotal> round) {
    return names().stream()
        .map(name -> round.getOrDefault(name, ClassTotal.NONE))
        .filter(change -> !change.isNegative())
        .reduce(ClassTotal.NONE, ClassTotal::plus);
  }

  /** Returns the reason why the growth is not certain. */
  public String doubt() {
    return classes.entrySet().stream()
        .filter(entry -> !entry.getValue().isAgreed())
        .map(Map.Entry::getKey)
        .collect(
            Collectors.joining(
                ", ",
                "the rounds do not agree on how many objects of ",
                " a call leaves behind; raise calls or warmups, or stop the threads that create such"
                    + " objects"));
  }

  /** Returns the growth of all classes together. */
  public ClassTotal total() {
    return sum(ClassGrowth::value);
  }

  /** Returns the largest possible growth of all classes together. */
  public ClassTotal mostTotal() {
    return sum(ClassGrowth::most);
  }

  /** Returns the growth of all classes together that nothing but the calls explains. */
  public ClassTotal certainTotal() {
    return sum(ClassGrowth::certain);
  }

  private ClassTotal sum(Function<ClassGrowth, ClassTotal> part) {
    return classes.values().stream().map(part).reduce(ClassTotal.NONE, ClassTotal::plus);
  }
}
