package dev.tare.internal.survival;

import dev.tare.body.TestBody;
import dev.tare.heap.UnweighableException;
import dev.tare.internal.call.TestOverlap;
import java.lang.management.ManagementFactory;
import java.time.Duration;
import java.util.ArrayList;
import java.util.Collections;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.TreeSet;
import java.util.function.Predicate;

/**
 * Measures what the calls of a body leave behind: calls it in rounds, and compares the live objects
 * of the JVM before and after each.
 *
 * <p>What the JVM and other threads leave behind differs from round to round, but what a body
 * leaves behind does not. So the least growth of each class counts.
 *
 * <ol>
 *   <li>Trial round: if no class grows in it, the calls leave nothing behind. Otherwise it is not
 *       judged.
 *   <li>Judged rounds: they end early if no class has grown in all of them, and are repeated if
 *       their growth is not conclusive.
 *   <li>If no class has grown, but arrays may have been replaced by larger ones, the number of
 *       calls is doubled several times.
 *   <li>If a class has grown, idle rounds, without calls, show what others than the body leave
 *       behind.
 * </ol>
 */
public final class SurvivingRounds {

  // A histogram includes the objects that finalizers and cleaners of its round still need. The next
  // histogram includes those of its own round instead, so the difference does not show them.
  //
  // An object that is created between two histograms and still referenced is in their difference.
  // So what is computed from one round must be garbage in the next, or the first histogram of the
  // next must be taken after it.

  /** Reason why rounds beside other tests decide nothing. */
  public static final String OTHER_TESTS =
      TestOverlap.reason("and their objects are in the figure");

  /** Number of the first histogram of the judged rounds; the trial round has the numbers before. */
  private static final int FIRST_JUDGED = 2;

  /** Maximum number of idle rounds. */
  private static final int MAX_IDLE_ROUNDS = 3;

  /**
   * Factor by which the growth in a round may exceed that in idle rounds although the calls do not
   * cause it: other threads work unevenly.
   */
  private static final double BACKGROUND_FACTOR = 2;

  /**
   * Maximum number of times that the number of calls is doubled: an array that a list or text fills
   * without end is replaced by a larger one each time.
   */
  private static final int MAX_DOUBLINGS = 3;

  /** Number of rounds before the judged ones, without those that are repeated. */
  private static final int TRIAL_ROUNDS = 1;

  /** Maximum number of times that the judged rounds are run. */
  private static final int MAX_ATTEMPTS = 3;

  private final int calls;
  private final int rounds;
  private final RoundHistograms histograms;
  private long startNanos;

  /** Number of rounds whose calls are made before the judged rounds, rounded up. */
  private int roundsBefore;

  /** Number of the last histogram of the judged rounds. */
  private int lastJudged;

  /**
   * @param calls the number of calls in a round
   * @param rounds the maximum number of judged rounds
   * @param selected the classes that count, by name
   */
  public SurvivingRounds(TestBody body, int calls, int rounds, Predicate<String> selected) {
    this.calls = calls;
    this.rounds = rounds;
    // the last one is that of an idle round
    this.histograms = new RoundHistograms(body, FIRST_JUDGED + 1 + rounds + 1, calls, selected);
  }

  /**
   * Returns what the calls of the body leave behind; empty if this JVM's collector never collects.
   *
   * @param warmups the number of calls before the first histogram
   * @throws UnweighableException if this JVM has no histograms, or does not stop clearing soft
   *     references
   * @throws Throwable what the body threw, unchanged
   */
  public Optional<SurvivingGrowth> measure(int warmups) throws Throwable {
    startNanos = System.nanoTime();
    histograms.call(warmups);
    roundsBefore = TRIAL_ROUNDS + (warmups + calls - 1) / calls;
    if (!histograms.collect()) {
      return Optional.empty();
    }
    runTrialRound();
    long classes = loadedClasses();
    if (histograms.growth(0, 1).isNothing()) {
      return Optional.of(noGrowth());
    }
    histograms.copy(1, FIRST_JUDGED);
    GrowthByClass growth = runJudgedRounds(loadedClasses() > classes);
    if (growth.grown().isEmpty() && doubtfulBuffers(growth).isEmpty()) {
      Set<String> resized = new TreeSet<>(histograms.growth(0, 1).resized(calls));
      resized.addAll(growth.resized(calls));
      return Optional.of(growthAfterDoublings(resized));
    }
    return Optional.of(leastGrowth(growth));
  }

