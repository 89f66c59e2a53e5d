package dev.tare.examples.documentation;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.util.stream.Collectors;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.parallel.Isolated;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/**
 * Checks what the programs of the guide print. Runs before {@link DocumentationTests}, which copies
 * it: Surefire runs these classes in the order of their names.
 */
@Isolated("measures times")
@Tag("same-on-every-jdk")
class ConsoleOutputTests {

  @ParameterizedTest
  @ValueSource(
      strings = {
        "Example29ProgramTests$CountingZones",
        "Example41CensusTests$CensusOfTests",
        "Example42WeighedTests$GrowingIndex"
      })
  void programPrintsItsTable(String program) throws Exception {
    Repository repository = Repository.here();
    String file =
        "examples/src/test/resources/dev/tare/examples/%s.txt"
            .formatted(program.substring(program.indexOf('$') + 1));
    String golden = repository.text(file).orElse("");
    String printed = run("dev.tare.examples." + program).strip() + "\n";
    if (Repository.WRITE && !comparable(printed).equals(comparable(golden))) {
      repository.write(file, printed);
      golden = printed;
    }

    assertThat(comparable(printed)).isEqualTo(comparable(golden));
  }

  /**
   * Leaves out times, which are never the same twice, bytes of the JDK's own objects, and the order
   * of lines, which follows from both.
   */
  private static String comparable(String table) {
    return table
        .lines()
        .map(ConsoleOutputTests::comparableLine)
        .sorted()
        .collect(Collectors.joining("\n"));
  }

  private static String comparableLine(String line) {
    return line.replaceAll("[1-9][\\d,.]* ([KM]i)?B", "<bytes>")
        .replaceAll("\\d[\\d.,]* (ns|us|ms)", "<time>")
        .replaceAll("\\d[\\d.,]*x", "<ratio>")
        .replaceAll("Java [\\d.]+", "Java")
        .replaceAll(" +", " ");
  }

  private static String run(String program) throws IOException, InterruptedException {
    ProcessBuilder java =
        new ProcessBuilder(
                Path.of(System.getProperty("java.home"), "bin", "java").toString(),
                "-XX:+EnableDynamicAgentLoading",
                "-Xmx256m",
                "-Dtare.warmupTime=500 ms",
                "-Dtare.measurementTime=500 ms",
                "-cp",
                System.getProperty("java.class.path"),
                program)
            .redirectError(ProcessBuilder.Redirect.INHERIT);
    java.environment().remove("CI"); // where a run that accepts weights prints one line more
    Process running = java.start();
    String printed = new String(running.getInputStream().readAllBytes(), StandardCharsets.UTF_8);
    assertThat(running.waitFor()).as(printed).isZero();
    return printed;
  }
}
