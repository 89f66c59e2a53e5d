package dev.tare.internal.render;

/** Text of others, made fit for one line of ours. */
final class OneLine {

  /** Stands where text was left out; plain ASCII, since consoles differ. */
  private static final String GAP = "...";

  private OneLine() {}

  /** The text with every run of line breaks and control characters replaced by one space. */
  static String of(String text) {
    return text.replaceAll("[\\p{Cntrl}\\u0085\\u2028\\u2029]+", " ").strip();
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
