package dev.tare.internal.render;

import java.util.Locale;
import java.util.regex.Pattern;

/** Converts text from outside, such as names and messages, to one line of output. */
public final class OneLine {

  /** Replacement for omitted text; ASCII, since consoles differ. */
  private static final String ELLIPSIS = "...";

  private static final Pattern BREAKS = Pattern.compile("[\\p{Cc}\\u2028\\u2029]+");

  /** Invisible characters, characters that change the text direction, and unpaired surrogates. */
  private static final Pattern INVISIBLE = Pattern.compile("[\\p{Cf}\\p{Cs}]");

  private OneLine() {}

  /**
   * Replaces every run of line breaks and control characters by one space, and every invisible
   * character, such as U+202E (right-to-left override), by its Java escape.
   */
  public static String of(String text) {
    String line = BREAKS.matcher(text).replaceAll(" ").strip();
    return INVISIBLE.matcher(line).replaceAll(found -> "\\\\" + escape(found.group()));
  }

  private static String escape(String character) {
    return String.format(Locale.ROOT, "u%04X", character.codePointAt(0));
  }

  /**
   * Shortens text to a width by omitting its middle: the beginning and above all the end identify a
   * path or a test.
   */
  static String clipped(String text, int width) {
    String line = of(text);
    int length = line.codePointCount(0, line.length());
    if (length <= width) {
      return line;
    }
    int kept = Math.max(0, width - ELLIPSIS.length());
    int head = kept / 3;
    int tail = kept - head;
    return line.substring(0, line.offsetByCodePoints(0, head))
        + ELLIPSIS
        + line.substring(line.offsetByCodePoints(line.length(), -tail));
  }
}
