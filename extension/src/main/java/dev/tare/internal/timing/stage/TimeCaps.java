package dev.tare.internal.timing.stage;

import dev.tare.internal.timing.call.SamplingPlan;
import dev.tare.unit.Elapsed;

/**
 * Longest warm-up and sampling of a benchmark after its first call.
 *
 * <p>A call that has begun is always finished. Each measurement takes at least {@value
 * SamplingPlan#MIN_ROUNDS} samples of each method, or three that are far above the limit, so calls
 * of more than 0.1 s may take longer.
 *
 * @param warmup longest warm-up of all methods together; it ends earlier when the JIT is idle
 * @param sampling longest sampling of all methods together
 */
public record TimeCaps(Elapsed warmup, Elapsed sampling) {

  private static final double MIN_NANOS = 1e6;

  /**
   * Parses a cap.
   *
   * @throws IllegalArgumentException if the text is no duration or shorter than 1 ms; the message
   *     quotes the attribute and gives an accepted example
   */
  public static Elapsed parse(String attribute, String text) {
    Elapsed cap;
    try {
      cap = Elapsed.parse(text);
    } catch (IllegalArgumentException e) {
      throw new IllegalArgumentException(attribute + " = " + e.getMessage());
    }
    if (cap.nanos() < MIN_NANOS) {
      throw new IllegalArgumentException(
          "%s = \"%s\": nothing can be measured in less than 1 ms, for example %s = \"2.5 s\""
              .formatted(attribute, text, attribute));
    }
    return cap;
  }
}
