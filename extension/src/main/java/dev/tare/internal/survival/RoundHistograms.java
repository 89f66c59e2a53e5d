package dev.tare.internal.survival;

import dev.tare.body.TestBody;
import dev.tare.heap.UnweighableException;
import java.lang.management.ManagementFactory;
import java.util.List;
import java.util.Map;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.locks.LockSupport;
import java.util.function.Predicate;
import java.util.stream.IntStream;

/**
 * Calls a body in rounds, and takes a histogram of the live objects after each.
 *
 * <p>Histograms are numbered from 0; a round lies between two consecutive ones.
 */
final class RoundHistograms {

  /**
   * Length of an idle round, without the pause of its histogram: other threads must get to run in
   * it, as they do while the histograms of other rounds are read.
   */
  private static final long IDLE_NANOS = TimeUnit.MILLISECONDS.toNanos(10);

  /** Maximum number of times that rounds begin again because the JVM cleared soft references. */
  private static final int MAX_RESTARTS = 10;

  private static final String SOFT_REFERENCES_CLEARED =
      "the JVM cleared soft references in more than "
          + MAX_RESTARTS
          + " rounds of calls, so what they held would be missing in the figure";

  private static final String SOFT_REFERENCES_REMEDY =
      "run the JVM with -XX:SoftRefLRUPolicyMSPerMB=100000, or with a larger heap (-Xmx)";

  private final TestBody body;
  private final int callsOfARound;
  private final Predicate<String> selected;
  private final LiveHistograms histograms;
  private final long[] takenNanos;
  private int collections;
  private int calls;
  private int restarts;
  private long startedThreads = ManagementFactory.getThreadMXBean().getTotalStartedThreadCount();
  private boolean histogramsCollect = true;

  /**
   * @param number the number of histograms
   * @param callsOfARound the number of calls in a judged round
   * @param selected the classes that count, by name
   */
  RoundHistograms(TestBody body, int number, int callsOfARound, Predicate<String> selected) {
    this.body = body;
    this.callsOfARound = callsOfARound;
    this.selected = selected;
    this.histograms = new LiveHistograms(number);
    this.takenNanos = new long[number];
  }

  /** Returns the number of collections so far. */
  int collections() {
    return collections;
  }

  /** Returns the number of calls so far. */
  int calls() {
    return calls;
  }

  /** Returns how often rounds have begun again so far. */
  int restarts() {
    return restarts;
  }

  void call(int times) throws Throwable {
    calls += times;
    for (int i = 0; i < times; i++) {
      body.run();
    }
    body.forget();
  }

  /** Collects garbage; returns false if this JVM's collector never collects. */
  boolean collect() {
    collections++;
    return FullCollection.run();
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
  void take(int number) {
    long started = ManagementFactory.getThreadMXBean().getTotalStartedThreadCount();
    if (started != startedThreads || !histogramsCollect) {
      startedThreads = started;
      collect();
    }
    boolean collected = FullCollection.await(() -> histograms.take(number));
    takenNanos[number] = System.nanoTime();
    if (collected) {
      collections++;
    } else if (histogramsCollect) {
      histogramsCollect = false;
      take(number);
    }
  }

  /** Takes a histogram after some time without calls. */
  void takeAfterIdleTime(int number) {
    LockSupport.parkNanos(IDLE_NANOS);
    take(number);
  }

  /** Copies a histogram to another number. */
  void copy(int from, int to) {
    histograms.copy(from, to);
    takenNanos[to] = takenNanos[from];
  }

  /**
   * Calls the body and takes a histogram. If the JVM cleared soft references during the round, what
   * they held is missing in the histogram. The rounds must then begin again, since a buffer can
   * only be recognized in consecutive ones: this histogram becomes their first.
   *
   * @param first the number of the first histogram of the rounds
   * @param number the number of the histogram after the calls
   * @return {@code number}, or {@code first} if the rounds begin again
   * @throws UnweighableException if the rounds have begun again too often
   */
  int round(int first, int number, int times) throws Throwable {
    call(times);
    take(number);
    if (!lostSoftReferences(number - 1, number)) {
      return number;
    }
    if (++restarts > MAX_RESTARTS) {
      throw new UnweighableException(SOFT_REFERENCES_CLEARED, SOFT_REFERENCES_REMEDY);
    }
    histograms.move(number, first);
    takenNanos[first] = takenNanos[number];
    return first;
  }

  /**
   * Takes histograms before and after some time without calls, with the numbers {@code first} and
   * {@code first + 1}. An earlier histogram cannot be the first one, since what was computed since
   * then is live.
   */
  void idleRound(int first) throws Throwable {
    take(first);
    int last = first;
    while (last == first) {
      LockSupport.parkNanos(IDLE_NANOS);
      last = round(first, first + 1, 0);
    }
  }

  /** Returns whether the JVM cleared soft references between two histograms. */
  boolean lostSoftReferences(int from, int to) {
    return histograms.lostSoftReferences(from, to);
  }

  /** Returns the growth of the selected classes over the rounds between two histograms. */
  GrowthByClass growth(int first, int last) {
    return GrowthByClass.of(changes(first, last), 0, callsOfARound);
  }

  /** Returns the change of the selected classes in each round between two histograms. */
  List<Map<String, ClassTotal>> changes(int first, int last) {
    return IntStream.range(first, last).mapToObj(i -> change(i, i + 1)).toList();
  }

  /** Returns the change of the selected classes between two histograms. */
  Map<String, ClassTotal> change(int from, int to) {
    Map<String, ClassTotal> change = histograms.difference(from, to);
    change.keySet().removeIf(selected.negate());
    return change;
  }

  /** Returns the duration of the longest round between two histograms, in nanoseconds. */
  double longestRoundNanos(int first, int last) {
    return IntStream.range(first, last)
        .mapToLong(i -> takenNanos[i + 1] - takenNanos[i])
        .max()
        .orElse(1);
  }
}
