package dev.tare.internal.attach;

import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.stream.Stream;

/**
 * The options of a recording.
 *
 * <table>
 * <caption>Options</caption>
 * <tr><th>option</th><th>value</th><th>default</th></tr>
 * <tr><td>{@code include}</td><td>patterns of class or method names, separated by colons</td><td>none: it
 *     must be given</td></tr>
 * <tr><td>{@code exclude}</td><td>patterns of class or method names, separated by colons</td><td>none</td></tr>
 * <tr><td>{@code mode}</td><td>{@code allocations} or {@code calls}</td><td>{@code
 *     allocations}</td></tr>
 * <tr><td>{@code seconds}</td><td>a whole number from 1 to 86,400</td><td>10 when attaching, else until
 *     the JVM ends</td></tr>
 * <tr><td>{@code rows}</td><td>the maximum number of rows, 1 to 1,000</td><td>20</td></tr>
 * <tr><td>{@code output}</td><td>the file, with {@code -javaagent:}</td><td>{@code
 *     tare-agent-<pid>.txt}</td></tr>
 * </table>
 *
 * @param seconds 0 if none was given
 * @param output empty if none was given
 */
record RecordingOptions(
    List<String> include,
    List<String> exclude,
    RecordingMode mode,
    int seconds,
    int rows,
    String output) {

  static final String OPTION_NAMES = "include, exclude, mode, seconds, rows or output";

  private static final int MAX_SECONDS = 86_400;
  private static final int MAX_ROWS = 1_000;

  RecordingOptions {
    include = List.copyOf(include);
    exclude = List.copyOf(exclude);
  }

  /**
   * Parses options in the form of {@code -javaagent:}: separated by commas.
   *
   * @throws IllegalArgumentException if one is unknown or malformed, or no class is included; the
   *     message quotes it and gives an accepted example
   */
  static RecordingOptions parse(String text) {
    return parse(Stream.of(text.split(",")).filter(option -> !option.isBlank()).toList());
  }

  /**
   * Parses options given one by one, with or without two leading dashes.
   *
   * @throws IllegalArgumentException if one is unknown or malformed, or no class is included
   */
  static RecordingOptions parse(List<String> texts) {
    ParsedOptions parsed = new ParsedOptions();
    texts.forEach(parsed::add);
    if (parsed.include.isEmpty()) {
      throw new IllegalArgumentException(
          "no class is included: add include=<pattern>, for example include=com.acme.*");
    }
    return new RecordingOptions(
        parsed.include, parsed.exclude, parsed.mode, parsed.seconds, parsed.rows, parsed.output);
  }

  /** The options parsed so far; of several with one name, the last one applies. */
  private static final class ParsedOptions {
    private List<String> include = List.of();
    private List<String> exclude = List.of();
    private RecordingMode mode = RecordingMode.ALLOCATIONS;
    private int seconds;
    private int rows = 20;
    private String output = "";

    void add(String text) {
      int equals = text.indexOf('=');
      String key = (equals < 0 ? text : text.substring(0, equals)).replaceFirst("^--", "").strip();
      String value = equals < 0 ? "" : text.substring(equals + 1).strip();
      switch (key) {
        case "include" -> include = patterns(text, value);
        case "exclude" -> exclude = patterns(text, value);
        case "seconds" -> seconds = number(text, value, MAX_SECONDS);
        case "rows" -> rows = number(text, value, MAX_ROWS);
        case "output" -> output = value;
        case "mode" -> mode = RecordingMode.parse(text, value);
        default ->
            throw new IllegalArgumentException(
                "unknown option '%s'; use %s, for example include=com.acme.*"
                    .formatted(text, OPTION_NAMES));
      }
    }
  }

  private static List<String> patterns(String text, String value) {
    List<String> patterns = new ArrayList<>();
    for (String pattern : value.split(":", -1)) {
      if (!pattern.matches("[\\w.$*]+") || pattern.contains("..")) {
        throw new IllegalArgumentException(
            "'%s': '%s' is no pattern of classes or methods; use names with *, separated by colons, for example include=com.acme.*:org.acme.Shop.get*"
                .formatted(text, pattern));
      }
      patterns.add(pattern);
    }
    return patterns;
  }

  private static int number(String text, String value, int max) {
    if (value.matches("[1-9]\\d{0,5}") && Integer.parseInt(value) <= max) {
      return Integer.parseInt(value);
    }
    throw new IllegalArgumentException(
        String.format(
            Locale.ROOT,
            "'%s': a whole number from 1 to %,d is needed, for example %s=10",
            text,
            max,
            text.replaceFirst("=.*", "")));
  }

  /** Returns the options as text that {@link #parse(String)} parses. */
  String text() {
    List<String> texts = new ArrayList<>();
    texts.add("include=" + String.join(":", include));
    if (!exclude.isEmpty()) {
      texts.add("exclude=" + String.join(":", exclude));
    }
    texts.add("mode=" + mode.text());
    if (seconds > 0) {
      texts.add("seconds=" + seconds);
    }
    texts.add("rows=" + rows);
    return String.join(",", texts);
  }

  /** Returns these options, with the given number of seconds if none was given. */
  RecordingOptions withDefaultSeconds(int defaultSeconds) {
    return seconds > 0
        ? this
        : new RecordingOptions(include, exclude, mode, defaultSeconds, rows, output);
  }
}
