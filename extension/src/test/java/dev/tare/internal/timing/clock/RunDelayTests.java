package dev.tare.internal.timing.clock;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class RunDelayTests {

  @TempDir private Path directory;
  private Path file;
  private RunDelay delay;

  @BeforeEach
  void openFile() {
    file = directory.resolve("schedstat");
    delay = new RunDelay(file.toString());
  }

  @AfterEach
  void closeFile() throws IOException {
    delay.close();
  }

  @Test
  void delayIsTheSecondNumber() throws IOException {
    Files.writeString(file, "271828182 314159265 42\n");

    assertThat(delay.ofThisThread()).isEqualTo(314_159_265);
  }

  @Test
  void delayIsReadAnewEachTime() throws IOException {
    Files.writeString(file, "1 2 3\n");
    delay.ofThisThread();

    Files.writeString(file, "1 5 3\n");

    assertThat(delay.ofThisThread()).isEqualTo(5);
  }

  @Test
  void delayIsNegativeWhereItIsNotCounted() throws IOException {
    assertThat(delay.ofThisThread()).isNegative();

    RunDelay empty = new RunDelay(Files.createFile(directory.resolve("empty")).toString());

    assertThat(empty.ofThisThread()).isNegative();
    empty.close();
  }
}
