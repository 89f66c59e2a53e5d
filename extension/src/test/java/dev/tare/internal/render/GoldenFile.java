package dev.tare.internal.render;

import static java.nio.charset.StandardCharsets.UTF_8;
import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;

/**
 * A golden file with a whole output. {@code -Dbuild.golden=write} writes the files again; review
 * the difference like any other.
 */
public final class GoldenFile {

  private static final boolean WRITE = "write".equals(System.getProperty("build.golden"));

  private GoldenFile() {}

  /** Verifies that the file has exactly this text, apart from a trailing line break. */
  public static void assertHolds(String name, String text) {
    String expected = text.endsWith("\n") ? text : text + "\n";
    Path file = Path.of("src/test/resources/dev/tare/internal/render", name);
    assertThat(expected).as(name).isEqualTo(read(file, expected));
  }

  /** Reads a file of this module, which is first written if golden files are written again. */
  public static String read(Path path, String text) {
    try {
      Path file = module().resolve(path);
      if (WRITE) {
        Files.createDirectories(file.toAbsolutePath().getParent());
        Files.writeString(file, text, UTF_8);
      }
      return Files.readString(file, UTF_8);
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }

  /** Returns the folder of this module, whether the build or an IDE runs the test. */
  public static Path module() {
    return Path.of(System.getProperty("basedir", "."));
  }
}
