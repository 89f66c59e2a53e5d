package dev.tare.internal.attach;

import static org.assertj.core.api.Assertions.assertThat;

import com.sun.management.ThreadMXBean;
import dev.tare.internal.allocation.AllocationCounter;
import dev.tare.internal.allocation.AllocationCounters;
import dev.tare.testing.WeavesOrWalks;
import java.lang.management.ManagementFactory;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.locks.LockSupport;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.api.parallel.Isolated;

@Isolated("the process total is that of all threads")
@WeavesOrWalks
class ThreadSeriesTests {

  private static final ThreadMXBean BEAN = (ThreadMXBean) ManagementFactory.getThreadMXBean();
  private static final int THREADS = 4;
  private static final int BATCHES = 100;
  private static final int ARRAYS = 1_024;
  private static final int KIB = 1_024;

  @SuppressWarnings("UnusedVariable") // keeps the JIT from removing the allocation
  private static volatile @Nullable Object sink;

  @TempDir Path folder;

  /** A row of the file. */
  private record Point(double seconds, long thread, String name, long bytes) {}

  /**
   * Four threads, each of which allocates 100 batches of 1,024 arrays of 1 to 4 KiB. All counters
   * are read while the threads are alive and idle.
   */
  @Test
  void seriesAgreesWithTheOtherCounters() throws Exception {
    AllocationCounter counter = AllocationCounters.allThreads().orElseThrow();
    List<Worker> workers = new ArrayList<>();
    List<Point> points;
    long total;
    ThreadSeries series = new ThreadSeries(folder.resolve("series.csv"));
    try {
      counter.open();
      for (int i = 1; i <= THREADS; i++) {
        workers.add(new Worker(i * KIB - 16, BATCHES * ARRAYS));
      }
      for (Worker worker : workers) {
        worker.start();
      }
      for (Worker worker : workers) {
        worker.done.await();
      }
      total = counter.close();
      points = written(series);
    } finally {
      for (Worker worker : workers) {
        worker.end();
      }
    }

    for (Worker worker : workers) {
      List<Point> own = of(worker, points);
      long bytes = own.get(own.size() - 1).bytes();
      assertThat(bytes).as("its own counter").isEqualTo(worker.ownBytes);
      assertThat(bytes - (long) BATCHES * ARRAYS * (worker.length + 16))
          .as("besides the arrays")
          .isBetween(0L, 20_000L);
      assertThat(own).extracting(Point::name).containsOnly("worker of " + worker.length);
      assertThat(own).extracting(Point::bytes).isSorted();
      assertThat(own).extracting(Point::seconds).isSorted();
    }
    long sum = workers.stream().mapToLong(worker -> worker.ownBytes).sum();
    assertThat(total).as("all threads").isGreaterThanOrEqualTo(sum);
  }

  @Test
  void callingThreadHasItsFirstAndItsLastValue() throws Exception {
    ThreadSeries series = new ThreadSeries(folder.resolve("series.csv"));
    sink = new byte[1_000_000];
    List<Point> own = of(Thread.currentThread(), written(series));

    Point last = own.get(own.size() - 1);
    assertThat(own.get(0).seconds()).isLessThan(last.seconds());
    assertThat(last.bytes() - own.get(0).bytes()).isBetween(1_000_016L, 20_000_000L);
  }

  @Test
  void endedThreadIsNamedAsSuch() throws Exception {
    Worker worker = new Worker(KIB, 1);
    worker.start();
    worker.done.await();
    ThreadSeries series = new ThreadSeries(folder.resolve("series.csv"));
    worker.end();
    List<Point> own = of(worker, written(series));

    assertThat(own.get(0).name()).isEqualTo("worker of 1024");
    assertThat(own.get(own.size() - 1).name()).isEqualTo("worker of 1024 (ended)");
    assertThat(own).extracting(Point::bytes).isSorted();
  }

  private List<Point> written(ThreadSeries series) throws Exception {
    assertThat(series.stop()).isEqualTo("\n  series      " + folder.resolve("series.csv"));
    List<String> lines = Files.readAllLines(folder.resolve("series.csv"));
    assertThat(lines.get(0)).isEqualTo("seconds,thread,name,bytes");
    return lines.stream().skip(1).map(line -> line.split(",", -1)).map(this::point).toList();
  }

  private Point point(String[] cells) {
    int last = cells.length - 1;
    return new Point(
        Double.parseDouble(cells[0]),
        Long.parseLong(cells[1]),
        cells[2].replace("\"", ""),
        Long.parseLong(cells[last]));
  }

  private static List<Point> of(Thread thread, List<Point> points) {
    return points.stream().filter(point -> point.thread() == thread.getId()).toList();
  }

  /** Allocates, stores the value of its own counter, and is idle until it has been read. */
  private static final class Worker extends Thread {

    private final CountDownLatch done = new CountDownLatch(1);
    private final int length;
    private final int arrays;
    private long ownBytes;
    private volatile boolean read;

    Worker(int length, int arrays) {
      super("worker of " + length);
      this.length = length;
      this.arrays = arrays;
    }

    @Override
    public void run() {
      for (int i = 0; i < arrays; i++) {
        sink = new byte[length];
      }
      // the first use of both may link something, which allocates
      LockSupport.parkNanos(this, 1);
      ownBytes = BEAN.getCurrentThreadAllocatedBytes();
      ownBytes = BEAN.getCurrentThreadAllocatedBytes();
      done.countDown();
      // waiting for a latch would allocate
      while (!read) {
        LockSupport.park(this);
      }
    }

    void end() throws InterruptedException {
      read = true;
      LockSupport.unpark(this);
      join();
    }
  }
}
