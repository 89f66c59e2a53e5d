package dev.tare.internal.survival;

import dev.tare.body.TestBody;
import dev.tare.internal.survival.Promotion.Obstacle;
import java.time.Duration;
import java.util.Arrays;
import java.util.Optional;

/**
 * Calls of a body with a young collection after every few of them.
 *
 * <p>An object becomes old after as many collections as the JVM's tenuring threshold says, 15 by
 * default. So that many collections pass before the first judged round, and each later one makes
 * those objects old that the calls of one earlier step have left.
 */
public final class PromotionRounds {

  private final YoungCollections young;
  private final TestBody body;
  private final int rounds;

  /**
   * @param rounds the largest number of judged collections
   */
  public PromotionRounds(YoungCollections young, TestBody body, int rounds) {
    this.young = young;
    this.body = body;
    this.rounds = rounds;
  }

  /**
   * Returns what the calls made old. The first round without such bytes decides.
   *
   * @param calls the number of calls before each collection; with 0 it is measured what the rest of
   *     the program makes old
   * @throws Throwable what the body threw, unchanged
   */
  public Promotion measure(int calls) throws Throwable {
    return new Series(calls).run();
  }

  /** State of one measurement; it creates no objects between its collections. */
  private final class Series {

    private final int calls;
    private final long[] readings;
    private int judged;
    private long direct;
    private long leastEarly = Long.MAX_VALUE;
    private int collections;
    private Optional<Obstacle> obstacle = Optional.empty();

    Series(int calls) {
      this.calls = calls;
      this.readings = new long[rounds];
    }

    Promotion run() throws Throwable {
      long start = System.nanoTime();
      call(); // what a first call leaves is not judged
      if (!young.begin()) {
        obstacle = Optional.of(Obstacle.YOUNG_SPACE_TOO_LARGE);
      }
      int last = young.threshold() + 2 * rounds;
      while (obstacle.isEmpty() && judged < rounds && collections < last && step()) {
        if (collections <= young.threshold()) {
          noteEarly();
        } else if (isKnown() && !judge()) {
          break;
        }
      }
      if (obstacle.isEmpty() && judged == 0) {
        obstacle = Optional.of(Obstacle.OLD_OBJECTS_FREED);
      }
      return new Promotion(
          calls,
          Arrays.stream(readings, 0, judged).boxed().toList(),
          direct,
          leastEarly > 0 && leastEarly < Long.MAX_VALUE,
          collections,
          Duration.ofNanos(System.nanoTime() - start),
          obstacle);
    }

    /** Calls and collects; returns whether the series can go on. */
    private boolean step() throws Throwable {
      young.next();
      call();
      boolean collected = young.provoke();
      young.poll();
      collections++;
      if (!collected) {
        obstacle = Optional.of(Obstacle.YOUNG_SPACE_TOO_LARGE);
      } else if (young.collectedAll()) {
        obstacle = Optional.of(Obstacle.WHOLE_HEAP_COLLECTED);
      } else if (young.crowded()) {
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

    /** Notes what became old before its age, when the program's own objects have become old. */
    private void noteEarly() {
      if (2 * collections > young.threshold() && collections < young.threshold()) {
        leastEarly = Math.min(leastEarly, young.promoted());
      }
    }

    /** Returns whether it is known what the step made old. */
    private boolean isKnown() {
      return !young.freed() || young.direct() > 0;
    }

    /** Adds a reading; returns whether another one could be less. */
    private boolean judge() {
      long reading = young.promoted() + young.direct();
      if (judged == 0 || reading < least()) {
        direct = young.direct();
      }
      readings[judged++] = reading;
      return reading > 0;
    }

    private long least() {
      long least = Long.MAX_VALUE;
      for (int i = 0; i < judged; i++) {
        least = Math.min(least, readings[i]);
      }
      return least;
    }
  }
}
