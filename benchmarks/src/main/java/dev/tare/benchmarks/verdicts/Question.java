package dev.tare.benchmarks.verdicts;

import dev.tare.model.Verdict.Outcome;

/** What is asked of a verdict at the default limit, and which answer would be wrong how often. */
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
  TWICE("2 x the limit", 2.2, 1);

  /** The limit of a ratio that a suite has unless it says otherwise. */
  static final double LIMIT = 1.10;

  final String words;

  /** How many times as long as a call of the baseline a call truly takes. */
  final double ratio;

  /** The most failures where none is due, the fewest where all are. */
  final double wanted;

  Question(String words, double ratio, double wanted) {
    this.words = words;
    this.ratio = ratio;
    this.wanted = wanted;
  }

  /** Whether a failure is the right verdict. */
  boolean failureIsDue() {
    return ratio > LIMIT;
  }

  /** A failure where none is due, or a pass where one is: not to be able to tell is no error. */
  boolean isWrong(Outcome outcome) {
    return failureIsDue() ? outcome == Outcome.WITHIN : outcome == Outcome.EXCEEDED;
  }
}
