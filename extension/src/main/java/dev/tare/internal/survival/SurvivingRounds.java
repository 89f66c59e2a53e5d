package dev.tare.internal.survival;

import dev.tare.body.TestBody;
import dev.tare.heap.UnweighableException;
import dev.tare.internal.call.TestOverlap;
import java.lang.management.ManagementFactory;
import java.time.Duration;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.TreeMap;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.locks.LockSupport;
import java.util.function.Predicate;
import java.util.stream.IntStream;

/**
 * Measures what the calls of a body leave behind: calls it in rounds, and compares histograms of
 * the live objects of the JVM before and after each. {@link ClassGrowth} decides what has grown.
 *
 * <ol>
 *   <li>Trial round: if no class grows in it, the calls leave nothing behind. Otherwise it is not
 *       judged.
 *   <li>Idle rounds, without calls, which show what others than the body leave behind.
 *   <li>Judged rounds: they end early if no class can have grown, and further ones follow if they
 *       do not agree.
 *   <li>If no class has grown, but arrays may have been replaced by larger ones, the number of
 *       calls is doubled several times.
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

  /** Number of the histogram before the idle rounds; the trial round has the numbers before. */
  private static final int IDLE = 2;

  /** Number of the histogram before the judged rounds; two idle rounds are before it. */
  private static final int FIRST = IDLE + 2;

  /** Maximum number of rounds beyond those of the annotation, if these do not agree. */
  private static final int MAX_FURTHER_ROUNDS = 10;

  /**
   * Factor by which the growth in a round may exceed that in idle rounds although the calls do not
   * cause it: other threads work unevenly, and more if the machine is busy.
   */
  private static final double BACKGROUND_FACTOR = 10;

  /**
   * Least time of an idle round without the pause of its histogram: other threads must get to run
   * in it, as they do while the histograms of other rounds are read.
   */
  private static final long MIN_IDLE_NANOS = TimeUnit.MILLISECONDS.toNanos(10);

  /**
   * Maximum number of times that the number of calls is doubled: an array that a list or text fills
   * without end is replaced by a larger one each time.
   */
  private static final int MAX_DOUBLINGS = 3;

  /** Maximum number of times that rounds begin again because the JVM cleared soft references. */
  private static final int MAX_RESTARTS = 10;

  private static final String SOFT_REFERENCES_CLEARED =
      "the JVM cleared soft references in more than "
          + MAX_RESTARTS
          + " rounds of calls, so what they held would be missing in the figure";

  private static final String SOFT_REFERENCES_REMEDY =
      "run the JVM with -XX:SoftRefLRUPolicyMSPerMB=100000, or with a larger heap (-Xmx)";

  private final TestBody body;
  private final int calls;
  private final int rounds;
  private final Predicate<String> selected;
  private final LiveHistograms histograms;

  /** Classes whose objects larger ones may have replaced, also before the rounds began again. */
  private final Set<String> resized = new HashSet<>();

  private final long startNanos = System.nanoTime();
  private int collections;
  private int callsSoFar;
  private long longestRoundNanos = MIN_IDLE_NANOS;
  private long startedThreads = startedThreads();
  private boolean histogramsCollect;

  /** Whether the JVM cleared soft references in a round: what they held is missing in it. */
  private boolean softReferencesCleared;

  /**
   * @param calls the number of calls in a round
   * @param rounds the number of judged rounds, which have to agree
   * @param selected the classes that count, by name
   */
  public SurvivingRounds(TestBody body, int calls, int rounds, Predicate<String> selected) {
    this.body = body;
    this.calls = calls;
    this.rounds = rounds;
    this.selected = selected;
    this.histograms = new LiveHistograms(FIRST + rounds + MAX_FURTHER_ROUNDS + 1);
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
    call(warmups);
    collections++;
    histogramsCollect = FullCollection.await(histograms::reserve);
    if (!histogramsCollect && !collect()) {
      return Optional.empty();
    }
    for (int i = 0; i <= MAX_RESTARTS; i++) {
      softReferencesCleared = false;
      SurvivingGrowth growth = runAllRounds();
      if (!softReferencesCleared) {
        return Optional.of(growth);
      }
    }
    throw new UnweighableException(SOFT_REFERENCES_CLEARED, SOFT_REFERENCES_REMEDY);
  }

  private SurvivingGrowth runAllRounds() throws Throwable {
    take(0);
    runRound(1, calls);
    // also links the code that decides, which would create objects in a judged round
    boolean leavesNothing = isDecided(changes(0, 1)) && resized.isEmpty();
    int last = leavesNothing || softReferencesCleared ? FIRST : runJudgedRounds();
    if (leavesNothing || softReferencesCleared) { // then all rounds begin again
      return growth(Map.of(), List.of(Map.of()));
    }
    List<Map<String, ClassTotal>> changes = changes(FIRST, last);
    Map<String, ClassGrowth> grown = grown(changes);
    if (grown.isEmpty()) {
      addResized(changes);
      Map<String, ClassGrowth> larger = runDoubledRounds();
      Map<String, ClassTotal> values = new TreeMap<>();
      larger.forEach((name, growth) -> values.put(name, growth.value()));
      return growth(larger, List.of(values));
    }
    return growth(grown, changes);
  }

  /** Returns the growth of each class that has grown, of which others may have added a part. */
  private Map<String, ClassGrowth> grown(List<Map<String, ClassTotal>> changes) {
    List<Map<String, ClassTotal>> idle = changes(IDLE, FIRST);
    Map<String, ClassGrowth> grown = new TreeMap<>();
    for (String name : names(changes)) {
      ClassGrowth growth = ClassGrowth.of(of(name, changes), rounds, calls);
      if (!growth.equals(ClassGrowth.NONE)) {
        ClassTotal others = of(name, idle).stream().reduce(ClassTotal::least).orElseThrow();
        grown.put(name, growth.beside(others.most(ClassTotal.NONE).times(BACKGROUND_FACTOR)));
      }
    }
    return grown;
  }

  /**
   * Runs the idle rounds, and the judged rounds until they agree.
   *
   * @return the number of the last histogram
   */
  private int runJudgedRounds() throws Throwable {
    // code that first runs after the trial round creates objects too
    take(IDLE);
    for (int number = IDLE + 1; number <= FIRST; number++) {
      LockSupport.parkNanos(longestRoundNanos);
      runRound(number, 0);
    }
    int last = FIRST;
    do {
      runRound(++last, calls);
    } while (!softReferencesCleared
        && last < FIRST + rounds + MAX_FURTHER_ROUNDS
        && !isDecided(changes(FIRST, last)));
    return last;
  }

  /** Returns whether the rounds decide about each class. */
  private boolean isDecided(List<Map<String, ClassTotal>> changes) {
    return names(changes).stream()
        .allMatch(name -> ClassGrowth.isDecided(of(name, changes), rounds, calls));
  }

  private static Set<String> names(List<Map<String, ClassTotal>> changes) {
    Set<String> names = new HashSet<>();
    changes.forEach(change -> names.addAll(change.keySet()));
    return names;
  }

  private static List<ClassTotal> of(String name, List<Map<String, ClassTotal>> changes) {
    return changes.stream().map(change -> change.getOrDefault(name, ClassTotal.NONE)).toList();
  }

  private void addResized(List<Map<String, ClassTotal>> judged) {
    for (List<Map<String, ClassTotal>> changes : List.of(changes(0, 1), judged)) {
      for (String name : names(changes)) {
        ClassTotal total = of(name, changes).stream().reduce(ClassTotal.NONE, ClassTotal::plus);
        if (total.isResized(changes.size() * calls)) {
          resized.add(name);
        }
      }
    }
  }

  /**
   * Doubles the number of calls several times, and returns the growth of the classes whose objects
   * were replaced by larger ones each time.
   */
  private Map<String, ClassGrowth> runDoubledRounds() throws Throwable {
    Map<String, ClassGrowth> larger = new TreeMap<>();
    for (int i = 0; i < MAX_DOUBLINGS && !resized.isEmpty(); i++) {
      int added = callsSoFar;
      take(0);
      runRound(1, added);
      runRound(2, 0); // after it, what finalizers and cleaners needed is gone
      if (softReferencesCleared) {
        return larger; // the classes stay for the rounds that begin again
      }
      Map<String, ClassTotal> change = change(0, 2);
      resized.removeIf(name -> !change.getOrDefault(name, ClassTotal.NONE).isResized(added));
      larger.clear();
      for (String name : resized) {
        long bytes = change.getOrDefault(name, ClassTotal.NONE).bytes();
        ClassTotal value = new ClassTotal(0, bytes).times((double) calls / added);
        larger.put(name, new ClassGrowth(value, ClassTotal.NONE, value));
      }
    }
    return larger;
  }

  /** Calls the body and takes a histogram, unless an earlier round decides nothing. */
  private void runRound(int number, int times) throws Throwable {
    if (softReferencesCleared) {
      return;
    }
    long start = System.nanoTime();
    call(times);
    longestRoundNanos = Math.max(longestRoundNanos, System.nanoTime() - start);
    take(number);
    softReferencesCleared = histograms.lostSoftReferences(number - 1, number);
  }

  private void call(int times) throws Throwable {
    callsSoFar += times;
    for (int i = 0; i < times; i++) {
      body.run();
    }
    body.forget();
  }

  /** Collects garbage; returns false if this JVM's collector never collects. */
  private boolean collect() {
    collections++;
    return FullCollection.run();
  }

  private static long startedThreads() {
    return ManagementFactory.getThreadMXBean().getTotalStartedThreadCount();
  }

  /**
   * Takes a histogram, and waits for the finalizers and cleaners of what it collected. Garbage is
   * collected before if
   *
   * <ul>
   *   <li>threads were started since the last one: the JVM still refers to a thread for a moment
   *       when others already see its end;
   *   <li>histograms do not collect, as with ZGC and Shenandoah: they have no unreachable objects,
   *       but those that weak references hold.
   * </ul>
   */
  private void take(int number) {
    long started = startedThreads();
    if (started != startedThreads || !histogramsCollect) {
      startedThreads = started;
      collect();
    }
    FullCollection.await(() -> histograms.take(number));
    collections += histogramsCollect ? 1 : 0;
  }

  /** Returns the change of the selected classes in each round between two histograms. */
  private List<Map<String, ClassTotal>> changes(int first, int lastOne) {
    return IntStream.range(first, lastOne).mapToObj(i -> change(i, i + 1)).toList();
  }

  /** Returns the change of the selected classes between two histograms. */
  private Map<String, ClassTotal> change(int from, int to) {
    Map<String, ClassTotal> change = histograms.difference(from, to);
    change.keySet().removeIf(selected.negate());
    return change;
  }

  private SurvivingGrowth growth(
      Map<String, ClassGrowth> grown, List<Map<String, ClassTotal>> changes) {
    return new SurvivingGrowth(
        grown, changes, calls, collections, Duration.ofNanos(System.nanoTime() - startNanos));
  }
}
