package dev.tare;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.HashSet;
import java.util.List;
import java.util.Set;
import java.util.regex.Pattern;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;

/**
 * Checks that each test class runs in exactly one of Surefire's executions: {@code default-test}
 * runs what {@code small-jvms.txt} does not list, and {@code small-jvms} what {@code
 * optimizing-jvms.txt} does not list.
 */
class TestJvmsTests {

  private static final Path FOLDER = Path.of("src/test");

  private static List<String> patterns(String list) throws IOException {
    return Files.readAllLines(FOLDER.resolve(list)).stream()
        .filter(line -> !line.startsWith("#"))
        .toList();
  }

  /** Returns the test classes that a pattern of a list selects. */
  private static Set<String> selected(String pattern) throws IOException {
    Pattern regex =
        Pattern.compile(pattern.replace(".", "\\.").replace("**/", "(.+/)?").replace("*", "[^/]*"));
    Path sources = FOLDER.resolve("java");
    try (Stream<Path> files = Files.walk(sources)) {
      return files
          .map(file -> sources.relativize(file).toString().replace('\\', '/'))
          .filter(name -> regex.matcher(name).matches())
          .collect(Collectors.toSet());
    }
  }

  @Test
  void eachLineSelectsTests() throws IOException {
    for (String list : List.of("small-jvms.txt", "optimizing-jvms.txt")) {
      assertThat(patterns(list)).isNotEmpty();
      for (String pattern : patterns(list)) {
        assertThat(selected(pattern)).as("%s in %s", pattern, list).isNotEmpty();
      }
    }
  }

  @Test
  void testsOfTheOptimizingJvmsAreTestsOfTheSmallOnes() throws IOException {
    Set<String> small = new HashSet<>();
    for (String pattern : patterns("small-jvms.txt")) {
      small.addAll(selected(pattern));
    }

    for (String pattern : patterns("optimizing-jvms.txt")) {
      assertThat(small).containsAll(selected(pattern));
    }
  }
}
