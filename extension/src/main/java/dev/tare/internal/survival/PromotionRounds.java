package dev.tare.internal.survival;

import dev.tare.body.TestBody;
import java.time.Duration;
import java.util.Arrays;
import java.util.List;
import java.util.Optional;
import java.util.stream.LongStream;

/**
 * Measures the bytes that the calls of a body make old: calls it in rounds, each of which ends with
 * a young collection.
 *
 * <p>An object becomes old when it has survived as many young collections as the JVM's tenuring
 * threshold, 15 by default, or fewer if the JVM lowers the age. So if 16 rounds in a row make
 * nothing old, the calls of the first of them left nothing. Otherwise, the rounds after the first
 * 15 are judged, until 16 of them are above the limit, and at most 31 of them.
 */
public record PromotionRounds(YoungCollections young, TestBody body) {

  /** Number of rounds that decide: one more than the collections that an object survives. */
  private static final int DECIDING = YoungCollections.MAX_AGE + 1;

  /** Maximum number of collections, for a JVM that frees old objects again and again. */
  private static final int MAX_COLLECTIONS = 4 * DECIDING;

  /** How many times as much the rest of the program may make old in other rounds. */
  private static final double BACKGROUND_FACTOR = 10;

  /**
   * Returns what the calls make old; empty if the space for new objects is too large to be filled.
   *
   * @param calls the number of calls before each collection; 0 measures what the rest of the
   *     program makes old
   * @param limit the number of bytes per call that a round is compared with
   * @throws Throwable what the body threw, unchanged
   */
  public Optional<Promotion> measure(int calls, long limit) throws Throwable {
    long start = System.nanoTime();
    call(calls); // what the first calls leave behind is not judged
    long[] readings = new long[2 * DECIDING - 1]; // before the collections, or it would become old
    boolean collects = young.begin();
    int judged = 0;
    int above = 0;
    int emptyInARow = 0;
    int collections = 0;
    while (collects && emptyInARow < DECIDING && above < DECIDING && judged < readings.length) {
      call(calls);
      collects = young.collect();
      long grown = young.takeGrownBytes();
      if (young.isHeapDisturbed() || ++collections == MAX_COLLECTIONS) {
        return Optional.of(promotion(calls, LongStream.empty(), collections, start));
      }
      emptyInARow = grown == 0 ? emptyInARow + 1 : 0;
      if (grown >= 0 && collections > YoungCollections.MAX_AGE) {
        long divisor = Math.max(1, calls);
        readings[judged] = (grown + divisor - 1) / divisor;
        above += readings[judged++] > limit ? 1 : 0;
      }
    }
    LongStream decided =
        Arrays.stream(emptyInARow == DECIDING ? new long[DECIDING] : readings)
            .limit(Math.max(judged, emptyInARow));
    return collects ? Optional.of(promotion(calls, decided, collections, start)) : Optional.empty();
  }

  private static Promotion promotion(int calls, LongStream rounds, int collections, long start) {
    return new Promotion(
        calls,
        rounds.sorted().boxed().toList(),
        collections,
        Duration.ofNanos(System.nanoTime() - start));
  }

  private void call(int calls) throws Throwable {
    for (int i = 0; i < calls; i++) {
      body.run();
      young.poll();
    }
    body.forget();
  }

  /**
   * Bytes that the calls of a body made old in a series of rounds.
   *
   * @param calls the number of calls before each young collection
   * @param rounds the bytes per call that became old in each judged round, rounded up, in ascending
   *     order; empty if the heap was collected as a whole or is nearly full, so that nothing
   *     decides
   * @param time how long calls and collections took
   */
  public record Promotion(int calls, List<Long> rounds, int collections, Duration time) {

    /** Returns the bytes that a call made old in the median of the rounds. */
    public long median() {
      return rounds.get(rounds.size() / 2);
    }

    /**
     * Returns the median, or the mean of all rounds if that is larger: a JVM that changes the age
     * at which objects become old makes those of many rounds old in one of them.
     */
    public long most() {
      long sum = rounds.stream().mapToLong(Long::longValue).sum();
      return Math.max(median(), sum / rounds.size());
    }

    /**
     * Returns the bytes of the median that the rest of the program does not explain, even if it
     * made ten times as much old in the time of a round as in a series without calls; negative if
     * it explains more than all.
     */
    public double medianBeside(Promotion idle) {
      double idleRounds = roundNanos() / idle.roundNanos();
      return median() - BACKGROUND_FACTOR * idle.most() * idleRounds / calls;
    }

    private double roundNanos() {
      return (double) Math.max(1, time.toNanos()) / collections;
    }
  }
}
