package dev.tare.examples.documentation;

import static java.nio.charset.StandardCharsets.UTF_8;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Optional;
import java.util.stream.Stream;

/** The files of this repository, by their path from its root, with {@code /} between folders. */
record Repository(Path root) {

  /** Whether golden files and the blocks of the documentation are written instead of compared. */
  static final boolean WRITE = "write".equals(System.getProperty("build.golden"));

  /** The repository that this test lies in, whether the build or an IDE runs it. */
  static Repository here() {
    Path start = Path.of(System.getProperty("basedir", ".")).toAbsolutePath().normalize();
    for (Path folder = start; folder != null; folder = folder.getParent()) {
      if (Files.exists(folder.resolve("examples/pom.xml"))) {
        return new Repository(folder);
      }
    }
    throw new IllegalStateException("no repository around " + start);
  }

  /** The text of a file; empty if there is none. */
  Optional<String> text(String path) {
    Path file = root.resolve(path);
    try {
      return Files.isRegularFile(file)
          ? Optional.of(Files.readString(file, UTF_8))
          : Optional.empty();
    } catch (IOException e) {
      throw new UncheckedIOException(path, e);
    }
  }

  /** Returns whether there is a file or folder. */
  boolean exists(String path) {
    return Files.exists(root.resolve(path));
  }

  void write(String path, String text) {
    Path file = root.resolve(path);
    try {
      Files.createDirectories(file.getParent());
      Files.writeString(file, text, UTF_8);
    } catch (IOException e) {
      throw new UncheckedIOException(path, e);
    }
  }

  /** The Markdown files that are checked: those of the root, and all of {@code docs}. */
  List<String> documents() {
    return Stream.concat(
            Stream.of("README.md", "CHANGELOG.md", "CONTRIBUTING.md", "SECURITY.md")
                .filter(path -> text(path).isPresent()),
            below("docs").filter(path -> path.endsWith(".md")))
        .toList();
  }

  /** The files below a folder, sorted; none if there is no such folder. */
  Stream<String> below(String folder) {
    if (!Files.isDirectory(root.resolve(folder))) {
      return Stream.empty();
    }
    try (Stream<Path> files = Files.walk(root.resolve(folder))) {
      return files
          .filter(Files::isRegularFile)
          .map(file -> root.relativize(file).toString().replace('\\', '/'))
          .sorted()
          .toList()
          .stream();
    } catch (IOException e) {
      throw new UncheckedIOException(folder, e);
    }
  }
}
