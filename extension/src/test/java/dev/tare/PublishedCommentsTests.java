package dev.tare;

import static org.assertj.core.api.Assertions.assertThat;

import dev.tare.testing.SameOnEveryJdk;
import java.io.File;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/**
 * Checks that everything published has a comment. The build's doclint excludes the group "missing",
 * which also demands tags that restate signatures; this test checks only for missing comments.
 */
@SameOnEveryJdk
class PublishedCommentsTests {

  private static final Path SOURCES = Path.of("src/main/java");

  @TempDir Path folder;

  @Test
  void publishedElementsHaveComments() throws Exception {
    assertThat(SOURCES.resolve("module-info.java")).exists();

    assertThat(withoutComment(SOURCES)).isEmpty();
  }

  @Test
  void missingCommentIsFound() throws Exception {
    Files.writeString(folder.resolve("module-info.java"), "/** M. */ module m { exports p; }");
    Path source = Files.createDirectory(folder.resolve("p")).resolve("Published.java");
    Files.writeString(
        source,
        """
        package p;
        /** Has one. */
        public class Published {
          /** Has one. */
          public Published() {}
          public int hasNone() { return 0; }
          int needsNone() { return 0; }
        }
        """);

    assertThat(withoutComment(folder)).singleElement().asString().contains("Published.java:6:");
  }

  /** Returns the warnings of javac on elements without a comment, in a separate JVM in English. */
  private List<String> withoutComment(Path root) throws IOException, InterruptedException {
    Path javac = Path.of(System.getProperty("java.home"), "bin", "javac");
    List<String> line =
        new ArrayList<>(
            List.of(
                javac.toString(),
                "-J-Duser.language=en",
                "-J-XX:TieredStopAtLevel=1", // too short for the optimizing compiler
                "-J-XX:+UseSerialGC",
                "--should-stop=ifNoError=FLOW", // no class file is needed
                "-encoding",
                "UTF-8",
                "-XDrawDiagnostics",
                "-Xmaxwarns",
                "100000",
                "-proc:none",
                "-Xdoclint:missing/protected",
                "-Xdoclint/package:-dev.tare.internal.*",
                "--module-path",
                jars(),
                // of the libraries, which the module does not require
                "--class-path",
                jars(),
                "--add-reads",
                "dev.tare=ALL-UNNAMED",
                "-d",
                folder.resolve("classes").toString()));
    try (Stream<Path> files = Files.walk(root)) {
      files.map(Path::toString).filter(file -> file.endsWith(".java")).forEach(line::add);
    }
    Process process = new ProcessBuilder(line).redirectErrorStream(true).start();
    String output = new String(process.getInputStream().readAllBytes(), StandardCharsets.UTF_8);
    assertThat(process.waitFor()).as(output).isZero();
    return output.lines().filter(text -> text.contains("no comment")).toList();
  }

  /** Returns the class path without the folders of this module. */
  private static String jars() {
    return Stream.of(System.getProperty("java.class.path").split(File.pathSeparator))
        .filter(entry -> entry.endsWith(".jar"))
        .reduce((a, b) -> a + File.pathSeparator + b)
        .orElseThrow();
  }
}
