package dev.tare.internal.allocation;

import static org.assertj.core.api.Assertions.assertThat;

import com.sun.management.ThreadMXBean;
import dev.tare.internal.allocation.AllocationCounters.TotalReader;
import dev.tare.testing.WeavesOrWalks;
import java.lang.invoke.MethodHandle;
import java.lang.invoke.MethodHandles;
import java.lang.invoke.MethodType;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.function.LongSupplier;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** Simulated process totals, with the real counter of this thread. */
@WeavesOrWalks
class OtherThreadBytesTests {

  private static final ThreadMXBean BEAN = AllocationCounters.bean().orElseThrow();

  private static TotalReader total(LongSupplier bytes) {
    try {
      MethodHandle handle =
          MethodHandles.publicLookup()
              .findVirtual(LongSupplier.class, "getAsLong", MethodType.methodType(long.class));
      return new TotalReader(handle.bindTo(bytes));
    } catch (ReflectiveOperationException e) {
      throw new LinkageError(e.getMessage(), e);
    }
  }

  private static long read(LongSupplier total) {
    return new OtherThreadBytes(BEAN, total(total)).read(true);
  }

  @Test
  void readingIsExactIfOnlyThisThreadAllocates() {
    assertThat(read(() -> 7_000 + BEAN.getCurrentThreadAllocatedBytes())).isEqualTo(7_000);
  }

  @Test
  void readingIsNotExactIfTheTotalStalls() {
    assertThat(read(() -> 7_000)).isNegative();
  }

  @Test
  void attemptsDoNotCountAsTheBodysAllocation() {
    OtherThreadBytes stalled = new OtherThreadBytes(BEAN, total(() -> 7_000));
    AllocationCounter counter = new AllThreadsCounter(BEAN, stalled);
    counter.open();
    long bytes = counter.close();

    assertThat(bytes).isZero();
    assertThat(counter.complete()).isFalse();
  }

  @Test
  void readingIsNotExactIfOthersAllocateMeanwhile() {
    AtomicInteger reading = new AtomicInteger();
    LongSupplier total =
        () -> BEAN.getCurrentThreadAllocatedBytes() + 64L * reading.incrementAndGet();

    assertThat(read(total)).isNegative();
  }

  @Test
  void readingBecomesExactAfterTheTotalWasAhead() {
    long ahead = BEAN.getCurrentThreadAllocatedBytes() + 1_500_000;

    assertThat(read(() -> Math.max(ahead, BEAN.getCurrentThreadAllocatedBytes()))).isZero();
    assertThat(BEAN.getCurrentThreadAllocatedBytes()).isGreaterThan(ahead);
  }

  @Test
  void estimateOfAStalledTotalIsItsDifference() {
    long own = BEAN.getCurrentThreadAllocatedBytes();
    long ahead = own + 1_000_000_000;

    assertThat(new OtherThreadBytes(BEAN, total(() -> ahead)).estimate(true))
        .isBetween(900_000_000L, 1_000_000_000L);
  }

  @ParameterizedTest
  @CsvSource({"true, 5000", "false, 0"})
  void threadThatIsAboutToEndCountsIfAllThreadsAreStopped(boolean stopsThreads, long bytes) {
    // the first two readings of the total miss an ended thread of 5,000 B
    AtomicInteger reading = new AtomicInteger();
    LongSupplier total =
        () -> BEAN.getCurrentThreadAllocatedBytes() + (reading.incrementAndGet() > 2 ? 5_000 : 0);

    assertThat(new OtherThreadBytes(BEAN, total(total)).read(stopsThreads)).isEqualTo(bytes);
  }
}
