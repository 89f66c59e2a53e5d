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

  // JSR 45, "Debugging Support for Other Languages". A stratum is a list of line
  // mappings, usually one for each language. Kotlin adds a second one, whose name ends in "Debug",
  // with the lines of the inlined calls.

  public static final String ATTRIBUTE = "SourceDebugExtension";

  /**
   * An entry of a stratum: first source line, file and number of lines, then first class-file line
   * number and line numbers per line.
   */
  private static final Pattern LINES =
      Pattern.compile(
          "(?<line>\\d+)(?:#(?<file>\\d+))?(?:,(?<count>\\d+))?:(?<number>\\d+)(?:,(?<step>\\d+))?");

  private static final Pattern FILE = Pattern.compile("(?:\\+ )?(\\d+) (.+)");

  /**
   * Consecutive lines of a source file.
   *
   * @param firstLine the first line
   * @param count the number of lines
   * @param firstNumber the line number of the first line in the class file
   * @param step the number of class-file line numbers per line
   */
  private record Lines(String file, int firstLine, int count, int firstNumber, int step) {

    OptionalInt sourceLine(int lineNumber) {
      int line = Math.floorDiv(lineNumber - firstNumber, step);
      return line >= 0 && line < count ? OptionalInt.of(firstLine + line) : OptionalInt.empty();
    }
  }

  private final String language;
  private final Map<String, List<Lines>> linesByStratum = new HashMap<>();

  private SourceMap(String language) {
    this.language = language;
  }

  /**
   * Returns whether the class file may have lost a map, because the JVM does not keep it. javac
   * writes none.
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
      return Optional.empty(); // a number that does not fit an int
    }
  }

  /**
   * Returns the source location of a line number if a map gives another one: {@code Cart.kt:5,
   * inlined from Inline.kt:4}. The map is read from the class file that the thread's context class
   * loader finds, because the JVM does not keep the map of a loaded class.
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
          .map(map -> map.location(own, lineNumber))
          .filter(location -> !location.equals(own + ":" + lineNumber));
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
    String stratum = "";
    Map<String, String> files = new HashMap<>();
    String file = "";
    for (String line : lines.subList(3, lines.size())) {
      Matcher named = FILE.matcher(line);
      Matcher mapped = LINES.matcher(line);
      if (line.startsWith("*S ")) {
        stratum = line.substring("*S ".length());
        files.clear();
      } else if (mapped.matches()) {
        file = mapped.group("file") == null ? file : files.getOrDefault(mapped.group("file"), "");
        map.linesByStratum
            .computeIfAbsent(stratum, key -> new ArrayList<>())
            .add(lines(mapped, file));
      } else if (named.matches()) {
        files.put(named.group(1), named.group(2));
      }
    }
    return Optional.of(map);
  }

  private static Lines lines(Matcher mapped, String file) {
    return new Lines(
        file,
        Integer.parseInt(mapped.group("line")),
        atLeastOne(mapped.group("count")),
        Integer.parseInt(mapped.group("number")),
        atLeastOne(mapped.group("step")));
  }

  /** Parses an optional number, which defaults to 1. */
  private static int atLeastOne(String group) {
    return group == null ? 1 : Math.max(1, Integer.parseInt(group));
  }

  /**
   * Returns the source location of a line number: {@code Cart.kt:5}, or {@code Cart.kt:5, inlined
   * from Inline.kt:4}.
   */
  public String location(String sourceFile, int lineNumber) {
    String own = sourceFile + ":" + lineNumber;
    String origin = find(language, lineNumber).orElse(own);
    return find(language + "Debug", lineNumber)
        .map(call -> call + ", inlined from " + origin)
        .orElse(origin);
  }

  private Optional<String> find(String stratum, int lineNumber) {
    for (Lines lines : linesByStratum.getOrDefault(stratum, List.of())) {
      OptionalInt line = lines.sourceLine(lineNumber);
      if (line.isPresent()) {
        return Optional.of(lines.file() + ":" + line.getAsInt());
      }
    }
    return Optional.empty();
  }
}
