package dev.tare.internal.allocation;

import static org.assertj.core.api.Assertions.assertThat;

import com.sun.management.ThreadMXBean;
import dev.tare.testing.WeavesOrWalks;
import java.lang.reflect.Proxy;
import java.util.ArrayDeque;
import java.util.Deque;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** Simulated readings of a thread that allocates 10 B between them and has a buffer of 900 B. */
@WeavesOrWalks
class MedianBytesTests {

  private static long median(long... readings) {
    Deque<long[]> remaining = new ArrayDeque<>();
    for (long reading : readings) {
      remaining.add(new long[] {reading});
    }
    ThreadMXBean bean =
        (ThreadMXBean)
            Proxy.newProxyInstance(
                MedianBytesTests.class.getClassLoader(),
                new Class<?>[] {ThreadMXBean.class},
                (proxy, method, arguments) ->
                    method.getName().equals("getThreadAllocatedBytes") ? remaining.remove() : null);
    return ProcessTotals.medianBytes(bean, new long[] {1})[0];
  }

  @ParameterizedTest
  @CsvSource({
    "1000, 1010, 1020, 1010",
    "1900, 1010, 1020, 1020",
    "1000, 1910, 1020, 1020",
    "1000, 1010, 1920, 1010",
    "100, 1010, 1020, 1010",
    "1000, 110, 1020, 1000",
    "1000, 1010, 120, 1000",
    "1000, 1010, -1, -1",
  })
  void bufferThatOneReadingHasTwiceOrNotAtAllCountsOnce(
      long first, long second, long third, long median) {
    assertThat(median(first, second, third)).isEqualTo(median);
  }

  @Test
  void noThreadsHaveNoReadings() {
    assertThat(ProcessTotals.medianBytes(AllocationCounters.bean().orElseThrow(), new long[0]))
        .isEmpty();
  }
}
