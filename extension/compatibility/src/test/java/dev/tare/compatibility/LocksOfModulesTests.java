package dev.tare.compatibility;

import static org.assertj.core.api.Assertions.assertThat;

import dev.tare.Weighed;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Map;
import org.junit.jupiter.api.Test;

/**
 * A class that several modules of one build have, each with a figure of its own, which depends on
 * the version of JUnit. The gate builds two modules at the same time.
 */
class LocksOfModulesTests {

  /** The folder of locks as a project names it: relative to the folder of its module. */
  private static final Path LOCKS = Path.of("target", "locks");

  private static final int LENGTH =
      8 * Integer.parseInt(System.getProperty("junit.expected").replaceAll("\\D", ""));

  private static int more;
  static Object sink;

  static class SharedTestCases {
    @Weighed
    void fills() {
      sink = new byte[LENGTH + more];
    }
  }

  private static String run(String missingWeight) {
    return Launched.of(
            SharedTestCases.class,
            Map.of("tare.lockDirectory", LOCKS.toString(), "tare.missingWeight", missingWeight))
        .ends()
        .get(0)
        .status();
  }

  @Test
  void moduleHasItsOwnLock() throws IOException {
    Path lock = LOCKS.resolve(SharedTestCases.class.getName().replace('$', '.') + ".tare");
    Files.deleteIfExists(lock);

    assertThat(run("write")).isEqualTo("SUCCESSFUL");
    assertThat(Files.readString(lock))
        .contains("fills(): allocated bytes = %,d B\n".formatted(LENGTH + 16), "\n1 weight\n");
    assertThat(run("fail")).isEqualTo("SUCCESSFUL");
    more = 8;
    assertThat(run("fail")).isEqualTo("FAILED");
  }
}
