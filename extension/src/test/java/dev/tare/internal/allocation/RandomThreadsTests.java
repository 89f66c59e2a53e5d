package dev.tare.internal.allocation;

import static org.assertj.core.api.Assertions.assertThat;

import com.sun.management.ThreadMXBean;
import dev.tare.testing.WeavesOrWalks;
import java.lang.management.ManagementFactory;
import java.util.ArrayList;
import java.util.List;
import java.util.Random;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.parallel.Isolated;

/**
 * Compares the counter of all threads with a hook at the end of each thread, in random programs.
 * The JVM's hidden compiler threads are in the process total too, and now and then one adds some
 * ten bytes to a run. So each program runs several times, and the minimum counts.
 */
@Isolated("the process total is that of all threads")
@WeavesOrWalks
class RandomThreadsTests {

  private static final int PROGRAMS = 70;
  private static final int RUNS = 5;

  /** Maximum number of runs of a program until one has no bytes of compiler threads. */
  private static final int MAX_RUNS = 200;

  private static final ThreadMXBean BEAN = (ThreadMXBean) ManagementFactory.getThreadMXBean();

  @SuppressWarnings("UnusedVariable") // keeps the JIT from removing the allocation
  private static volatile @Nullable Object sink;

  @Test
  void randomThreadsAreCountedToTheByte() throws Exception {
    long seed = System.nanoTime();
    Random random = new Random(seed);
    AllocationCounter counter = AllocationCounters.allThreads().orElseThrow();
    List<String> failures = new ArrayList<>();
    try (ThreadExits exits = new ThreadExits(BEAN)) {
      run(new Random(seed)); // links what threads and pools need on first use
      for (int i = 0; i < PROGRAMS; i++) {
        long program = random.nextLong();
        long smallest = Long.MAX_VALUE;
        for (int j = 0; j < RUNS || (smallest > 0 && j < MAX_RUNS); j++) {
          counter.open();
          long before = BEAN.getCurrentThreadAllocatedBytes();
          exits.reset(); // inside the count, as its end: a thread of others adds to the excess only
          run(new Random(program));
          long ended = exits.bytes();
          long own = BEAN.getCurrentThreadAllocatedBytes() - before;
          long excess = counter.close() - own - ended;
          if (counter.complete()) {
            smallest = Math.min(smallest, excess);
          }
        }
        if (smallest != 0) {
          failures.add("%d too many in the best run of program %d".formatted(smallest, program));
        }
      }
    }

    assertThat(failures).as("seed %d", seed).isEmpty();
  }

  /** Runs a few threads, some of which start others, and a pool that ends. */
  private static void run(Random random) throws InterruptedException {
    List<Thread> threads = new ArrayList<>();
    for (int i = random.nextInt(6); i >= 0; i--) {
      long seed = random.nextLong();
      int depth = random.nextInt(3);
      threads.add(new Thread(() -> allocate(new Random(seed), depth)));
    }
    for (Thread thread : threads) {
      thread.start();
    }
    if (random.nextBoolean()) {
      ExecutorService pool =
          Executors.newFixedThreadPool(
              1 + random.nextInt(3),
              work -> {
                Thread thread = new Thread(work);
                threads.add(thread);
                return thread;
              });
      for (int i = random.nextInt(10); i >= 0; i--) {
        long seed = random.nextLong();
        pool.execute(() -> allocate(new Random(seed), 0));
      }
      pool.shutdown();
    }
    for (Thread thread : threads) {
      thread.join();
    }
  }

  private static void allocate(Random random, int depth) {
    for (int i = random.nextInt(50); i >= 0; i--) {
      sink = new byte[random.nextInt(5_000)];
    }
    if (depth > 0) {
      Thread inner = new Thread(() -> allocate(random, depth - 1));
      inner.start();
      try {
        inner.join();
      } catch (InterruptedException e) {
        throw new IllegalStateException(e);
      }
    }
  }
}
