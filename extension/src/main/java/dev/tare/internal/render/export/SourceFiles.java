package dev.tare.internal.render.export;

import static java.nio.charset.StandardCharsets.UTF_8;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.net.URI;
import java.net.URISyntaxException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Comparator;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.regex.Pattern;
import java.util.stream.Collectors;
import java.util.stream.IntStream;
import java.util.stream.Stream;

/**
 * The source files of a module, by name.
 *
 * <p>The module is the nearest folder with a folder {@code src} around a verdicts file, or else
 * around the working directory. Paths are relative to the nearest folder with {@code .git} around
 * the module, as code scanning needs them, or else to the module.
 */
final class SourceFiles {

  private static final String SOURCES = "src";
  private static final Pattern NAME = Pattern.compile("[^/]+\\.(java|kt|groovy|scala)");

  private final Path root;
  private final Map<String, List<Path>> filesByName;

  private SourceFiles(Path root, Map<String, List<Path>> filesByName) {
    this.root = root;
    this.filesByName = filesByName;
  }

  /** Finds the source files of the module; none if there is no module. */
  static SourceFiles around(Path file) {
    Path start = file.toAbsolutePath().normalize();
    Path module =
        around(start, SOURCES)
            .or(() -> around(Path.of("").toAbsolutePath(), SOURCES))
            .orElse(start);
    try (Stream<Path> files = Files.walk(module.resolve(SOURCES))) {
      return new SourceFiles(
          around(module, ".git").orElse(module),
          files
              .filter(path -> NAME.matcher(path.getFileName().toString()).matches())
              .sorted()
              .collect(Collectors.groupingBy(path -> path.getFileName().toString())));
    } catch (IOException | UncheckedIOException e) {
      return new SourceFiles(start, new HashMap<>());
    }
  }

  private static Optional<Path> around(Path start, String child) {
    for (Path folder = start; folder != null; folder = folder.getParent()) {
      if (Files.exists(folder.resolve(child))) {
        return Optional.of(folder);
      }
    }
    return Optional.empty();
  }

  /**
   * Returns a source file with this name; empty if there is none. Of several, it is the one whose
   * package is nearest to that of a class, and there is none if two are equally near.
   */
  Optional<Path> file(String name, String className) {
    String folders = className.replace('.', '/');
    Map<Integer, List<Path>> byNearness =
        filesByName.getOrDefault(name, List.of()).stream()
            .collect(Collectors.groupingBy(file -> sharedFolders(file, folders)));
    return byNearness.keySet().stream()
        .max(Comparator.naturalOrder())
        .map(byNearness::get)
        .filter(nearest -> nearest.size() == 1)
        .map(nearest -> nearest.get(0));
  }

  /** Returns the length of the longest beginning of a class's name that a path contains. */
  private static int sharedFolders(Path file, String className) {
    String path = file.toString().replace('\\', '/');
    String beginning = className;
    while (!beginning.isEmpty() && !path.contains("/" + beginning + "/")) {
      beginning = beginning.substring(0, Math.max(0, beginning.lastIndexOf('/')));
    }
    return beginning.length();
  }

  /** Returns the source file of a class. */
  Optional<Path> file(String className) {
    String outermost =
        className.substring(className.lastIndexOf('.') + 1).replaceFirst("(?<=.)\\$.*", "");
    return Stream.of(".java", ".kt", ".groovy", ".scala")
        .flatMap(ending -> file(outermost + ending, className).stream())
        .findFirst();
  }

  /** Returns the number of the line that declares a method; 1 if it is not found. */
  static int line(Path file, String method) {
    // a type stands before the name: List<String> names(
    Pattern declaration =
        Pattern.compile(
            "(\\b(?!(return|new|throw|else|yield)\\b)\\w+|[>\\]])\\s+`?"
                + Pattern.quote(method)
                + "`?\\s*\\(");
    try {
      List<String> lines = new String(Files.readAllBytes(file), UTF_8).lines().toList();
      return IntStream.range(0, lines.size())
          .filter(i -> declaration.matcher(lines.get(i)).find())
          .map(i -> i + 1)
          .findFirst()
          .orElse(1);
    } catch (IOException e) {
      return 1;
    }
  }

  /** Returns the path of a file as a relative URI. */
  String uri(Path file) {
    String path = root.relativize(file).toString().replace('\\', '/');
    try {
      return new URI(null, null, path, null).toASCIIString();
    } catch (URISyntaxException e) {
      throw new IllegalArgumentException(path, e);
    }
  }
}
