package dev.tare.internal.render;

import dev.tare.model.Verdict.Outcome;

/**
 * What a terminal can show besides plain text.
 *
 * @param hasBars whether it shows block characters
 * @param hasColours whether it follows the colour codes of ECMA-48
 */
public record TerminalStyle(boolean hasBars, boolean hasColours) {

  /** The style of a file or a log. */
  public static final TerminalStyle PLAIN = new TerminalStyle(false, false);

  private static final int BAR_WIDTH = 10;
  private static final int EIGHTHS = 8;
  private static final char FULL_BLOCK = '\u2588';

  /**
   * Returns a bar of at most ten characters, in steps of an eighth of a character.
   *
   * @param share from 0; 1 and above fill the bar, a negative share has none
   */
  String bar(double share) {
    if (!hasBars || share <= 0) {
      return "";
    }
    int eighths = (int) Math.ceil(Math.min(1, share) * BAR_WIDTH * EIGHTHS);
    String full = String.valueOf(FULL_BLOCK).repeat(eighths / EIGHTHS);
    // the blocks of seven eighths to one eighth follow that of a whole character
    int rest = eighths % EIGHTHS;
    return rest == 0 ? full : full + (char) (FULL_BLOCK + EIGHTHS - rest);
  }

  /** Returns a line of the table in which the outcome at its end has its colour. */
  String coloured(String line, Outcome outcome) {
    String word = OutcomeWords.word(outcome);
    if (!hasColours || !line.endsWith(word)) {
      return line;
    }
    int colour =
        switch (outcome) {
          case EXCEEDED -> 31; // red
          case UNMEASURED -> 35; // magenta
          case INCONCLUSIVE -> 33; // yellow
          case WITHIN -> 32; // green
        };
    String start = line.substring(0, line.length() - word.length());
    return "%s\u001b[%sm%s\u001b[0m".formatted(start, colour, word);
  }
}
