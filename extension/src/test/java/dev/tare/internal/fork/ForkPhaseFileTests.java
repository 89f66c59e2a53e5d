package dev.tare.internal.fork;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Arrays;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** What a fresh JVM tells of itself while another one waits for it. */
class ForkPhaseFileTests {

  @TempDir private Path folder;

  private long nanos;

  private Path reply() {
    return folder.resolve("reply");
  }

  @Test
  void tellsTheLastPhase() throws IOException {
    try (ForkPhaseFile file = new ForkPhaseFile(reply(), () -> nanos)) {
      file.tell("a longer warm-up", 123_456_789_012L, Double.NaN);
      assertThat(ForkPhase.read(reply()))
          .isEqualTo(new ForkPhase("a longer warm-up", 123_456_789_012L, Double.NaN));
      nanos += 500_000_000;

      file.tell("sampling", 40, 250.5);
    }

    assertThat(ForkPhase.read(reply())).isEqualTo(new ForkPhase("sampling", 40, 250.5));
  }

  @Test
  void isWrittenTwiceASecond() throws IOException {
    try (ForkPhaseFile file = new ForkPhaseFile(reply(), () -> nanos)) {
      for (int i = 0; i < 10; i++) {
        file.tell("sampling", i, 250);
        nanos += 100_000_000;
      }
    }

    assertThat(ForkPhase.read(reply()).samples()).isEqualTo(5);
  }

  @Test
  void isNothingBeforeItIsWhole() throws IOException {
    assertThat(ForkPhase.read(reply())).isEqualTo(ForkPhase.STARTING);
    try (ForkPhaseFile file = ForkPhaseFile.beside(reply())) {
      assertThat(ForkPhase.read(reply())).isEqualTo(ForkPhase.STARTING);
      file.tell("sampling", 40, 250.5);
    }
    byte[] whole = Files.readAllBytes(ForkPhase.file(reply()));

    Files.write(ForkPhase.file(reply()), Arrays.copyOf(whole, whole.length - 1));

    assertThat(ForkPhase.read(reply())).isEqualTo(ForkPhase.STARTING);
  }
}
