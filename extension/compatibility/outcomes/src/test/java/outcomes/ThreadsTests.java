package outcomes;

import dev.tare.allocation.MaxAllocatedBytes;
import dev.tare.allocation.Scope;
import java.util.ArrayDeque;
import java.util.Deque;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.locks.LockSupport;
import java.util.stream.IntStream;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Tag;

/** Bytes of other threads. Exact figures of threads differ, so the limits are far away. */
@Tag("varying")
class ThreadsTests {

  private static final ExecutorService POOL =
      Executors.newSingleThreadExecutor(
          work -> {
            Thread thread = new Thread(work);
            thread.setDaemon(true);
            return thread;
          });

  private final Deque<Thread> waiting = new ArrayDeque<>();

  private Object sink;

  @BeforeEach
  void startThreads() {
    for (int i = 0; i < 20; i++) {
      Thread thread = new Thread(this::allocateWhenUnparked);
      thread.setDaemon(true);
      thread.start();
      waiting.add(thread);
    }
  }

  private void allocateWhenUnparked() {
    LockSupport.park();
    sink = new byte[1_000_000];
  }

  private void inAThread() throws InterruptedException {
    Thread thread = new Thread(() -> sink = new byte[1_000_000]);
    thread.start();
    thread.join();
  }

  private void inThePool() throws Exception {
    POOL.submit(() -> sink = new byte[1_000_000]).get();
  }

  @MaxAllocatedBytes("100 KB")
  int ownThreadOfAStartedOne() throws Exception {
    inAThread();
    return 1;
  }

  @MaxAllocatedBytes(value = "100 KB", scope = Scope.ALL_THREADS)
  int startedThread() throws Exception {
    inAThread();
    return 1;
  }

  @MaxAllocatedBytes(value = "2 MB", scope = Scope.ALL_THREADS)
  int startedThreadWithin() throws Exception {
    inAThread();
    return 1;
  }

  @MaxAllocatedBytes(value = "100 KB", scope = Scope.ALL_THREADS)
  int pool() throws Exception {
    inThePool();
    return 1;
  }

  @MaxAllocatedBytes(value = "20 MB", scope = Scope.ALL_THREADS)
  int poolWithin() throws Exception {
    inThePool();
    return 1;
  }

  @MaxAllocatedBytes(value = "2 MB", scope = Scope.ALL_THREADS)
  int parallelStreamWithin() {
    sink = IntStream.range(0, 1_000).parallel().map(i -> new byte[1_000].length).sum();
    return 1;
  }

  @MaxAllocatedBytes(value = "100 KB", scope = Scope.ALL_THREADS)
  int ownExecutor() throws Exception {
    ExecutorService own = Executors.newFixedThreadPool(2);
    try {
      own.submit(() -> sink = new byte[1_000_000]).get();
    } finally {
      own.shutdown();
    }
    return 1;
  }

  @MaxAllocatedBytes(value = "2 MB", scope = Scope.ALL_THREADS)
  int threadThatWasAliveBeforeAndEnds() throws Exception {
    Thread older = waiting.remove();
    LockSupport.unpark(older);
    older.join();
    return 1;
  }
}
