package dev.tare.internal.timing;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assumptions.assumeThat;

import java.nio.ByteBuffer;
import java.util.concurrent.CompletableFuture;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;

/**
 * The oracle is memory outside the heap: mapped anew, and zeroed by the thread that asks for it.
 */
class PageFaultsTests {

  private static final int MIB = 1 << 20;

  /** Pages may be as large. */
  private static final int LARGEST_PAGE = 2 * MIB;

  private final PageFaults faults = new PageFaults();

  @BeforeEach
  void onlyWhereTheyAreCounted() {
    assumeThat(faults.ofThisThread()).isPositive();
  }

  private static void use(int bytes) {
    assertThat(ByteBuffer.allocateDirect(bytes).get(bytes - 1)).isZero();
  }

  private long during(Runnable action) {
    action.run();
    long before = faults.ofThisThread();
    action.run();
    return faults.ofThisThread() - before;
  }

  @Test
  void areThePagesThatAThreadIsGiven() {
    assertThat(during(() -> use(64 * MIB)))
        .isBetween(64L * MIB / LARGEST_PAGE, 64L * MIB / 4096 + 200);
  }

  @Test
  void areFewWhereNoneIsNeeded() {
    assertThat(during(() -> use(1))).isLessThan(64L * MIB / LARGEST_PAGE);
  }

  @Test
  void areNotThoseOfOtherThreads() {
    assertThat(during(() -> CompletableFuture.runAsync(() -> use(64 * MIB)).join()))
        .isLessThan(64L * MIB / LARGEST_PAGE);
  }

  @Test
  void areThoseOfTheThreadThatAsks() {
    faults.ofThisThread();
    long others =
        CompletableFuture.supplyAsync(
                () -> {
                  long before = faults.ofThisThread();
                  use(64 * MIB);
                  return faults.ofThisThread() - before;
                })
            .join();

    assertThat(others).isGreaterThanOrEqualTo(64L * MIB / LARGEST_PAGE);
  }
}
