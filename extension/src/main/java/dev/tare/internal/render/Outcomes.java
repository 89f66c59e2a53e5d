package dev.tare.internal.render;

import dev.tare.model.Verdict.Outcome;
import java.util.Locale;

/** Outcomes in words: {@code exceeded}. */
final class Outcomes {

  private Outcomes() {}

  static String word(Outcome outcome) {
    return outcome.name().toLowerCase(Locale.ROOT);
  }
}