  /** Returns the number of classes that this JVM has loaded so far, those of lambdas included. */
  private static long loadedClasses() {
    return ManagementFactory.getClassLoadingMXBean().getTotalLoadedClassCount();
  }

  private void runTrialRound() throws Throwable {
    histograms.take(0);
    int last = 0;
    while (last == 0) {
      last = histograms.round(0, 1, calls);
    }
  }

  /**
   * Runs the judged rounds, and returns the growth over all attempts.
   *
   * @param classesLoaded whether classes were loaded since the trial round, whose last histogram is
   *     otherwise the first of the judged rounds
   */
  private GrowthByClass runJudgedRounds(boolean classesLoaded) throws Throwable {
    List<Map<String, ClassTotal>> changes = new ArrayList<>();
    GrowthByClass growth;
    int startupRounds = 0;
    int attempts = 0;
    do {
      startupRounds = attempts == 1 ? changes.size() : startupRounds;
      if (attempts > 0 || classesLoaded) {
        // the changes read so far are live, and so is what code creates when it first runs
        histograms.take(FIRST_JUDGED);
      }
      lastJudged = runUntilDecided();
      changes.addAll(histograms.changes(FIRST_JUDGED, lastJudged));
      growth = GrowthByClass.of(changes, startupRounds, calls);
    } while (++attempts < MAX_ATTEMPTS && !isConclusive(growth, attempts));
    return growth;
  }

  /**
   * Runs the judged rounds until no class has grown in all of them, or until all are run. Returns
   * the number of the last histogram.
   */
  private int runUntilDecided() throws Throwable {
    int last = FIRST_JUDGED;
    do {
      last = histograms.round(FIRST_JUDGED, last + 1, calls);
    } while (last == FIRST_JUDGED
        || (last < FIRST_JUDGED + rounds && !histograms.growth(FIRST_JUDGED, last).isNothing()));
    if (last == FIRST_JUDGED + rounds) {
      // at once: what is computed from the rounds would be live in the idle round
      histograms.takeAfterIdleTime(last + 1);
    }
    return last;
  }

  /**
   * Returns whether the judged rounds need no further attempt. A second one is needed if a class
   * that grew also grew in the idle round after them: other threads may have added to it for a
   * while.
   */
  private boolean isConclusive(GrowthByClass growth, int attempts) {
    boolean repeated = attempts > 1;
    boolean grewOnlyInCalls =
        lastJudged < FIRST_JUDGED + rounds
            || Collections.disjoint(
                histograms.growth(lastJudged, lastJudged + 1).grownSteadily().keySet(),
                growth.grown().keySet());
    return growth.isConclusive(repeated) && (repeated || grewOnlyInCalls);
  }

  /**
   * Returns the classes that may be buffers or not: they grew in each round of the last attempt,
   * but may have been emptied in an earlier one, or what was collected cannot be of the calls
   * alone.
   */
  private Map<String, ClassGrowth> doubtfulBuffers(GrowthByClass growth) {
    Map<String, ClassGrowth> doubtful = histograms.growth(FIRST_JUDGED, lastJudged).grownSteadily();
    Map<String, ClassGrowth> emptied = growth.emptiedBuffers();
    doubtful.keySet().retainAll(emptied.keySet());
    emptied.values().removeIf(buffer -> !buffer.shrankByOthers(roundsBefore));
    emptied.forEach(doubtful::putIfAbsent);
    return doubtful;
  }

  /**
   * Returns the growth of a round by class. A class that may be a buffer or not is part of it but
   * in doubt: all of its growth counts as buffered.
   */
  private SurvivingGrowth leastGrowth(GrowthByClass growth) throws Throwable {
    Map<String, ClassTotal> least = new HashMap<>();
    Map<String, ClassTotal> buffered = new HashMap<>();
    Map<String, ClassTotal> unclear = new HashMap<>();
    growth
        .grown()
        .forEach(
            (name, grown) -> {
              least.put(name, grown.perRound());
              buffered.put(name, grown.buffered());
              unclear.put(name, grown.unclear());
            });
    doubtfulBuffers(growth)
        .forEach(
            (name, doubtful) -> {
              least.put(name, doubtful.least());
              buffered.put(name, doubtful.least());
            });
    buffered.values().removeIf(ClassTotal::isZero);
    unclear.values().removeIf(ClassTotal::isZero);
    // before the idle rounds, which replace the last histogram
    List<ClassTotal> roundTotals = roundTotals(least.keySet());
    return survivingGrowth(least, buffered, unclear, Set.of(), background(), roundTotals);
  }

