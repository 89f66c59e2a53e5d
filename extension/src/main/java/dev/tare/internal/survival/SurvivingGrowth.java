package dev.tare.internal.survival;

import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import java.util.function.Function;
import java.util.function.Predicate;
import java.util.stream.Collectors;

/**
 * Objects that the calls of a body leave behind, as growth of the live objects.
 *
 * @param classes the growth of a round by class, without those that did not grow
 * @param rounds the growth of these classes in each round
 * @param calls the number of calls in a round
 * @param time how long all rounds took
 */
public record SurvivingGrowth(
    Map<String, ClassGrowth> classes,
    List<ClassTotal> rounds,
    int calls,
    int collections,
    Duration time) {

  /** Copies the collections and sorts the classes by name. */
  public SurvivingGrowth {
    classes = new TreeMap<>(classes);
    rounds = List.copyOf(rounds);
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
    return new SurvivingGrowth(doubtful, rounds, calls, collections, time);
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
