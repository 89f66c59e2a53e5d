package dev.tare.allocation;

import static org.assertj.core.api.Assertions.assertThat;

import dev.tare.ExecutedTests;
import dev.tare.testing.WeavesOrWalks;
import java.util.EnumSet;
import java.util.Set;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.ForkJoinPool;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import java.util.stream.IntStream;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.parallel.Isolated;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;
import org.junit.jupiter.params.provider.MethodSource;

/** Both scopes with all ways to run work on other threads. */
@Isolated("one of the scopes also counts threads of other tests")
@WeavesOrWalks
class ThreadScopesTests {

  private static final int WORK = 2_000_000;
  private static final Pattern MEASURED = Pattern.compile("\\(([\\d,]+) B\\) exceed 0 B");

  @ParameterizedTest
  @EnumSource
  void testThreadScopeCountsThatThreadOnly(Work work) {
    String message = message(OwnTestCases.class, work);

    // in a parallel stream the calling thread works too
    int maxBytes = work == Work.PARALLEL_STREAM ? 2 * WORK : 100_000;
    assertThat(bytes(message)).isBetween(1_016L, (long) maxBytes);
    assertThat(message).contains("; this thread only");
  }

  @ParameterizedTest
  @EnumSource
  void allThreadsScopeCountsThemToo(Work work) {
    String message = message(AllTestCases.class, work);

    assertThat(bytes(message)).isBetween(WORK + 1_016L, WORK + 200_000L);
    assertThat(message).contains("; all threads of the process");
  }

  private static String message(Class<?> cases, Work work) {
    Work.CHOSEN.clear();
    Work.CHOSEN.add(work);
    ExecutedTests tests = ExecutedTests.jupiter(cases, "tare.breakdown", "never");
    return String.valueOf(tests.failure("[1] work=" + work).getMessage());
  }

  private static long bytes(String message) {
    Matcher measured = MEASURED.matcher(message);
    assertThat(measured.find()).as(message).isTrue();
    return Long.parseLong(measured.group(1).replace(",", ""));
  }

  /** Ways to run work on other threads. */
  enum Work {
    THREAD_THAT_ENDS,
    THREAD_THAT_LIVES,
    OWN_EXECUTOR,
    OLDER_EXECUTOR,
    OWN_FORK_JOIN_POOL,
    OLDER_FORK_JOIN_POOL,
    PARALLEL_STREAM,
    VIRTUAL_THREAD;

    static final Set<Work> CHOSEN = EnumSet.noneOf(Work.class);
  }

  abstract static class WorkTestCases {

    @SuppressWarnings("UnusedVariable") // keeps the JIT from removing the allocation
    private static volatile Object sink = "";

    private final ExecutorService executor = Executors.newFixedThreadPool(1);
    private final ForkJoinPool pool = new ForkJoinPool(1);
    private final CountDownLatch end = new CountDownLatch(1);

    static EnumSet<Work> chosen() {
      return EnumSet.copyOf(Work.CHOSEN);
    }

    @AfterEach
    void shutDown() {
      end.countDown();
      executor.shutdown();
      pool.shutdown();
    }

    void perform(Work work) throws Exception {
      sink = new byte[1_000];
      switch (work) {
        case THREAD_THAT_ENDS -> join(new Thread(WorkTestCases::allocate));
        case THREAD_THAT_LIVES -> live();
        case OWN_EXECUTOR -> {
          ExecutorService own = Executors.newFixedThreadPool(1);
          own.submit(WorkTestCases::allocate).get();
          own.shutdown();
        }
        case OLDER_EXECUTOR -> executor.submit(WorkTestCases::allocate).get();
        case OWN_FORK_JOIN_POOL -> {
          ForkJoinPool own = new ForkJoinPool(1);
          own.submit(WorkTestCases::allocate).get();
          own.shutdown();
        }
        case OLDER_FORK_JOIN_POOL -> pool.submit(WorkTestCases::allocate).get();
        case PARALLEL_STREAM ->
            IntStream.range(0, 100).parallel().forEach(i -> sink = new byte[WORK / 100]);
        case VIRTUAL_THREAD -> join(virtual());
      }
    }

    private static void allocate() {
      sink = new byte[WORK];
    }

    private static void join(Thread thread) throws InterruptedException {
      if (thread.getState() == Thread.State.NEW) {
        thread.start();
      }
      thread.join();
    }

    private void live() throws InterruptedException {
      CountDownLatch allocated = new CountDownLatch(1);
      Thread living =
          new Thread(
              () -> {
                allocate();
                allocated.countDown();
                awaitEnd();
              });
      living.start();
      allocated.await();
    }

    private void awaitEnd() {
      try {
        end.await();
      } catch (InterruptedException e) {
        throw new IllegalStateException(e);
      }
    }

    /** Returns a started virtual thread, or a platform thread before JDK 21. */
    private static Thread virtual() throws ReflectiveOperationException {
      Runnable work = WorkTestCases::allocate;
      if (Runtime.version().feature() < 21) {
        return new Thread(work);
      }
      return (Thread)
          Thread.class.getMethod("startVirtualThread", Runnable.class).invoke(null, work);
    }
  }

  static class OwnTestCases extends WorkTestCases {

    @ParameterizedTest
    @MethodSource("chosen")
    @MaxAllocatedBytes(value = "0 B")
    void work(Work work) throws Exception {
      perform(work);
    }
  }

  static class AllTestCases extends WorkTestCases {

    @ParameterizedTest
    @MethodSource("chosen")
    @MaxAllocatedBytes(value = "0 B", scope = Scope.ALL_THREADS)
    void work(Work work) throws Exception {
      perform(work);
    }
  }
}
