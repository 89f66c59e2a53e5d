package dev.tare.internal.render;

import java.util.Locale;
import java.util.regex.Pattern;

/** Text of others, made fit for one line of ours. */
public final class OneLine {

  /** Stands where text was left out; plain ASCII, since consoles differ. */
  private static final String GAP = "...";

  private static final Pattern BREAKS = Pattern.compile("[\\p{Cc}\\u2028\\u2029]+");

  /** Characters that print nothing, or turn the text around them, and halves of characters. */
  private static final Pattern INVISIBLE = Pattern.compile("[\\p{Cf}\\p{Cs}]");

  private OneLine() {}

  /**
   * The text with every run of line breaks and control characters replaced by one space, and every
   * invisible character, such as U+202E (right-to-left override), by its Java escape.
   */
  public static String of(String text) {
    String line = BREAKS.matcher(text).replaceAll(" ").strip();
    return INVISIBLE.matcher(line).replaceAll(found -> "\\\\" + number(found.group()));
  }

  private static String number(String character) {
    return String.format(Locale.ROOT, "u%04X", character.codePointAt(0));
  }

  /**
   * The text in at most the width given: what is too long loses its middle, since a path or a test
   * is told by its beginning and even more by its end.
   */
  static String clipped(String text, int width) {
    String line = of(text);
    int length = line.codePointCount(0, line.length());
    if (length <= width) {
      return line;
    }
    int kept = Math.max(0, width - GAP.length());
    int head = kept / 3;
    int tail = kept - head;
    return line.substring(0, line.offsetByCodePoints(0, head))
        + GAP
        + line.substring(line.offsetByCodePoints(line.length(), -tail));
  }
}
