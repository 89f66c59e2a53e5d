package dev.tare.internal.agent;

import static java.nio.charset.StandardCharsets.UTF_8;

import java.io.DataInputStream;
import java.io.IOException;
import java.io.InputStream;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.OptionalInt;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import javassist.bytecode.AttributeInfo;
import javassist.bytecode.ClassFile;

/**
 * Maps line numbers of a class file to lines of source files. Kotlin gives inlined code line
 * numbers beyond the end of the file and records in the class file where it came from.
 */
public final class SourceMap {

  // JSR 45, "Debugging Support for Other Languages". Kotlin adds a second list whose name ends in
  // "Debug", with the lines of the inlined calls.

  public static final String ATTRIBUTE = "SourceDebugExtension";

  /**
   * A line of a map: first source line, file, number of lines; first class-file line number, line
   * numbers per line.
   */
  private static final Pattern LINES =
      Pattern.compile("(\\d+)(?:#(\\d+))?(?:,(\\d+))?:(\\d+)(?:,(\\d+))?");

  private static final Pattern FILE = Pattern.compile("(?:\\+ )?(\\d+) (.+)");

  /**
   * Consecutive lines of a source file.
   *
   * @param first the first line
   * @param count the number of lines
   * @param number the line number of the first line in the class file
   * @param step the number of class-file line numbers per line
   */
  private record Lines(String file, int first, int count, int number, int step) {

    OptionalInt sourceLine(int lineNumber) {
      int line = Math.floorDiv(lineNumber - number, step);
      return line >= 0 && line < count ? OptionalInt.of(first + line) : OptionalInt.empty();
    }
  }

  private final String language;
  private final Map<String, List<Lines>> lists = new HashMap<>();

  private SourceMap(String language) {
    this.language = language;
  }

  /**
   * Returns whether the class file may have had a map, which the JVM does not keep; javac writes
   * none.
   */
  public static boolean mayBeLost(ClassFile file) {
    String source = file.getSourceFile();
    return source != null && !source.endsWith(".java") && file.getAttribute(ATTRIBUTE) == null;
  }

  /** Returns the map in a class file; empty if there is none. */
  public static Optional<SourceMap> of(ClassFile file) {
    AttributeInfo attribute = file.getAttribute(ATTRIBUTE);
    try {
      return attribute == null ? Optional.empty() : parse(new String(attribute.get(), UTF_8));
    } catch (NumberFormatException e) {
      return Optional.empty(); // a number that no line number can be
    }
  }

  /**
   * Returns the source of a line number if a map gives another line for it: {@code Cart.kt:5,
   * inlined from Inline.kt:4}. The map is read from the class file that the thread's context class
   * loader finds, because the JVM keeps no map of a loaded class.
   *
   * @param className the binary name of the class
   */
  public static Optional<String> origin(String className, int lineNumber) {
    ClassLoader context = Thread.currentThread().getContextClassLoader();
    ClassLoader loader = context == null ? ClassLoader.getSystemClassLoader() : context;
    try (InputStream in = loader.getResourceAsStream(className.replace('.', '/') + ".class")) {
      if (in == null) {
        return Optional.empty();
      }
      ClassFile file = new ClassFile(new DataInputStream(in));
      String own = String.valueOf(file.getSourceFile());
      return of(file)
          .map(map -> map.place(own, lineNumber))
          .filter(place -> !place.equals(own + ":" + lineNumber));
    } catch (IOException e) {
      return Optional.empty(); // treated like a missing class file
    }
  }

  /** Parses the text of a map; empty if the text is no map. */
  static Optional<SourceMap> parse(String text) {
    List<String> lines = text.lines().toList();
    if (lines.size() < 3 || !lines.get(0).equals("SMAP")) {
      return Optional.empty();
    }
    SourceMap map = new SourceMap(lines.get(2));
    String list = "";
    Map<String, String> files = new HashMap<>();
    String file = "";
    for (String line : lines.subList(3, lines.size())) {
      Matcher named = FILE.matcher(line);
      Matcher mapped = LINES.matcher(line);
      if (line.startsWith("*S ")) {
        list = line.substring("*S ".length());
        files.clear();
      } else if (mapped.matches()) {
        file = mapped.group(2) == null ? file : files.getOrDefault(mapped.group(2), "");
        map.lists.computeIfAbsent(list, key -> new ArrayList<>()).add(lines(mapped, file));
      } else if (named.matches()) {
        files.put(named.group(1), named.group(2));
      }
    }
    return Optional.of(map);
  }

  private static Lines lines(Matcher mapped, String file) {
    return new Lines(
        file,
        Integer.parseInt(mapped.group(1)),
        number(mapped.group(3)),
        Integer.parseInt(mapped.group(4)),
        number(mapped.group(5)));
  }

  private static int number(String group) {
    return group == null ? 1 : Math.max(1, Integer.parseInt(group));
  }

  /**
   * Returns the source of a line number: {@code Cart.kt:5}, or {@code Cart.kt:5, inlined from
   * Inline.kt:4}.
   */
  public String place(String sourceFile, int lineNumber) {
    String own = sourceFile + ":" + lineNumber;
    String origin = find(language, lineNumber).orElse(own);
    return find(language + "Debug", lineNumber)
        .map(call -> call + ", inlined from " + origin)
        .orElse(origin);
  }

  private Optional<String> find(String list, int lineNumber) {
    for (Lines lines : lists.getOrDefault(list, List.of())) {
      OptionalInt line = lines.sourceLine(lineNumber);
      if (line.isPresent()) {
        return Optional.of(lines.file() + ":" + line.getAsInt());
      }
    }
    return Optional.empty();
  }
}
