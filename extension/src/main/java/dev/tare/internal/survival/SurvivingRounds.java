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
import java.util.concurrent.TimeUnit;
import java.util.concurrent.locks.LockSupport;
import java.util.function.Predicate;
import java.util.stream.IntStream;

/**
 * Rounds of calls of a body, with a histogram of all live objects before and after each.
 *
 * <p>What the JVM and other threads leave behind differs from round to round, and what a body
 * leaves behind does not. So the least growth of a class counts.
 */
public final class SurvivingRounds {

  /** Reason why rounds beside other tests decide nothing. */
  public static final String OTHER_TESTS =
      TestOverlap.reason("and their objects are in the figure");

  /** Number of the first histogram of the judged rounds; those of the first round come before. */
  private static final int FIRST = 2;

  /** Largest number of gaps without calls, which show what others than the body leave behind. */
  private static final int GAPS = 3;

  /**
   * Length of a gap without the pause of its histogram: other threads must come to run in it, as
   * they do in a round, in which the histograms are read.
   */
  private static final long GAP_NANOS = TimeUnit.MILLISECONDS.toNanos(10);

  /** Factor of the growth in gaps that may be in a round, since other threads work unevenly. */
  private static final double UNEVEN = 2;

  /**
   * Number of times that the number of calls is doubled: an array that a list or text fills without
   * end is replaced by a larger one each time.
   */
  private static final int DOUBLINGS = 3;

  /** Largest number of times that all rounds are made. */
  private static final int ATTEMPTS = 3;

  /** Largest number of times that rounds begin again since the JVM cleared soft references. */
  private static final int RESTARTS = 10;

  private static final String CLEARED =
      "the JVM cleared soft references in more than "
          + RESTARTS
          + " rounds of calls, so what they held would be missing in the figure";

  private static final String KEEP =
      "run the JVM with -XX:SoftRefLRUPolicyMSPerMB=100000, or with a larger heap (-Xmx)";

