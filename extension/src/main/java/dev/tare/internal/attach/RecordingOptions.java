package dev.tare.internal.attach;

import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.regex.Pattern;
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
 * <tr><td>{@code mode}</td><td>{@code allocations}, {@code calls} or {@code histogram}</td><td>{@code
 *     allocations}</td></tr>
 * <tr><td>{@code seconds}</td><td>a whole number from 1 to 86,400</td><td>10 when attaching, else until
 *     the JVM ends</td></tr>
 * <tr><td>{@code rows}</td><td>the maximum number of rows, 1 to 1,000</td><td>20</td></tr>
 * <tr><td>{@code output}</td><td>the file</td><td>with {@code -javaagent:}, {@code
 *     tare-agent-<pid>.txt}</td></tr>
 * <tr><td>{@code series}</td><td>a CSV file for the bytes of threads over time</td><td>none</td></tr>
 * </table>
 *
 * @param seconds 0 if none was given
 * @param output empty if none was given
 * @param series empty if none was given
 * @param command the process id of the command that requests the recording; 0 for none
 */
record RecordingOptions(
    List<String> include,
    List<String> exclude,
    RecordingMode mode,
    int seconds,
    int rows,
    String output,
    String series,
    long command) {

  static final String OPTION_NAMES = "include, exclude, mode, seconds, rows, output or series";

  /** Classes of the JDK, which the recorder itself uses. */
  private static final Pattern JDK = Pattern.compile("(java|jdk|sun)\\..*");

  private static final int MAX_SECONDS = 86_400;
  private static final int MAX_ROWS = 1_000;

  RecordingOptions {
    include = List.copyOf(include);
    exclude = List.copyOf(exclude);
  }

  /**
   * Parses options in the form of {@code -javaagent:}: separated by commas.
   *
   * @throws IllegalArgumentException if one is unknown or malformed, or no class is included that
   *     the mode needs; the message quotes it and gives an accepted example
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
    if (parsed.include.isEmpty() && parsed.mode != RecordingMode.HISTOGRAM) {
      throw new IllegalArgumentException(
          "no class is included: add include=<pattern>, for example include=com.acme.*");
    }
    return new RecordingOptions(
        parsed.include,
        parsed.exclude,
        parsed.mode,
        parsed.seconds,
        parsed.rows,
        parsed.output,
        parsed.series,
        parsed.command);
  }

  /** The options parsed so far; of several with one name, the last one applies. */
  private static final class ParsedOptions {
    private List<String> include = List.of();
    private List<String> exclude = List.of();
    private RecordingMode mode = RecordingMode.ALLOCATIONS;
    private int seconds;
    private int rows = 20;
    private String output = "";
    private String series = "";
    private long command;

    void add(String text) {
      int equals = text.indexOf('=');
      String key = (equals < 0 ? text : text.substring(0, equals)).replaceFirst("^--", "").strip();
      String value = equals < 0 ? "" : text.substring(equals + 1).strip();
      switch (key) {
        case "include" -> include = refusingJdk(text, patterns(text, value));
        case "exclude" -> exclude = patterns(text, value);
        case "seconds" -> seconds = number(text, value, MAX_SECONDS);
        case "rows" -> rows = number(text, value, MAX_ROWS);
        case "output" -> output = value;
        case "series" -> series = value;
        case "mode" -> mode = RecordingMode.parse(text, value);
        case "histogram" -> mode = RecordingMode.HISTOGRAM;
        case "command" -> command = Long.parseLong(value);
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

  private static List<String> refusingJdk(String text, List<String> patterns) {
    for (String pattern : patterns) {
      if (JDK.matcher(pattern).matches()) {
        throw new IllegalArgumentException(
            "'%s': '%s' selects classes of the JDK, which the hooks themselves call; choose the classes that call them, for example include=com.acme.*"
                .formatted(text, pattern));
      }
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

  /** Returns whether a command requests the recording. */
  boolean isRequested() {
    return command > 0;
  }

  /** Returns whether the bytes of threads over time are to be recorded. */
  boolean hasSeries() {
    return !series.isEmpty();
  }

  /** Returns the file for the recording. */
  Path outputFile() {
    String file =
        output.isEmpty() ? "tare-agent-" + ProcessHandle.current().pid() + ".txt" : output;
    return Path.of(file);
  }
}