  /** Returns the growth of some classes together in each round of the last attempt. */
  private List<ClassTotal> roundTotals(Set<String> classes) {
    List<ClassTotal> totals = new ArrayList<>();
    for (int i = FIRST_JUDGED; i < lastJudged; i++) {
      Map<String, ClassTotal> round = histograms.change(i, i + 1);
      round.keySet().retainAll(classes);
      round.values().removeIf(ClassTotal::isNegative);
      totals.add(round.values().stream().reduce(ClassTotal.NONE, ClassTotal::plus));
    }
    return totals;
  }

  /**
   * Returns what others than the body may leave behind in the longest round, by class. Idle rounds
   * are repeated as long as a class may have grown in all of them.
   */
  private Map<String, ClassTotal> background() throws Throwable {
    boolean hasIdleRound =
        lastJudged == FIRST_JUDGED + rounds
            && !histograms.lostSoftReferences(lastJudged, lastJudged + 1);
    double longestRound = histograms.longestRoundNanos(FIRST_JUDGED, lastJudged);
    double longestIdle = 1;
    List<Map<String, ClassTotal>> idleChanges = new ArrayList<>();
    GrowthByClass growth;
    do {
      if (!hasIdleRound) {
        histograms.idleRound(lastJudged);
      }
      hasIdleRound = false;
      longestIdle = Math.max(longestIdle, histograms.longestRoundNanos(lastJudged, lastJudged + 1));
      idleChanges.add(histograms.change(lastJudged, lastJudged + 1));
      growth = GrowthByClass.of(idleChanges, 0, calls);
    } while (idleChanges.size() < MAX_IDLE_ROUNDS && !growth.isNothing());
    double factor = BACKGROUND_FACTOR * Math.max(1, longestRound / longestIdle);
    Map<String, ClassTotal> background = new HashMap<>();
    growth
        .classes()
        .forEach(
            (name, idle) -> {
              if (idle.grows()) {
                background.put(name, idle.least().times(factor));
              }
            });
    return background;
  }

  /**
   * Doubles the number of calls several times, and returns the growth of the classes whose objects
   * were replaced by larger ones each time.
   *
   * @param names the classes of which this may have happened in a round
   */
  private SurvivingGrowth growthAfterDoublings(Set<String> names) throws Throwable {
    Map<String, ClassTotal> least = new HashMap<>();
    for (int i = 0; i < MAX_DOUBLINGS && !names.isEmpty(); i++) {
      int added = histograms.calls();
      int restarts = histograms.restarts();
      runDoubledCalls(added);
      Map<String, ClassTotal> change = histograms.change(0, 2);
      if (restarts == histograms.restarts()) { // otherwise the calls were not doubled
        names.removeIf(name -> !change.getOrDefault(name, ClassTotal.NONE).isResized(added));
      }
      least.clear();
      for (String name : names) {
        long bytes = change.getOrDefault(name, ClassTotal.NONE).bytes();
        least.put(name, new ClassTotal(0, bytes).times((double) calls / added));
      }
    }
    return names.isEmpty()
        ? noGrowth()
        : survivingGrowth(least, Map.of(), Map.of(), names, Map.of(), List.copyOf(least.values()));
  }

  /** Takes histograms 0 before and 2 after further calls. */
  private void runDoubledCalls(int added) throws Throwable {
    histograms.take(0);
    int last = 0;
    while (last < 2) {
      // after a round without calls, what finalizers and cleaners needed is gone
      last = histograms.round(0, last + 1, last == 0 ? added : 0);
    }
  }

  private SurvivingGrowth noGrowth() {
    return survivingGrowth(
        Map.of(), Map.of(), Map.of(), Set.of(), Map.of(), List.of(ClassTotal.NONE));
  }

  private SurvivingGrowth survivingGrowth(
      Map<String, ClassTotal> least,
      Map<String, ClassTotal> buffered,
      Map<String, ClassTotal> unclear,
      Set<String> resized,
      Map<String, ClassTotal> background,
      List<ClassTotal> roundTotals) {
    return new SurvivingGrowth(
        least,
        buffered,
        unclear,
        resized,
        background,
        roundTotals,
        calls,
        histograms.collections(),
        Duration.ofNanos(System.nanoTime() - startNanos));
  }
}
