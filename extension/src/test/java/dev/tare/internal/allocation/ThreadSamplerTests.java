package dev.tare.internal.allocation;

import static org.assertj.core.api.Assertions.assertThat;

import com.sun.management.ThreadMXBean;
import dev.tare.testing.WeavesOrWalks;
import dev.tare.unit.Elapsed;
import java.lang.management.ManagementFactory;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.locks.LockSupport;
import jdk.jfr.Recording;
import jdk.jfr.consumer.RecordedEvent;
import jdk.jfr.consumer.RecordingFile;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.parallel.Isolated;

@Isolated("the process total is that of all threads")
@WeavesOrWalks
class ThreadSamplerTests {

  private static final ThreadMXBean BEAN = (ThreadMXBean) ManagementFactory.getThreadMXBean();
  private static final Elapsed PERIOD = Elapsed.parse("10 ms");
  private static final int THREADS = 4;
  private static final int BATCHES = 100;
  private static final int ARRAYS = 1_024;
  private static final int KIB = 1_024;

  @SuppressWarnings("UnusedVariable") // keeps the JIT from removing the allocation
  private static volatile @Nullable Object sink;

  @Test
  void callingThreadIsExact() {
    ThreadSampler sampler = ThreadSampler.start(PERIOD).orElseThrow();
    sink = new byte[1000];
    List<ThreadShare> shares = sampler.stop();

    assertThat(shares)
        .filteredOn(ThreadShare::id, Thread.currentThread().getId())
        .singleElement()
        .satisfies(
            share -> {
              assertThat(share.name()).isEqualTo(Thread.currentThread().getName());
              assertThat(share.bytes()).isEqualTo(1016);
              assertThat(share.ended()).isFalse();
            });
    assertThat(sampler.samples()).isPositive();
    assertThat(sampler.missedBytes()).isLessThan(10_000);
  }

  @Test
  void longPeriodLeavesOnlyTheFirstAndTheLastSample() {
    ThreadSampler sampler = ThreadSampler.start(Elapsed.parse("3600 s")).orElseThrow();
    sink = new byte[1000];
    List<ThreadShare> shares = sampler.stop();

    assertThat(sampler.samples()).isEqualTo(1);
    assertThat(shares)
        .filteredOn(ThreadShare::id, Thread.currentThread().getId())
        .singleElement()
        .satisfies(share -> assertThat(share.series().values()).hasSize(2));
  }

  @Test
  void endedThreadHasTheBytesOfItsLastSample() throws InterruptedException {
    ThreadSampler sampler = ThreadSampler.start(PERIOD).orElseThrow();
    Worker worker = new Worker(10, 1);
    worker.start();
    worker.done.await();
    int before = sampler.samples();
    while (sampler.samples() < before + 2) {
      Thread.onSpinWait();
    }
    worker.end();

    assertThat(sampler.stop())
        .filteredOn(ThreadShare::id, worker.getId())
        .singleElement()
        .satisfies(
            share -> {
              assertThat(share.name()).isEqualTo("worker of 10");
              assertThat(share.bytes()).isEqualTo(worker.ownBytes);
              assertThat(share.ended()).isTrue();
              assertThat(share.series().values()).last().isEqualTo((double) worker.ownBytes);
              assertThat(share.series().values()).isSorted();
              assertThat(share.series().positions()).isSorted();
            });
  }

  /**
   * Four threads, each of which allocates 100 batches of 1,024 arrays of 1 to 4 KiB. All counters
   * are read while the threads are alive and idle.
   */
  @Test
  void listAgreesWithTheOtherCounters() throws Exception {
    AllocationCounter counter = AllocationCounters.allThreads().orElseThrow();
    Map<Long, Long> byEvent;
    List<Worker> workers = new ArrayList<>();
    ThreadSampler sampler = ThreadSampler.start(PERIOD).orElseThrow();
    List<ThreadShare> shares;
    long total;
    try (Recording recording = new Recording()) {
      recording.enable("jdk.ThreadAllocationStatistics").with("period", "endChunk");
      recording.start();
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
      shares = sampler.stop();
      recording.stop();
      byEvent = events(recording);
    } finally {
      for (Worker worker : workers) {
        worker.end();
      }
    }

    for (Worker worker : workers) {
      long bytes = share(shares, worker).bytes();
      assertThat(bytes).as("the event").isEqualTo(byEvent.get(worker.getId()));
      assertThat(bytes).as("its own counter").isEqualTo(worker.ownBytes);
      assertThat(bytes - (long) BATCHES * ARRAYS * (worker.length + 16))
          .as("besides the arrays")
          .isBetween(0L, 20_000L);
    }
    long sum = workers.stream().mapToLong(worker -> worker.ownBytes).sum();
    assertThat(total).as("all threads").isGreaterThanOrEqualTo(sum);
  }

  private static ThreadShare share(List<ThreadShare> shares, Thread thread) {
    return shares.stream().filter(share -> share.id() == thread.getId()).findFirst().orElseThrow();
  }

  private static Map<Long, Long> events(Recording recording) throws Exception {
    Path file = Files.createTempFile("threads", ".jfr");
    try {
      recording.dump(file);
      Map<Long, Long> bytes = new HashMap<>();
      for (RecordedEvent event : RecordingFile.readAllEvents(file)) {
        bytes.put(event.getThread("thread").getJavaThreadId(), event.getLong("allocated"));
      }
      return bytes;
    } finally {
      Files.delete(file);
    }
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
