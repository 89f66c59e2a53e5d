package dev.tare.benchmarks.verdicts;

import dev.tare.model.Verdict.Outcome;

/** Comparison to judge at the default limit, with the allowed rate of wrong verdicts. */
enum Question {
  /** One method, compared with itself. */
  EQUAL("equal methods", 1, 0.002),
  /** Exactly at the limit. */
  AT_LIMIT("at the limit", 1.10, 0.01),
  /** A little slower than allowed. */
  BEYOND_15("1.15 x the limit", 1.265, 0.80),
  /** Slower than allowed. */
  BEYOND_25("1.25 x the limit", 1.375, 0.97),
  /** Twice as slow as allowed. */
  TWICE("2 x the limit", 2.2, 1),
  /** A time of its own, far below its limit. */
  HALF_OF_LIMIT("time below limit", 1 / Question.CLEAR, 0),
  /** A time of its own, far above its limit. */
  TWICE_THE_LIMIT("time above limit", Question.CLEAR, 1);

  /** Factor between a time and a limit of which every verdict should be certain. */
  static final double CLEAR = 2.2;

  /** The limit of a ratio that a suite has unless it says otherwise. */
  static final double LIMIT = 1.10;

  final String words;

  /** True time of a call as a multiple of the baseline's, or of its own limit. */
  final double ratio;

  /** The most failures where none is due, the fewest where all are. */
  final double wanted;

  Question(String words, double ratio, double wanted) {
    this.words = words;
    this.ratio = ratio;
    this.wanted = wanted;
  }

  /** Returns whether the time itself is limited, and not its ratio to a baseline. */
  boolean isOfTime() {
    return this == HALF_OF_LIMIT || this == TWICE_THE_LIMIT;
  }

  /** Returns whether a failure is the right verdict. */
  boolean failureIsDue() {
    return ratio > LIMIT;
  }

  /**
   * Returns whether the outcome is wrong: a false failure or a false pass; inconclusive is neither.
   */
  boolean isWrong(Outcome outcome) {
    return failureIsDue() ? outcome == Outcome.WITHIN : outcome == Outcome.EXCEEDED;
  }
}
