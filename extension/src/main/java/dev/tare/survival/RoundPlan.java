package dev.tare.survival;

import static dev.tare.internal.launch.Attributes.require;

import dev.tare.extension.Schedule;
import dev.tare.extension.Unset;

/**
 * Numbers of calls and rounds of a measurement of surviving objects.
 *
 * @param calls the number of calls in a round
 * @param rounds the maximum number of judged rounds
 * @param warmups the number of calls before the first round
 */
record RoundPlan(int calls, int rounds, int warmups) {

  /** Calls in a round unless an annotation or an option says otherwise. */
  static final int CALLS = 10;

  /** Rounds unless an annotation or an option says otherwise. */
  static final int ROUNDS = 5;

  private static final int MIN_ROUNDS = 2;

  /** Limits the memory: a histogram is kept for each round. */
  private static final int MAX_ROUNDS = 100;

  /**
   * Checks the numbers of an annotation.
   *
   * @throws IllegalArgumentException if one is out of range
   */
  static RoundPlan of(int calls, int rounds, int warmups) {
    require(calls >= 1, "calls = " + calls, "a round has at least one call", "calls = 10");
    require(
        rounds >= MIN_ROUNDS,
        "rounds = " + rounds,
        "what grows in every round needs at least two",
        "rounds = 5");
    require(
        rounds <= MAX_ROUNDS,
        "rounds = " + rounds,
        "at most 100 are compared; let each have more calls",
        "calls = 1_000");
    require(
        warmups >= 0 || warmups == Unset.NUMBER,
        "warmups = " + warmups,
        "use 0 or more",
        "warmups = 2");
    return new RoundPlan(
        calls, rounds, warmups == Unset.NUMBER ? Schedule.STANDARD.warmups() : warmups);
  }
}
