package dev.tare.internal.attach;

import java.nio.file.InvalidPathException;
import java.nio.file.Path;
import java.util.HashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.regex.Pattern;
import java.util.stream.Stream;

/**
 * The options of a recording.
 *
 * <table>
 * <caption>Options</caption>
 * <tr><th>option</th><th>value</th><th>default</th></tr>
 * <tr><td>{@code include}</td><td>patterns of class names, separated by colons</td><td>none: it
 *     must be given, unless live objects are counted</td></tr>
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
    RecordingMode mode,
    int seconds,
    int rows,
    String output,
    String series,
    long command) {

  private static final List<String> NAMES =
      List.of("include", "mode", "seconds", "rows", "output", "series", "command");

  private static final List<String> FILES = List.of("output", "series");

  /** Classes of the JDK, which the recorder itself uses. */
  private static final Pattern JDK = Pattern.compile("(java|jdk|sun)\\..*");

  private static final int MAX_SECONDS = 86_400;
  private static final int MAX_ROWS = 1_000;

  /** What a recording measures. */
  enum RecordingMode {
    /** The bytes that the lines of the chosen classes allocate. */
    ALLOCATIONS,
    /** The calls of the methods of the chosen classes, with times. */
    CALLS,
    /** The live objects of all classes, at the start and at the end. */
    HISTOGRAM
  }

  RecordingOptions {
    include = List.copyOf(include);
    if (include.isEmpty() && mode != RecordingMode.HISTOGRAM) {
      throw refused("no class is included: add include=<pattern>, for example include=com.acme.*");
    }
  }

  /**
   * Parses options in the form of {@code -javaagent:}: separated by commas.
   *
   * @throws RefusedException as for a list
   */
  static RecordingOptions parse(String text) {
    return parse(Stream.of(text.split(",")).filter(option -> !option.isBlank()).toList());
  }

  /**
   * Parses options given one by one, with or without two leading dashes. Of several with one name,
   * the last one applies.
   *
   * @throws RefusedException if one is unknown or malformed, or no class is included that the mode
   *     needs; the message quotes it and gives an accepted example
   */
  static RecordingOptions parse(List<String> texts) {
    Map<String, String> given = new HashMap<>();
    for (String text : texts) {
      String[] option = text.strip().replaceFirst("^--", "").split("=", 2);
      String name = option[0].strip();
      if (text.indexOf(',') >= 0) {
        throw refused(
            "'%s': a comma ends an option; separate patterns with colons, and choose a file without a comma, for example output=file.txt",
            text);
      }
      if (name.equals("histogram")) {
        given.put("mode", "histogram");
      } else if (NAMES.contains(name)) {
        given.put(name, value(name, option));
      } else {
        throw refused(
            "unknown option '%s'; use include, mode, seconds, rows, output or series, for example include=com.acme.*",
            text);
      }
    }
    return new RecordingOptions(
        given.containsKey("include") ? patterns(given.get("include")) : List.of(),
        mode(given.getOrDefault("mode", "allocations")),
        given.containsKey("seconds") ? number("seconds", given.get("seconds"), MAX_SECONDS) : 0,
        number("rows", given.getOrDefault("rows", "20"), MAX_ROWS),
        given.getOrDefault("output", ""),
        given.getOrDefault("series", ""),
        Long.parseLong(given.getOrDefault("command", "0")));
  }

  private static String value(String name, String[] option) {
    String value = option.length == 1 ? "" : option[1].strip();
    if (FILES.contains(name) && !isFile(value)) {
      String given = value.isEmpty() ? name : name + "=" + value;
      throw refused("'%s': it needs a file, for example %s=%s.txt", given, name, name);
    }
    return value;
  }

  /** Returns whether a text can be the name of a file on this system with this locale. */
  private static boolean isFile(String text) {
    try {
      return !Path.of(text).toString().isEmpty();
    } catch (InvalidPathException e) {
      return false;
    }
  }

  private static List<String> patterns(String text) {
    List<String> patterns = List.of(text.split(":", -1));
    for (String pattern : patterns) {
      if (!pattern.matches("[\\p{javaJavaIdentifierPart}.*]+") || pattern.contains("..")) {
        throw refused(
            "'include=%s': '%s' is no pattern of classes; use names with *, separated by colons, for example include=com.acme.*:org.acme.Shop",
            text, pattern);
      }
      if (JDK.matcher(pattern).matches()) {
        throw refused(
            "'include=%s': '%s' selects classes of the JDK, which the hooks themselves call; choose the classes that call them, for example include=com.acme.*",
            text, pattern);
      }
    }
    return patterns;
  }

  private static RecordingMode mode(String text) {
    return Stream.of(RecordingMode.values())
        .filter(mode -> mode.name().toLowerCase(Locale.ROOT).equals(text))
        .findFirst()
        .orElseThrow(
            () ->
                refused(
                    "'mode=%s': unknown mode '%s'; use allocations, calls or histogram, for example mode=calls",
                    text, text));
  }

  private static int number(String name, String text, int max) {
    if (text.matches("[1-9]\\d{0,5}") && Integer.parseInt(text) <= max) {
      return Integer.parseInt(text);
    }
    throw refused(
        "'%s=%s': a whole number from 1 to %,d is needed, for example %s=10",
        name, text, max, name);
  }

  private static RefusedException refused(String form, Object... values) {
    return new RefusedException(RefusedException.USAGE, String.format(Locale.ROOT, form, values));
  }

  /** Returns whether a command requests the recording. */
  boolean isRequested() {
    return command > 0;
  }

  /** Returns the file for the recording. */
  Path outputFile() {
    return Path.of(
        output.isEmpty() ? "tare-agent-" + ProcessHandle.current().pid() + ".txt" : output);
  }
}
