package dev.tare.internal.timing.call;

import java.util.List;

/**
 * How a method is sampled and which statistic is computed from the samples.
 *
 * @param operations number of equal operations in one call, at least 1; times are per operation
 * @param threads number of threads that call the method at the same time, 1 to 1,000
 * @param equalResults whether methods that are compared must return equal values
 */
public record SamplingPlan(Statistic statistic, int operations, int threads, boolean equalResults) {

  /** The plan of a benchmark without attributes. */
  public static final SamplingPlan STANDARD = new SamplingPlan(Statistic.ROBUST, 1, 1, true);

  // Numbers of blocks after which the samples are evaluated (interim analyses). They share the
  // error probabilities; more of them would raise the rate of chance decisions.
  public static final List<Integer> CHECKPOINTS = List.of(8, 16, 32, 64, 128, 256);

  /** Number of blocks at the first checkpoint. */
  public static final int FIRST_CHECKPOINT = CHECKPOINTS.get(0);

  /** Smallest number of samples of each method, however slow it is. */
  public static final int MIN_ROUNDS = 5;

  // All checkpoints share these error probabilities (Bonferroni).

  /** Share of all tests exactly at their limit that may fail. */
  public static final double FAILURE_ERROR = 0.01;

  /** Share of all tests just beyond their limit that may pass. */
  public static final double PASS_ERROR = 0.05;

  /** Error probability of one checkpoint that finds a limit exceeded. */
  public static final double CHECKPOINT_FAILURE_ERROR = FAILURE_ERROR / CHECKPOINTS.size();

  /** Error probability of one checkpoint that finds a limit kept. */
  public static final double CHECKPOINT_PASS_ERROR = PASS_ERROR / CHECKPOINTS.size();

  /** Largest number of threads; each is a thread of the operating system. */
  private static final int MAX_THREADS = 1_000;

  /**
   * @throws IllegalArgumentException if a number is out of range; the message names it and gives an
   *     accepted example
   */
  public SamplingPlan {
    if (operations < 1) {
      throw new IllegalArgumentException(
          "operations = %s: a call does at least one thing, for example operations = 100"
              .formatted(operations));
    }
    if (threads < 1 || threads > MAX_THREADS) {
      throw new IllegalArgumentException(
          "threads = %s: 1 to %s threads call the method, for example threads = 4"
              .formatted(threads, MAX_THREADS));
    }
  }

  /**
   * Returns the shortest time of an operation that can be distinguished from no work. The floor is
   * defined for calls, so it is divided by the number of operations.
   */
  public double floorNanos() {
    return TimingFloors.CALL_NANOS / operations;
  }

  /** Returns the noun of what a time is measured for: {@code call} or {@code operation}. */
  public String unit() {
    return operations == 1 ? "call" : "operation";
  }
}
