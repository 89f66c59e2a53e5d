package dev.tare.internal.render;

import dev.tare.model.Verdict.Outcome;
import java.util.Locale;

/** Formats outcomes as words: {@code exceeded}. */
public final class OutcomeWords {

  private OutcomeWords() {}

  /** Returns the word of an outcome. */
  public static String word(Outcome outcome) {
    return outcome.name().toLowerCase(Locale.ROOT);
  }
}
