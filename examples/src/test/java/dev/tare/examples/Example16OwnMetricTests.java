package dev.tare.examples;

import dev.tare.allocation.MaxAllocatedBytes;
import dev.tare.examples.ownmetric.MaxStartedThreads;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Disabled;

/**
 * A custom metric.
 *
 * <p>Threads are expensive: a pool starts one once, {@code new Thread} starts one per call. The
 * annotation in {@code ownmetric} works like Tare's own: it makes a method a test, it can be
 * combined with others, and its verdict is in the same report.
 */
class Example16OwnMetricTests {

  // tag::right[]
  private final ExecutorService pool = Executors.newFixedThreadPool(1);

  @AfterEach
  void shutDown() {
    pool.shutdown();
  }

  @MaxStartedThreads(0)
  @MaxAllocatedBytes("16 KiB")
  int countsInPool() throws Exception {
    return pool.submit(() -> TimeZones.ROWS.size()).get();
  }

  // end::right[]

  @Disabled("fails on purpose")
  static class Failing {

    // tag::wrong[]
    @MaxStartedThreads(0)
    int countsInNewThreads() throws InterruptedException {
      List<Integer> counts = new ArrayList<>();
      Thread thread = new Thread(() -> counts.add(TimeZones.ROWS.size()));
      thread.start();
      thread.join();
      return counts.get(0);
    }
    // end::wrong[]
  }
}
