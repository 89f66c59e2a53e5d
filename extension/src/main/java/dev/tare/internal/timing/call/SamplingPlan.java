package dev.tare.internal.timing.call;

import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * How a method is timed, and what is made of it.
 *
 * @param statistic what is made of the samples
 * @param basis which clock; null for the one that fits what the method does
 * @param confidence how sure a failure must be, from 0.8 on and less than 1
 * @param operations how many equal actions one call is, at least 1; times are of one of them
 * @param threads how many threads call the method at the same time, 1 to 1,000
 * @param equalResults whether methods that are compared must return equal values
 */
public record SamplingPlan(
    Statistic statistic,
    @Nullable TimeBasis basis,
    double confidence,
    int operations,
    int threads,
    boolean equalResults) {

  /** What is done unless something else is asked for. */
  public static final SamplingPlan STANDARD =
      new SamplingPlan(Statistic.ROBUST, null, 0.99, 1, 1, true);

  // Facts, step 8. The error probabilities are shared out among these looks; looking more often
  // would find a difference in luck.
  public static final List<Integer> LOOKS = List.of(8, 16, 32, 64, 128, 256);

  // Facts, step 8: 1 % of all tests at their limit may fail, 5 % beyond it may pass, shared out
  // among the looks (Bonferroni).
  private static final double PASSES_TO_FAILURES = 5;
  private static final double LEAST_CONFIDENCE = 0.8;

  /** Each is one of the operating system's. */
  private static final int MOST_THREADS = 1_000;

  /**
   * @throws IllegalArgumentException if a number is out of range; the message names it and gives an
   *     accepted example
   */
  public SamplingPlan {
    if (!(confidence >= LEAST_CONFIDENCE && confidence < 1)) {
      throw new IllegalArgumentException(
          "confidence = %s: use 0.8 or more and less than 1, for example confidence = 0.99"
              .formatted(confidence));
    }
    if (operations < 1) {
      throw new IllegalArgumentException(
          "operations = %s: a call does at least one thing, for example operations = 100"
              .formatted(operations));
    }
    if (threads < 1 || threads > MOST_THREADS) {
      throw new IllegalArgumentException(
          "threads = %s: 1 to %s threads call the method, for example threads = 4"
              .formatted(threads, MOST_THREADS));
    }
  }

  /** Error probability of each look that finds a limit exceeded. */
  public double failureError() {
    return (1 - confidence) / LOOKS.size();
  }

  /** Error probability of each look that finds a limit kept; at most a quarter for all together. */
  public double passError() {
    return Math.min(0.25, PASSES_TO_FAILURES * (1 - confidence)) / LOOKS.size();
  }

  /** As {@link #failureError()}, of the only look. */
  public double failureErrorOfAll() {
    return failureError() * LOOKS.size();
  }

  /** As {@link #passError()}, of the only look. */
  public double passErrorOfAll() {
    return passError() * LOOKS.size();
  }

  /**
   * Whether samples are left out that the core or new memory slowed down: they belong to the mean,
   * the median and the tail of all, and threads of one benchmark share cores themselves.
   */
  public boolean leavesOut() {
    return statistic.kind() == Statistic.Kind.ROBUST && threads == 1;
  }

  /** An action that takes less cannot be told from none: the floor is one of calls. */
  public double floorNanos() {
    return TimingFloors.CALL_NANOS / operations;
  }

  /** What one time is about. */
  public String unit() {
    return operations == 1 ? "call" : "operation";
  }
}
