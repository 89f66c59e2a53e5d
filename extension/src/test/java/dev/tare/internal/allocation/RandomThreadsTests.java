package dev.tare.internal.allocation;

import static org.assertj.core.api.Assertions.assertThat;

import com.sun.management.ThreadMXBean;
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
 * The counter of started threads against a hook on the end of each thread, in random programs, each
 * run a few times. The JVM's hidden compiler threads are in the process total too: now and then one
 * adds some ten bytes to a run, which is what the minimum of several is for.
 */
@Isolated("the process total is that of all threads")
class RandomThreadsTests {

  private static final int PROGRAMS = 70;
  private static final int RUNS = 5;

  /** Largest number of runs until one is without a share of compiler threads. */
  private static final int MOST_RUNS = 200;

  private static final ThreadMXBean BEAN = (ThreadMXBean) ManagementFactory.getThreadMXBean();

  @SuppressWarnings("UnusedVariable") // keeps the JIT from removing the allocation
  private static volatile @Nullable Object sink;

  @Test
  void randomThreadsAreCountedToTheByte() throws Exception {
    long seed = System.nanoTime();
    Random random = new Random(seed);
    AllocationCounter counter = AllocationCounters.startedThreads().orElseThrow();
    List<String> wrong = new ArrayList<>();
    try (ThreadExits exits = new ThreadExits(BEAN)) {
      run(new Random(seed)); // links what threads and pools need
      for (int i = 0; i < PROGRAMS; i++) {
        long program = random.nextLong();
        long smallest = Long.MAX_VALUE;
        for (int j = 0; j < RUNS || (smallest > 0 && j < MOST_RUNS); j++) {
          exits.reset();
          counter.open();
          long before = BEAN.getCurrentThreadAllocatedBytes();
          run(new Random(program));
          long own = BEAN.getCurrentThreadAllocatedBytes() - before;
          long tooMany = counter.close() - own - exits.bytes();
          if (tooMany < 0 && counter.complete()) {
            wrong.add("%d too few in program %d".formatted(-tooMany, program));
          }
          smallest = Math.min(smallest, tooMany);
        }
        if (smallest != 0) {
          wrong.add("%d too many in every run of program %d".formatted(smallest, program));
        }
      }
    }

    assertThat(wrong).as("seed %d", seed).isEmpty();
  }

  /** A few threads, some of which start others, and a pool that ends. */
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