  private final TestBody body;
  private final int calls;
  private final int rounds;
  private final Predicate<String> selected;
  private final LiveHistograms histograms;
  private final long[] taken;
  private int collections;
  private int called;
  private int restarts;

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
    this.histograms = new LiveHistograms(FIRST + 1 + rounds + 1);
    this.taken = new long[FIRST + 1 + rounds + 1];
  }

  /**
   * Calls the body, and returns what the calls left behind; empty if this JVM's collector never
   * collects.
   *
   * <p>If the first round left nothing, it decides. Otherwise it is not judged, and its last
   * histogram is the first of the judged rounds. A histogram has the objects that finalizers and
   * cleaners of its round still need; the next one has those of its own round instead, so that they
   * are not in the difference. If a class shrank in a round and grew in the others, if no two
   * rounds agree on its growth, if one had less than those that agree, or if the class also grew in
   * the gap after them, all rounds are repeated. In the end it counts unless a buffer that is
   * emptied now and then explains it. It is in doubt if such a buffer was not emptied in the last
   * rounds, or if larger objects take the place of others each time that the number of calls is
   * doubled.
   *
   * @param warmups the number of calls before the first histogram
   * @throws UnweighableException if this JVM has no histograms, or does not stop clearing soft
   *     references
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
    int last = 0;
    while (last == 0) {
      last = round(0, 1, calls);
    }
    long classes = loadedClasses();
    if (growth(0, 1).isNothing()) {
      return Optional.of(nothing(start));
    }
    histograms.copy(1, FIRST);
    taken[FIRST] = taken[1];
    boolean linked = loadedClasses() > classes;
    List<Map<String, ClassTotal>> changes = new ArrayList<>();
    LeastGrowth all;
    int settled = 0;
    int judged;
    int attempts = 0;
    do {
      settled = attempts == 1 ? changes.size() : settled;
      if (attempts > 0 || linked) {
        // what was read before is live, and so is what code creates when it first runs
        take(FIRST);
      }
      judged = judge();
      changes.addAll(changes(FIRST, judged));
      all = LeastGrowth.of(changes, settled);
    } while (++attempts < ATTEMPTS && !isCertain(all, judged, attempts));
    if (all.certain().isEmpty() && refilled(all, judged).isEmpty()) {
      Set<String> names = new TreeSet<>(growth(0, 1).resized(calls));
      names.addAll(all.resized(calls));
      return Optional.of(resized(names, start));
    }
    return Optional.of(grown(all, judged, start));
  }

  /**
   * Returns whether the rounds need not be repeated: they are once if a class that grew has also
   * grown in the gap after them, since others may have added to it for a while.
   */
  private boolean isCertain(LeastGrowth all, int judged, int attempts) {
    boolean repeated = attempts > 1;
    boolean hasQuietGap =
        judged < FIRST + rounds
            || Collections.disjoint(
                growth(judged, judged + 1).inEveryRound().keySet(), all.certain().keySet());
    return all.isCertain(repeated) && (repeated || hasQuietGap);
  }

  /**
   * Returns the growth of classes that grew in the last rounds, and may have been emptied before.
   */
  private Map<String, ClassGrowth> refilled(LeastGrowth all, int judged) {
    Map<String, ClassGrowth> refilled = growth(FIRST, judged).inEveryRound();
    refilled.keySet().retainAll(all.emptied().keySet());
    return refilled;
  }

  private SurvivingGrowth grown(LeastGrowth all, int judged, long start) throws Throwable {
    Map<String, ClassTotal> least = new HashMap<>();
    Map<String, ClassTotal> buffered = new HashMap<>();
    all.certain()
        .forEach(
            (name, growth) -> {
              least.put(name, growth.perRound());
              buffered.put(name, growth.buffered());
            });
    refilled(all, judged)
        .forEach(
            (name, growth) -> {
              least.put(name, growth.least());
              buffered.put(name, growth.least());
            });
    buffered.values().removeIf(ClassTotal::isZero);
    List<ClassTotal> totals = totals(judged, least.keySet());
    return found(least, buffered, Set.of(), background(judged), totals, start);
  }

  /**
   * Doubles the number of calls several times, and returns the growth of the classes of which
   * larger objects took the place of others each time.
   *
   * @param names those of which this happened in a round
   */
  private SurvivingGrowth resized(Set<String> names, long start) throws Throwable {
    Map<String, ClassTotal> least = new HashMap<>();
    for (int i = 0; i < DOUBLINGS && !names.isEmpty(); i++) {
      int more = called;
      int restarted = restarts;
      take(0);
      int at = 0;
      while (at < 2) {
        // after a round without calls, what finalizers and cleaners needed is gone
        at = round(0, at + 1, at == 0 ? more : 0);
      }
      Map<String, ClassTotal> change = change(0, 2);
      if (restarts == restarted) { // otherwise the calls were not doubled
        names.removeIf(name -> !change.getOrDefault(name, ClassTotal.NONE).isResized(more));
      }
      least.clear();
      for (String name : names) {
        long bytes = change.getOrDefault(name, ClassTotal.NONE).bytes();
        least.put(name, new ClassTotal(0, bytes).times((double) calls / more));
      }
    }
    return names.isEmpty()
        ? nothing(start)
        : found(least, Map.of(), names, Map.of(), List.copyOf(least.values()), start);
  }

  private SurvivingGrowth nothing(long start) {
    return found(Map.of(), Map.of(), Set.of(), Map.of(), List.of(ClassTotal.NONE), start);
  }

  /**
   * Calls the body in rounds until one decides, and returns the number of the last histogram. If
   * none did, the first gap follows at once: what is computed from the rounds would be live in it.
   */
  private int judge() throws Throwable {
    int last = FIRST;
    do {
      last = round(FIRST, last + 1, calls);
    } while (last == FIRST || (last < FIRST + rounds && !growth(FIRST, last).isNothing()));
    if (last == FIRST + rounds) {
      LockSupport.parkNanos(GAP_NANOS);
      take(last + 1);
    }
    return last;
  }

  private SurvivingGrowth found(
      Map<String, ClassTotal> least,
      Map<String, ClassTotal> buffered,
      Set<String> resized,
      Map<String, ClassTotal> background,
      List<ClassTotal> totals,
      long start) {
    return new SurvivingGrowth(
        least,
        buffered,
        resized,
        background,
        totals,
        calls,
        collections,
        Duration.ofNanos(System.nanoTime() - start));
  }

  /**
   * Calls the body and takes a histogram. If the JVM cleared soft references in the meantime, the
   * difference to the histogram before has what they held: the rounds begin again, since a buffer
   * must be seen in consecutive ones.
   *
   * @param first the first histogram of the rounds
   * @param times the number of calls
   * @return the histogram, or the first, if the rounds begin again with this one in its place
   * @throws UnweighableException if they have begun again too often
   */
  private int round(int first, int number, int times) throws Throwable {
    call(times);
    take(number);
    if (!histograms.haveLostSoftReferences(number - 1, number)) {
      return number;
    }
    if (++restarts > RESTARTS) {
      throw new UnweighableException(CLEARED, KEEP);
    }
    histograms.move(number, first);
    taken[first] = taken[number];
    return first;
  }

  private void call(int times) throws Throwable {
    called += times;
    for (int i = 0; i < times; i++) {
      body.run();
    }
    body.forget();
  }

  /** Takes a histogram, and waits until finalizers and cleaners of what it collected have run. */
  private void take(int number) {
    FullCollection.await(() -> histograms.take(number));
    taken[number] = System.nanoTime();
    collections++;
  }

  /** Returns the number of classes that this JVM has loaded so far, those of lambdas included. */
  private static long loadedClasses() {
    return ManagementFactory.getClassLoadingMXBean().getTotalLoadedClassCount();
  }

  /** Returns the growth of selected classes from one histogram to a later one. */
  private LeastGrowth growth(int first, int last) {
    return LeastGrowth.of(changes(first, last), 0);
  }

  /** Returns for each round from one histogram to a later one what changed of selected classes. */
  private List<Map<String, ClassTotal>> changes(int first, int last) {
    return IntStream.range(first, last).mapToObj(i -> change(i, i + 1)).toList();
  }

  /** Returns what changed of selected classes between two histograms. */
  private Map<String, ClassTotal> change(int from, int to) {
    Map<String, ClassTotal> change = histograms.difference(from, to);
    change.keySet().removeIf(selected.negate());
    return change;
  }

  /** Returns the growth of some classes in each round. */
  private List<ClassTotal> totals(int judged, Set<String> classes) {
    List<ClassTotal> totals = new ArrayList<>();
    for (int i = FIRST; i < judged; i++) {
      Map<String, ClassTotal> round = change(i, i + 1);
      round.keySet().retainAll(classes);
      round.values().removeIf(ClassTotal::isShrunk);
      totals.add(round.values().stream().reduce(ClassTotal.NONE, ClassTotal::plus));
    }
    return totals;
  }

  /**
   * Returns what others than the body may leave behind in the longest round, by class. There are
   * further gaps as long as a class may have grown in each.
   */
  private Map<String, ClassTotal> background(int judged) throws Throwable {
    boolean isTaken =
        judged == FIRST + rounds && !histograms.haveLostSoftReferences(judged, judged + 1);
    double longestRound = longest(FIRST, judged);
    double longestGap = 1;
    List<Map<String, ClassTotal>> gaps = new ArrayList<>();
    LeastGrowth growth;
    do {
      if (!isTaken) {
        takeGap(judged);
      }
      isTaken = false;
      longestGap = Math.max(longestGap, longest(judged, judged + 1));
      gaps.add(change(judged, judged + 1));
      growth = LeastGrowth.of(gaps, 0);
    } while (gaps.size() < GAPS && !growth.isNothing());
    double factor = UNEVEN * Math.max(1, longestRound / longestGap);
    Map<String, ClassTotal> background = new HashMap<>();
    growth
        .classes()
        .forEach(
            (name, grown) -> {
              if (grown.grows()) {
                background.put(name, grown.least().times(factor));
              }
            });
    return background;
  }

  /** Takes histograms before and after a gap: what was computed from those before is live. */
  private void takeGap(int number) throws Throwable {
    take(number);
    int last = number;
    while (last == number) {
      LockSupport.parkNanos(GAP_NANOS);
      last = round(number, number + 1, 0);
    }
  }

  /** Returns the longest time between two consecutive histograms, in nanoseconds. */
  private double longest(int first, int last) {
    return IntStream.range(first, last).mapToLong(i -> taken[i + 1] - taken[i]).max().orElse(1);
  }
}
