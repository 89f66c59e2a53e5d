package dev.tare.internal.survival;

import dev.tare.body.TestBody;
import dev.tare.internal.survival.Promotion.Obstacle;
import java.time.Duration;
import java.util.Arrays;
import java.util.Optional;

/**
 * Measures the bytes that the calls of a body make old: calls it in rounds, each of which ends with
 * a young collection.
 *
 * <p>An object becomes old when it has survived as many young collections as the JVM's tenuring
 * threshold, 15 by default. So as many rounds pass before the first judged one. From then on, each
 * collection promotes what the calls of one earlier round have left.
 */
public final class PromotionRounds {

  private final YoungCollections young;
  private final TestBody body;
  private final int rounds;

  /**
   * @param rounds the maximum number of judged rounds
   */
  public PromotionRounds(YoungCollections young, TestBody body, int rounds) {
    this.young = young;
    this.body = body;
    this.rounds = rounds;
  }

  /**
   * Returns what the calls make old, judged by the least of two rounds in a row. Ends at the first
   * two judged rounds in a row that make nothing old.
   *
   * @param calls the number of calls before each collection; 0 measures what the rest of the
   *     program makes old
   * @throws Throwable what the body threw, unchanged
   */
  public Promotion measure(int calls) throws Throwable {
    return new Series(calls, rounds, false).run();
  }

  /**
   * Returns what the calls make old, judged by the median of more than twice as many rounds as the
   * tenuring threshold. So a JVM that raises the threshold once makes nothing old in fewer than
   * half of the rounds.
   *
   * @param calls the number of calls before each collection
   * @throws Throwable what the body threw, unchanged
   */
  public Promotion measureMedian(int calls) throws Throwable {
    return new Series(calls, Math.max(rounds, 2 * young.tenuringThreshold() + 1), true).run();
  }

  /** One measurement. It creates no objects between its collections. */
  private final class Series {

    private final int calls;
    private final boolean byMedian;
    private final long[] readings;
    private int judged;
    private int judgedEmpty;
    private long direct;
    private long leastPromotedEarly = Long.MAX_VALUE;
    private long mostPromotedEarly;
    private int collections;
    private Optional<Obstacle> obstacle = Optional.empty();

    Series(int calls, int rounds, boolean byMedian) {
      this.calls = calls;
      this.byMedian = byMedian;
      this.readings = new long[rounds];
    }

    Promotion run() throws Throwable {
      long start = System.nanoTime();
      call(); // what the first calls leave behind is not judged
      if (!young.begin()) {
        obstacle = Optional.of(Obstacle.YOUNG_SPACE_TOO_LARGE);
      }
      int maxCollections = young.tenuringThreshold() + 2 * readings.length;
      while (obstacle.isEmpty()
          && judged < readings.length
          && collections < maxCollections
          && round()) {
        if (collections <= young.tenuringThreshold()) {
          recordEarlyPromotion();
        } else if (isKnown() && !addReading()) {
          break;
        }
      }
      if (obstacle.isEmpty() && judged == 0) {
        obstacle = Optional.of(Obstacle.OLD_OBJECTS_FREED);
      }
      return new Promotion(
          calls,
          Arrays.stream(readings, 0, judged).boxed().toList(),
          byMedian,
          direct,
          leastPromotedEarly > 0 && leastPromotedEarly < Long.MAX_VALUE,
          mostPromotedEarly,
          collections,
          Duration.ofNanos(System.nanoTime() - start),
          obstacle);
    }

    /** Calls and collects; returns whether the series can go on. */
    private boolean round() throws Throwable {
      young.startRound();
      call();
      boolean collected = young.collect();
      young.poll();
      collections++;
      if (!collected) {
        obstacle = Optional.of(Obstacle.YOUNG_SPACE_TOO_LARGE);
      } else if (young.collectedWholeHeap()) {
        obstacle = Optional.of(Obstacle.WHOLE_HEAP_COLLECTED);
      } else if (young.isHeapNearlyFull()) {
        obstacle = Optional.of(Obstacle.HEAP_NEARLY_FULL);
      }
      return obstacle.isEmpty();
    }

    private void call() throws Throwable {
      for (int i = 0; i < calls; i++) {
        body.run();
        young.poll();
      }
      body.forget();
    }

    /**
     * Records what was promoted before the threshold. The first collection promotes the program's
     * own objects; only those of the second half show that objects never reach the threshold.
     */
    private void recordEarlyPromotion() {
      if (collections > 1 && collections < young.tenuringThreshold()) {
        mostPromotedEarly = Math.max(mostPromotedEarly, young.promotedBytes());
      }
      if (2 * collections > young.tenuringThreshold() && collections < young.tenuringThreshold()) {
        leastPromotedEarly = Math.min(leastPromotedEarly, young.promotedBytes());
      }
    }

    /** Returns whether it is known what the round made old: freed old objects would hide it. */
    private boolean isKnown() {
      return !young.freedOldObjects() || young.directBytes() > 0;
    }

    /** Adds a reading; returns whether a further one could be less. */
    private boolean addReading() {
      long reading = young.promotedBytes() + young.directBytes();
      if (judged == 0 || reading < leastReading()) {
        direct = young.directBytes();
      }
      readings[judged++] = reading;
      judgedEmpty += reading == 0 ? 1 : 0;
      return byMedian
          ? judgedEmpty <= readings.length / 2
          : judged < 2 || readings[judged - 1] + readings[judged - 2] > 0;
    }

    private long leastReading() {
      long least = Long.MAX_VALUE;
      for (int i = 0; i < judged; i++) {
        least = Math.min(least, readings[i]);
      }
      return least;
    }
  }
}
