package outcomes;

import dev.tare.allocation.MaxAllocatedBytes;
import dev.tare.allocation.Scope;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
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

  private Object sink;

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

  @MaxAllocatedBytes(value = "100 KB", scope = Scope.STARTED_THREADS)
  int startedThread() throws Exception {
    inAThread();
    return 1;
  }

  @MaxAllocatedBytes(value = "2 MB", scope = Scope.STARTED_THREADS)
  int startedThreadWithin() throws Exception {
    inAThread();
    return 1;
  }

  @MaxAllocatedBytes(value = "100 KB", scope = Scope.STARTED_THREADS)
  int poolIsNotStarted() throws Exception {
    inThePool();
    return 1;
  }

  @MaxAllocatedBytes(value = "100 KB", scope = Scope.PROCESS)
  int process() throws Exception {
    inThePool();
    return 1;
  }

  @MaxAllocatedBytes(value = "20 MB", scope = Scope.PROCESS)
  int processWithin() throws Exception {
    inThePool();
    return 1;
  }
}
