package dev.tare.internal.render;

import dev.tare.model.Verdict.Outcome;
import java.util.Locale;

/** Formats outcomes as words: {@code exceeded}. */
final class OutcomeWords {

  private OutcomeWords() {}

  static String word(Outcome outcome) {
    return outcome.name().toLowerCase(Locale.ROOT);
  }
}
