import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.TreeMap;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import java.util.stream.Stream;

/**
 * Counts the code of the extension: lines, tokens and files.
 *
 * <p>Lines of Java are those without blank lines, comments, imports and package lines. Tokens are
 * their names, numbers, literals and operators, so they do not depend on how lines are broken.
 * Lines of resources are those that are not blank.
 */
final class CountCode {

  private static final Pattern TOKEN =
      Pattern.compile(
          "\"\"\".*?\"\"\""
              + "|\"[^\"\\\\]*+(?:\\\\.[^\"\\\\]*+)*+\""
              + "|'[^'\\\\]*+(?:\\\\.[^'\\\\]*+)*+'"
              + "|\\w+|[^\\s\\w]",
          Pattern.DOTALL | Pattern.UNICODE_CHARACTER_CLASS);

  /** What is counted in files, packages or all of a part. */
  private record Count(long lines, long tokens, long files) {

    static final Count NONE = new Count(0, 0, 0);

    Count plus(Count other) {
      return new Count(lines + other.lines, tokens + other.tokens, files + other.files);
    }

    String row(String name) {
      return String.format(
          Locale.ROOT, "%,8d lines %,9d tokens %5d files  %s", lines, tokens, files, name);
    }
  }

  private final boolean byPackage;

  private CountCode(boolean byPackage) {
    this.byPackage = byPackage;
  }

  /**
   * Prints the counts.
   *
   * @param arguments {@code packages} for the counts of each package too
   */
  public static void main(String[] arguments) throws IOException {
    CountCode code = new CountCode(List.of(arguments).contains("packages"));
    Path sources = Path.of("extension", "src");
    Path tests = sources.resolve("test/java");
    code.print("main code", sources.resolve("main/java"), ".*");
    code.print("resources", sources.resolve("main/resources"), ".*");
    // fixtures, probes and workloads: classes that no build runs as tests
    code.print("test kit", tests, "(?!.*Tests\\.java$).*");
    code.print("tests", tests, ".*Tests\\.java");
  }

  private void print(String part, Path folder, String names) throws IOException {
    Map<String, Count> packages = new TreeMap<>();
    for (Path file : files(folder)) {
      if (file.getFileName().toString().matches(names)) {
        String name = folder.relativize(file.getParent()).toString().replace('/', '.');
        packages.merge(name, count(file), Count::plus);
      }
    }
    System.out.println(packages.values().stream().reduce(Count.NONE, Count::plus).row(part));
    if (byPackage) {
      packages.forEach((name, count) -> System.out.println("  " + count.row(name)));
    }
  }

  private static List<Path> files(Path folder) throws IOException {
    try (Stream<Path> files = Files.walk(folder)) {
      return files.filter(Files::isRegularFile).toList();
    }
  }

  private static Count count(Path file) throws IOException {
    List<String> lines = Files.readAllLines(file, StandardCharsets.UTF_8);
    List<String> code =
        file.toString().endsWith(".java")
            ? withoutComments(lines)
            : lines.stream().filter(line -> !line.isBlank()).toList();
    Matcher token = TOKEN.matcher(String.join("\n", code));
    return new Count(code.size(), token.results().count(), 1);
  }

  private static List<String> withoutComments(List<String> lines) {
    List<String> code = new ArrayList<>();
    boolean inComment = false;
    for (String line : lines) {
      String text = line.strip();
      if (inComment || text.startsWith("/*")) {
        inComment = !text.contains("*/");
      } else if (!text.isEmpty()
          && !text.startsWith("//")
          && !text.startsWith("import ")
          && !text.startsWith("package ")) {
        code.add(line);
      }
    }
    return code;
  }
}
