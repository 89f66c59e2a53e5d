package dev.tare.internal.survival;

import dev.tare.body.TestBody;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.TreeSet;
import java.util.function.Predicate;
import javax.management.JMException;

/**
 * Rounds of calls of a body, with a histogram of all live objects before and after each.
 *
 * <p>What the JVM and other threads leave behind differs from round to round, and what a body
 * leaves behind does not. So the least growth of a class counts.
 */
public final class SurvivingRounds {

  /** Reason why rounds beside other tests decide nothing. */
  public static final String OTHER_TESTS =
      "other tests run at the same time, and their objects are in the figure; run this one"
          + " alone: @Isolated on its class, or no @Test beside the annotation";

  /** Reason why there are no rounds in a JVM without histograms; what it answered follows. */
  public static final String NO_HISTOGRAM = "this JVM does not count its live objects by class: ";

  /** What to do without histograms. */
  public static final String OTHER_JVM = "run on a HotSpot JVM";

  /** Number of gaps without calls in which a class must grow to count as background. */
  private static final int GAPS = 2;

  /** Collections before a histogram, which makes one itself; see {@link Survival}. */
  private static final int SETTLING = 2;

  private final TestBody body;
  private final int calls;
  private final int rounds;
  private final Predicate<String> selected;
  private final LiveHistograms histograms;
  private int collections;

  /**
   * @param calls the number of calls in a round
   * @param rounds the largest number of judged rounds
   * @param selected the classes that count, by name
   */
  public SurvivingRounds(TestBody body, int calls, int rounds, Predicate<String> selected) {
    this.body = body;
    this.calls = calls;
    this.rounds = rounds;
    this.selected = selected;
    this.histograms = new LiveHistograms(1 + rounds + GAPS);
  }

  /** Returns the reason why objects of a class decide nothing if they appear without calls too. */
  public static String background(String type) {
    return "objects of "
        + type
        + " are left behind even while the test does not run, so other threads may have made them;"
        + " stop these threads before the test";
  }

  /**
   * Calls the body, and returns what the calls left behind; empty if this JVM's collector never
   * collects.
   *
   * <p>If the first round left nothing, it decides. Otherwise it is not judged: collections are
   * repeated before each further histogram, so that references are cleared and finalizers and
   * cleaners have run. If a class shrank in a round and grew in the others, all rounds are repeated
   * once, and it counts only if it grows in each.
   *
   * @param warmups the number of calls before the first histogram
   * @throws JMException if this JVM has no histograms
   * @throws Throwable what the body threw, unchanged
   */
  public Optional<SurvivingGrowth> measure(int warmups) throws Throwable {
    long start = System.nanoTime();
    call(warmups);
    collections++;
    if (!FullCollection.run()) {
      return Optional.empty();
    }
    take(0);
    call(calls);
    take(1);
    if (isDecided(1)) {
      return Optional.of(found(Map.of(), Set.of(), List.of(ClassTotal.NONE), start));
    }
    int judged = judge();
    if (!growth(0, judged).shrunk().isEmpty()) {
      judged = judge();
    }
    Map<String, ClassTotal> least = growth(0, judged).inEveryRound();
    List<ClassTotal> totals = totals(judged, least.keySet());
    Set<String> background = new TreeSet<>(least.keySet());
    if (!least.isEmpty()) {
      background.retainAll(background(judged));
    }
    return Optional.of(found(least, background, totals, start));
  }

  /** Calls the body in rounds until one decides, and returns their number. */
  private int judge() throws Throwable {
    settle();
    take(0);
    int judged = 0;
    do {
      call(calls);
      settle();
      take(++judged);
    } while (judged < rounds && !isDecided(judged));
    return judged;
  }

  private SurvivingGrowth found(
      Map<String, ClassTotal> least, Set<String> background, List<ClassTotal> totals, long start) {
    return new SurvivingGrowth(
        least, background, totals, calls, collections, Duration.ofNanos(System.nanoTime() - start));
  }

  private void call(int times) throws Throwable {
    for (int i = 0; i < times; i++) {
      body.run();
    }
    body.forget();
  }

  private void settle() {
    for (int i = 0; i < SETTLING; i++) {
      FullCollection.run();
      collections++;
    }
  }

  private void take(int number) throws JMException {
    histograms.take(number);
    collections++;
  }

  /** Returns whether it is certain that no selected class has grown in all rounds. */
  private boolean isDecided(int judged) {
    LeastGrowth growth = growth(0, judged);
    return growth.least().isEmpty() && growth.shrunk().isEmpty();
  }

  /** Returns the growth of selected classes from one histogram to a later one. */
  private LeastGrowth growth(int first, int last) {
    List<Map<String, ClassTotal>> differences = new ArrayList<>();
    for (int i = first; i < last; i++) {
      Map<String, ClassTotal> difference = histograms.difference(i, i + 1);
      difference.keySet().removeIf(selected.negate());
      differences.add(difference);
    }
    return LeastGrowth.of(differences);
  }

  /** Returns the growth of some classes in each round. */
  private List<ClassTotal> totals(int judged, Set<String> classes) {
    List<ClassTotal> totals = new ArrayList<>();
    for (int i = 0; i < judged; i++) {
      Map<String, ClassTotal> round = growth(i, i + 1).least();
      round.keySet().retainAll(classes);
      totals.add(round.values().stream().reduce(ClassTotal.NONE, ClassTotal::plus));
    }
    return totals;
  }

  /** Returns the classes that grow although the body is not called. */
  private Set<String> background(int last) throws JMException {
    for (int i = 1; i <= GAPS; i++) {
      settle();
      take(last + i);
    }
    return growth(last, last + GAPS).least().keySet();
  }
}
