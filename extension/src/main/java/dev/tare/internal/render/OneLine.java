package dev.tare.internal.render;

import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.Optional;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/** Converts text from outside, such as names and messages, to one line of output. */
public final class OneLine {

  /** Replacement for omitted text; ASCII, since consoles differ. */
  private static final String ELLIPSIS = "...";

  /** Maximum number of columns of a line of a failure message. */
  static final int MAX_WIDTH = 160;

  private static final int MAX_WRAPPED = 4;

  private static final Pattern BREAKS = Pattern.compile("[\\p{Cc}\\u2028\\u2029]+ *");

  /** Invisible characters, characters that change the text direction, and unpaired surrogates. */
  private static final Pattern INVISIBLE = Pattern.compile("[\\p{Cf}\\p{Cs}]");

  private static final Pattern WORDS = Pattern.compile(" ");

  /**
   * A line of code before how its objects are held: {@code Shop.add(Shop.java:12), held at .all}.
   */
  private static final Pattern CODE = Pattern.compile("[^(]+\\([^()]+:\\d+\\), ");

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
   * path or a test. A line of code at the beginning stays whole if it fits.
   */
  public static String clipped(String text, int width) {
    String line = of(text);
    int length = line.codePointCount(0, line.length());
    if (length <= width) {
      return line;
    }
    int kept = Math.max(0, width - ELLIPSIS.length());
    Matcher code = CODE.matcher(line);
    int codeEnd = code.lookingAt() ? line.codePointCount(0, code.end()) : 0;
    int head = codeEnd < kept ? Math.max(kept / 3, codeEnd) : kept / 3;
    int tail = kept - head;
    return line.substring(0, line.offsetByCodePoints(0, head))
        + ELLIPSIS
        + line.substring(line.offsetByCodePoints(line.length(), -tail));
  }

  /**
   * Breaks a text between words into lines of a width. The middle of a longer word or text is
   * omitted.
   *
   * @return the lines, from one to four
   */
  static List<String> wrapped(String text, int width) {
    List<String> words = WORDS.splitAsStream(of(text)).map(word -> clipped(word, width)).toList();
    List<String> lines = lines(words, " ", width);
    if (lines.size() > MAX_WRAPPED) {
      String last = lines.get(lines.size() - 1);
      lines.subList(MAX_WRAPPED - 1, lines.size()).clear();
      lines.add(clipped(ELLIPSIS + " " + last, width));
    }
    return lines;
  }

  /** Joins words or phrases into lines of a width; one that is longer has a line of its own. */
  static List<String> lines(List<String> words, String separator, int width) {
    List<String> lines = new ArrayList<>();
    for (String word : words) {
      int last = lines.size() - 1;
      if (last < 0 || lines.get(last).length() + separator.length() + word.length() > width) {
        lines.add(word);
      } else {
        lines.set(last, lines.get(last) + separator + word);
      }
    }
    return lines;
  }

  /**
   * Joins the phrases that fit a width; phrases that do not fit beside those before them are left
   * out.
   *
   * @return the line, which is longer if no phrase fits; empty if there is no phrase
   */
  static Optional<String> fitting(List<String> phrases, int width) {
    return phrases.stream()
        .map(OneLine::of)
        .reduce(
            (line, phrase) -> {
              if (line.length() > width) {
                return phrase.length() <= width ? phrase : line;
              }
              String longer = line + "; " + phrase;
              return longer.length() <= width ? longer : line;
            });
  }
}
