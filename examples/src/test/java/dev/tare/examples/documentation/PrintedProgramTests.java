package dev.tare.examples.documentation;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.parallel.Isolated;

/** Checks what the program of the guide prints. */
@Isolated("measures times")
class PrintedProgramTests {

  private static final String PROGRAM = "dev.tare.examples.Example29ProgramTests$CountingZones";
  private static final String GOLDEN =
      "examples/src/test/resources/dev/tare/examples/CountingZones.txt";

  @Test
  void programPrintsItsTable() throws Exception {
    Repository repository = Repository.here();
    String printed = run();
    if (Repository.WRITE && !comparable(printed).equals(comparable(golden(repository)))) {
      repository.write(GOLDEN, printed);
    }

    assertThat(comparable(printed)).isEqualTo(comparable(golden(repository)));
  }

  private static String golden(Repository repository) {
    return repository.text(GOLDEN).orElse("");
  }

  /** Leaves out times, which are never the same twice, and bytes of the JDK's own objects. */
  private static String comparable(String table) {
    return table
        .replaceAll("[1-9][\\d,]* B", "<bytes>")
        .replaceAll("\\d[\\d.,]* (ns|us|ms)", "<time>")
        .replaceAll("\\d[\\d.,]*x", "<ratio>")
        .replaceAll(" +", " ");
  }

  private static String run() throws IOException, InterruptedException {
    Process program =
        new ProcessBuilder(
                Path.of(System.getProperty("java.home"), "bin", "java").toString(),
                "-XX:+EnableDynamicAgentLoading",
                "-Dtare.warmupTime=500 ms",
                "-Dtare.measurementTime=500 ms",
                "-cp",
                System.getProperty("java.class.path"),
                PROGRAM)
            .redirectError(ProcessBuilder.Redirect.INHERIT)
            .start();
    String printed = new String(program.getInputStream().readAllBytes(), StandardCharsets.UTF_8);
    assertThat(program.waitFor()).as(printed).isZero();
    return printed;
  }
}
