package dev.tare.internal.timing.clock;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assumptions.assumeThat;

import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.concurrent.CompletableFuture;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Nested;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class PageFaultsTests {

  /**
   * Pid, name, state, parent, group, session, terminal, terminal group, flags, minor faults, other
   * fields.
   */
  private static final String LINE = "7 (a (b) c) R 1 2 3 4 5 6 %d 8 9 10\n";

  @TempDir private Path directory;
  private Path file;
  private PageFaults faults;

  @BeforeEach
  void openFile() {
    file = directory.resolve("stat");
    faults = new PageFaults(file.toString());
  }

  @AfterEach
  void closeFile() throws IOException {
    faults.close();
  }

  private void writeStat(String line) throws IOException {
    Files.writeString(file, line);
  }

  @Test
  void faultsFollowANameWithSpacesAndParentheses() throws IOException {
    writeStat(LINE.formatted(1_234));

    assertThat(faults.ofThisThread()).isEqualTo(1_234);
  }

  @Test
  void faultsAreReadEachTime() throws IOException {
    writeStat(LINE.formatted(1_234));
    faults.ofThisThread();

    writeStat(LINE.formatted(1_235));

    assertThat(faults.ofThisThread()).isEqualTo(1_235);
  }

  @Test
  void faultsOfASandboxThatReportsNoneAreUnknown() throws IOException {
    writeStat(LINE.formatted(0));

    assertThat(faults.ofThisThread()).isNegative();
  }

  @Test
  void faultsInAnUnknownFormatAreUnknown() throws IOException {
    writeStat("7 (a) R 1 2\n");

    assertThat(faults.ofThisThread()).isNegative();
  }

  @Test
  void missingFileIsOpenedOnce() throws IOException {
    assertThat(faults.ofThisThread()).isNegative();

    writeStat(LINE.formatted(1_234));

    assertThat(faults.ofThisThread()).isNegative();
  }

  /** Page faults of memory outside the heap, which the calling thread maps and fills with zeros. */
  @Nested
  class OfThisJvm {

    private static final int MIB = 1 << 20;

    /** Largest possible page. */
    private static final int LARGEST_PAGE = 2 * MIB;

    private final PageFaults own = new PageFaults();

    @BeforeEach
    void assumePageFaultsAreCounted() {
      assumeThat(own.ofThisThread()).isPositive();
    }

    private static void touch(int bytes) {
      assertThat(ByteBuffer.allocateDirect(bytes).get(bytes - 1)).isZero();
    }

    private long faultsDuring(Runnable action) {
      action.run();
      long before = own.ofThisThread();
      action.run();
      return own.ofThisThread() - before;
    }

    @Test
    void faultsCountNewPages() {
      assertThat(faultsDuring(() -> touch(64 * MIB)))
          .isBetween(64L * MIB / LARGEST_PAGE, 64L * MIB / 4096 + 200);
    }

    @Test
    void usedMemoryCausesFewFaults() {
      assertThat(faultsDuring(() -> touch(1))).isLessThan(64L * MIB / LARGEST_PAGE);
    }

    @Test
    void faultsOfOtherThreadsDoNotCount() {
      assertThat(faultsDuring(() -> CompletableFuture.runAsync(() -> touch(64 * MIB)).join()))
          .isLessThan(64L * MIB / LARGEST_PAGE);
    }

    @Test
    void faultsAreOfTheCallingThread() {
      own.ofThisThread();
      long others =
          CompletableFuture.supplyAsync(
                  () -> {
                    long before = own.ofThisThread();
                    touch(64 * MIB);
                    return own.ofThisThread() - before;
                  })
              .join();

      assertThat(others).isGreaterThanOrEqualTo(64L * MIB / LARGEST_PAGE);
    }
  }
}
