package dev.tare.internal.survival;

import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Set;
import java.util.TreeMap;
import java.util.TreeSet;
import java.util.function.Predicate;

/**
 * Objects that the calls of a body leave behind, as growth of the live objects.
 *
 * @param least the least growth of a round by class, above zero
 * @param buffered the part of it that may be in a buffer that is emptied now and then, or that some
 *     rounds alone have, by class
 * @param unclear what may be left behind besides, by class: the rounds do not agree on the growth
 * @param resized the classes whose objects were replaced by larger ones each time that the number
 *     of calls was doubled
 * @param background what others than the body may have left behind in a round, by class: twice the
 *     growth in the same time without calls
 * @param rounds the growth of the classes of {@code least} in each round
 * @param calls the number of calls in a round
 * @param time how long all rounds took
 */
public record SurvivingGrowth(
    Map<String, ClassTotal> least,
    Map<String, ClassTotal> buffered,
    Map<String, ClassTotal> unclear,
    Set<String> resized,
    Map<String, ClassTotal> background,
    List<ClassTotal> rounds,
    int calls,
    int collections,
    Duration time) {

  /** Copies the collections and sorts the classes by name. */
  public SurvivingGrowth {
    least = new TreeMap<>(least);
    buffered = new TreeMap<>(buffered);
    unclear = new TreeMap<>(unclear);
    resized = new TreeSet<>(resized);
    background = new TreeMap<>(background);
    rounds = List.copyOf(rounds);
  }

  /**
   * Returns this growth, but with doubt about each class that the rounds do not agree on and that
   * the JVM may have created all objects of.
   */
  public SurvivingGrowth doubting(Predicate<String> mayBeOfTheJvm) {
    Map<String, ClassTotal> doubtful = new TreeMap<>(least);
    doubtful.keySet().removeIf(name -> !unclear.containsKey(name) || !mayBeOfTheJvm.test(name));
    buffered.forEach(doubtful::putIfAbsent);
    return new SurvivingGrowth(
        least, doubtful, unclear, resized, background, rounds, calls, collections, time);
  }

  /** Returns the growth by class that neither others than the body nor a buffer can explain. */
  public Map<String, ClassTotal> certain() {
    Map<String, ClassTotal> certain = new TreeMap<>();
    least.forEach(
        (name, grown) -> {
          ClassTotal total =
              grown
                  .without(background.getOrDefault(name, ClassTotal.NONE))
                  .without(buffered.getOrDefault(name, ClassTotal.NONE));
          if (!resized.contains(name) && !total.isZero()) {
            certain.put(name, total);
          }
        });
    return certain;
  }

  /** Returns the reason why the growth is not certain. */
  public String doubt() {
    for (String name : least.keySet()) {
      if (background.containsKey(name)) {
        return "objects of "
            + name
            + " are left behind even while the test does not run, so other threads may have made"
            + " them; stop these threads before the test";
      }
    }
    if (!resized.isEmpty()) {
      return "each time the number of calls doubled, objects of "
          + String.join(", ", resized)
          + " were replaced by larger ones, as in a list or text that grows without end; if it stops"
          + " growing, raise warmups";
    }
    Set<String> emptied = new TreeSet<>(buffered.keySet());
    emptied.removeIf(this::isWhollyUnclear);
    if (emptied.isEmpty()) {
      return "the rounds do not agree on how many objects of "
          + String.join(", ", unclear.keySet())
          + " a call leaves behind: not each call leaves the same, or the JVM or others create and"
          + " collect objects of the class; raise calls, or stop the threads that create them";
    }
    return "objects of "
        + String.join(", ", emptied)
        + " are left behind in most rounds and not in others: the calls leave some now and then, or"
        + " fill a buffer that is emptied; raise calls and rounds";
  }

  private boolean isWhollyUnclear(String name) {
    return unclear.containsKey(name) && Objects.equals(buffered.get(name), least.get(name));
  }

  /** Returns the growth of all classes together. */
  public ClassTotal total() {
    return sum(least);
  }

  /** Returns the largest possible growth of all classes together. */
  public ClassTotal mostTotal() {
    return total().plus(sum(unclear));
  }

  /** Returns {@link #certain()} of all classes together. */
  public ClassTotal certainTotal() {
    return sum(certain());
  }

  private static ClassTotal sum(Map<String, ClassTotal> classes) {
    return classes.values().stream().reduce(ClassTotal.NONE, ClassTotal::plus);
  }
}
