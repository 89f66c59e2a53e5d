package dev.tare.internal.survival;

import java.time.Duration;
import java.util.Collections;
import java.util.List;
import java.util.Optional;

/**
 * Bytes that the calls of a body made old.
 *
 * @param calls the number of calls before each young collection
 * @param rounds the bytes that became old in each judged round: those that its collection promoted,
 *     and those of large objects that its calls created in the old generation
 * @param byMedian whether the median of the rounds counts, and not the least of them
 * @param direct the bytes of these large objects in the round with the fewest bytes
 * @param early whether each collection promoted objects before these reached the tenuring threshold
 * @param mostEarly the most bytes that a collection but the first one promoted before that
 * @param time how long calls and collections took
 * @param obstacle why the rounds do not decide; empty if they do
 */
public record Promotion(
    int calls,
    List<Long> rounds,
    boolean byMedian,
    long direct,
    boolean early,
    long mostEarly,
    int collections,
    Duration time,
    Optional<Obstacle> obstacle) {

  /** A reason why it is unknown how many bytes the calls made old. */
  public enum Obstacle {
    /** A collection of the whole heap made all objects old. */
    WHOLE_HEAP_COLLECTED,
    /** Young collections freed old objects too, which hides what they promoted. */
    OLD_OBJECTS_FREED,
    /** The heap is nearly full. */
    HEAP_NEARLY_FULL,
    /** The space for new objects is too large to be filled. */
    YOUNG_SPACE_TOO_LARGE
  }

  /** Copies the list. */
  public Promotion {
    rounds = List.copyOf(rounds);
  }

  /**
   * Returns the number of bytes that a call made old, rounded up: the median of all rounds, or the
   * smallest mean of two rounds in a row. A JVM that raises its tenuring threshold makes nothing
   * old in one round and more in later ones, so a single round decides nothing; it does only if no
   * other was judged.
   */
  public long bytesPerCall() {
    return perCall(byMedian ? median() : leastOfTwo());
  }

  private long median() {
    return rounds.stream().sorted().skip(rounds.size() / 2).findFirst().orElseThrow();
  }

  private long leastOfTwo() {
    long least = rounds.get(0);
    for (int i = 1; i < rounds.size(); i++) {
      long mean = (rounds.get(i - 1) + rounds.get(i) + 1) / 2;
      least = i == 1 ? mean : Math.min(least, mean);
    }
    return least;
  }

  /** Returns the bytes of the smallest reading: a round, or the mean of two in a row. */
  public long leastPerCall() {
    return perCall(byMedian ? Collections.min(rounds) : leastOfTwo());
  }

  /** Returns the bytes that a call made old in the round with the most bytes, rounded up. */
  public long mostPerCall() {
    return perCall(Collections.max(rounds));
  }

  /** Returns the part of {@link #bytesPerCall()} that large objects have, rounded up. */
  public long directPerCall() {
    return perCall(direct);
  }

  /**
   * Returns whether a call may make a number of bytes old although {@link #bytesPerCall()} is less:
   * as many became old before their age, or in a round that made far more old than others, so the
   * JVM may have raised the age since. Nothing then becomes old until the objects have the new age.
   */
  public boolean mayHide(long bytesPerCall) {
    long most = mostPerCall() > 2 * bytesPerCall() ? mostPerCall() : 0;
    return 2 * Math.max(perCall(mostEarly), most) >= bytesPerCall;
  }

  private long perCall(long bytes) {
    long divisor = Math.max(1, calls);
    return (bytes + divisor - 1) / divisor;
  }
}
