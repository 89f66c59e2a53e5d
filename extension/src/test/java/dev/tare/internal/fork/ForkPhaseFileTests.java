package dev.tare.internal.fork;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Arrays;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** Phases that a fresh JVM reports to the JVM that waits for it. */
class ForkPhaseFileTests {

  @TempDir private Path folder;

  private long nanos;

  private Path reply() {
    return folder.resolve("reply");
  }

  @Test
  void lastPhaseIsRead() throws IOException {
    try (ForkPhaseFile file = new ForkPhaseFile(reply(), () -> nanos)) {
      file.report("a longer warm-up", 123_456_789_012L, Double.NaN);
      assertThat(ForkPhase.read(reply()))
          .isEqualTo(new ForkPhase("a longer warm-up", 123_456_789_012L, Double.NaN));
      nanos += 500_000_000;

      file.report("sampling", 40, 250.5);
    }

    assertThat(ForkPhase.read(reply())).isEqualTo(new ForkPhase("sampling", 40, 250.5));
  }

  @Test
  void phaseIsWrittenTwiceASecond() throws IOException {
    try (ForkPhaseFile file = new ForkPhaseFile(reply(), () -> nanos)) {
      for (int i = 0; i < 10; i++) {
        file.report("sampling", i, 250);
        nanos += 100_000_000;
      }
    }

    assertThat(ForkPhase.read(reply()).samples()).isEqualTo(5);
  }

  @Test
  void incompletePhaseIsIgnored() throws IOException {
    assertThat(ForkPhase.read(reply())).isEqualTo(ForkPhase.STARTING);
    try (ForkPhaseFile file = ForkPhaseFile.beside(reply())) {
      assertThat(ForkPhase.read(reply())).isEqualTo(ForkPhase.STARTING);
      file.report("sampling", 40, 250.5);
    }
    byte[] whole = Files.readAllBytes(ForkPhase.file(reply()));

    Files.write(ForkPhase.file(reply()), Arrays.copyOf(whole, whole.length - 1));

    assertThat(ForkPhase.read(reply())).isEqualTo(ForkPhase.STARTING);
  }
}
