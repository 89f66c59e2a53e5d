package dev.tare.internal.timing.sample;

import dev.tare.unit.Elapsed;
import java.util.List;

/**
 * How a method is sampled and which statistic is computed from the samples.
 *
 * @param operations number of equal operations in one call, at least 1; times are per operation
 * @param equalResults whether methods that are compared must return equal values
 * @param warmupTime longest warm-up of all methods together; it ends earlier when the JIT is idle
 * @param samplingTime longest sampling of all methods together. A call that has begun is always
 *     finished, and each method has at least {@value #MIN_ROUNDS} samples, so calls of more than
 *     0.1 s may take longer
 */
public record SamplingPlan(
    Statistic statistic,
    int operations,
    boolean equalResults,
    Elapsed warmupTime,
    Elapsed samplingTime) {

  // Shortest time that is reported. An empty body measures 0 ns, so shorter times cannot be
  // distinguished from an empty body.
  public static final double MIN_CALL_NANOS = 1;

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

  private static final double MIN_TIME_NANOS = 1e6;

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
  }

  /**
   * Parses the longest time of a stage.
   *
   * @throws IllegalArgumentException if the text is no duration or shorter than 1 ms; the message
   *     quotes the attribute and gives an accepted example
   */
  public static Elapsed parseTime(String attribute, String text) {
    Elapsed time;
    try {
      time = Elapsed.parse(text);
    } catch (IllegalArgumentException e) {
      throw new IllegalArgumentException(attribute + " = " + e.getMessage());
    }
    if (time.nanos() < MIN_TIME_NANOS) {
      throw new IllegalArgumentException(
          "%s = \"%s\": nothing can be measured in less than 1 ms, for example %s = \"2.5 s\""
              .formatted(attribute, text, attribute));
    }
    return time;
  }

  /**
   * Parses the longest time of a stage like {@link #parseTime(String, String)}.
   *
   * @param ofSuite the time if the text is empty
   */
  public static Elapsed parseTime(String attribute, String text, Elapsed ofSuite) {
    return text.isEmpty() ? ofSuite : parseTime(attribute, text);
  }

  /**
   * Returns the shortest time of an operation that can be distinguished from no work. The floor is
   * defined for calls, so it is divided by the number of operations.
   */
  public double floorNanos() {
    return MIN_CALL_NANOS / operations;
  }

  /** Returns the noun of what a time is measured for: {@code call} or {@code operation}. */
  public String unit() {
    return operations == 1 ? "call" : "operation";
  }
}
