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
class ProcessTotalsTests {

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

  private static ProcessTotals read(LongSupplier total) {
    ProcessTotals edge = new ProcessTotals(BEAN, total(total));
    edge.read(BEAN.getAllThreadIds());
    return edge;
  }

  @Test
  void edgeIsConsistentIfOnlyThisThreadAllocates() {
    ProcessTotals edge = read(() -> 7_000 + BEAN.getCurrentThreadAllocatedBytes());

    assertThat(edge.consistent()).isTrue();
    assertThat(edge.totalBytes() - edge.ownBytes()).isEqualTo(7_000);
  }

  @Test
  void edgeIsInconsistentIfTheTotalStalls() {
    assertThat(read(() -> 7_000).consistent()).isFalse();
  }

  @Test
  void attemptsDoNotCountAsTheBodysAllocation() {
    ProcessTotals edge = read(() -> 7_000);

    assertThat(BEAN.getCurrentThreadAllocatedBytes() - edge.ownBytes()).isLessThan(10_000);
  }

  @Test
  void edgeIsInconsistentIfOthersAllocateBetweenTheReadings() {
    AtomicInteger reading = new AtomicInteger();
    LongSupplier total =
        () -> BEAN.getCurrentThreadAllocatedBytes() + 64L * reading.incrementAndGet();

    assertThat(read(total).consistent()).isFalse();
  }

  @Test
  void edgeBecomesConsistentAfterTheTotalWasAhead() {
    long ahead = BEAN.getCurrentThreadAllocatedBytes() + 1_500_000;
    ProcessTotals edge = read(() -> Math.max(ahead, BEAN.getCurrentThreadAllocatedBytes()));

    assertThat(edge.consistent()).isTrue();
    assertThat(edge.totalBytes()).isGreaterThan(ahead);
  }

  @Test
  void edgeWaitsForAThreadThatTheTotalMissesBriefly() {
    // the first two readings of the total miss an ended thread of 5,000 B
    AtomicInteger reading = new AtomicInteger();
    LongSupplier total =
        () -> BEAN.getCurrentThreadAllocatedBytes() + (reading.incrementAndGet() > 2 ? 5_000 : 0);
    ProcessTotals edge = read(total);

    assertThat(edge.consistent()).isTrue();
    assertThat(edge.totalBytes() - edge.ownBytes()).isEqualTo(5_000);
  }

  @ParameterizedTest
  @CsvSource({"true, 5000", "false, 0"})
  void bytesOfOthersHaveAThreadThatIsAboutToEndIfAllThreadsAreStopped(
      boolean stopsThreads, long bytes) {
    AtomicInteger reading = new AtomicInteger();
    LongSupplier total =
        () -> BEAN.getCurrentThreadAllocatedBytes() + (reading.incrementAndGet() > 2 ? 5_000 : 0);

    assertThat(new ProcessTotals(BEAN, total(total)).readOthers(stopsThreads)).isEqualTo(bytes);
  }

  @Test
  void everyChosenThreadHasItsBytes() {
    ProcessTotals edge = new ProcessTotals(BEAN, total(BEAN::getCurrentThreadAllocatedBytes));
    long unknownId = Long.MAX_VALUE;
    edge.read(new long[] {Thread.currentThread().getId(), unknownId});

    assertThat(edge.threads()[0]).isPositive();
    assertThat(edge.threads()[1]).isNegative();
  }
}
