package dev.tare.internal.survival;

import java.time.Duration;
import java.util.List;

/**
 * Bytes that the calls of a body made old in a series of rounds.
 *
 * @param calls the number of calls before each young collection
 * @param rounds the bytes per call that became old in each judged round, rounded up, in ascending
 *     order; empty if the heap was collected as a whole or is nearly full, so that nothing decides
 * @param time how long calls and collections took
 */
public record Promotion(int calls, List<Long> rounds, int collections, Duration time) {

  /** Returns the bytes that a call made old in the median of the rounds. */
  public long median() {
    return rounds.get(rounds.size() / 2);
  }

  /**
   * Returns the median, or the mean of all rounds if that is larger: a JVM that changes the age at
   * which objects become old makes those of many rounds old in one of them.
   */
  public long most() {
    long sum = rounds.stream().mapToLong(Long::longValue).sum();
    return Math.max(median(), sum / rounds.size());
  }
}
