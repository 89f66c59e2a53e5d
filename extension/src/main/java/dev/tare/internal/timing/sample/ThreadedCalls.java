package dev.tare.internal.timing.sample;

import dev.tare.body.TestBody;
import dev.tare.internal.timing.clock.JvmCounters;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.Callable;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.concurrent.locks.LockSupport;

/**
 * Calls a method on several threads at the same time, each thread through its own stub. The times
 * of a sample are means over the threads.
 */
final class ThreadedCalls implements CallStrategy {

  /**
   * Number of spins while waiting for the other threads, before the thread gives up its processor.
   */
  private static final int SPINS = 10_000;

  private final JvmCounters clock;
  private final List<TestBody> stubs = new ArrayList<>();
  private final ExecutorService executor;

  ThreadedCalls(BenchmarkCase benchmarkCase, int threads, JvmCounters clock) {
    this.clock = clock;
    for (int i = 0; i < threads; i++) {
      stubs.add(benchmarkCase.body().fresh());
    }
    this.executor = Executors.newFixedThreadPool(threads, ThreadedCalls::daemonThread);
  }

  private static Thread daemonThread(Runnable task) {
    Thread thread = new Thread(task, "tare-benchmark");
    thread.setDaemon(true);
    return thread;
  }

  /** The readings of one thread. */
  private record ThreadReadings(long wallNanos, long cpuNanos, long bytes) {}

  @Override
  public long call(long n) throws Throwable {
    return callOnAllThreads(n).stream().mapToLong(ThreadReadings::wallNanos).sum() / stubs.size();
  }

  @Override
  public boolean threadCpuTimeIsOfCalls() {
    return false;
  }

  @Override
  public void sample(long n, Samples recording) throws Throwable {
    long wallNanos = 0;
    long cpuNanos = 0;
    long bytes = 0;
    for (ThreadReadings readings : callOnAllThreads(n)) {
      wallNanos += readings.wallNanos();
      cpuNanos += readings.cpuNanos();
      bytes += readings.bytes();
    }
    recording.recordAllocation(bytes / stubs.size());
    recording.add(wallNanos / stubs.size(), cpuNanos / stubs.size(), n);
  }

  private List<ThreadReadings> callOnAllThreads(long n) throws Throwable {
    AtomicInteger notReady = new AtomicInteger(stubs.size());
    List<Callable<ThreadReadings>> tasks = new ArrayList<>();
    for (TestBody stub : stubs) {
      tasks.add(() -> callOnThisThread(stub, n, notReady));
    }
    List<ThreadReadings> readings = new ArrayList<>();
    for (Future<ThreadReadings> future : executor.invokeAll(tasks)) {
      try {
        readings.add(future.get());
      } catch (ExecutionException e) {
        throw e.getCause() instanceof ThreadFailure wrapper ? wrapper.thrown() : e;
      }
    }
    return readings;
  }

  private ThreadReadings callOnThisThread(TestBody stub, long n, AtomicInteger notReady)
      throws ThreadFailure {
    notReady.decrementAndGet();
    for (int spins = 0; notReady.get() > 0; spins++) {
      if (spins < SPINS) {
        Thread.onSpinWait();
      } else {
        LockSupport.parkNanos(1);
      }
    }
    long bytes = clock.threadAllocatedBytes();
    long wall = clock.wallNanos();
    long cpu = clock.threadCpuNanos();
    try {
      stub.repeat(n);
    } catch (Throwable e) {
      throw new ThreadFailure(e);
    }
    long cpuNanos = clock.threadCpuNanos() - cpu;
    long wallNanos = clock.wallNanos() - wall;
    return new ThreadReadings(wallNanos, cpuNanos, clock.threadAllocatedBytes() - bytes);
  }

  @Override
  public void close() {
    executor.shutdownNow();
    stubs.forEach(TestBody::forget);
  }

  /** Carries an exception of the method to the thread of the test. */
  private static final class ThreadFailure extends Exception {

    private static final long serialVersionUID = 1L;

    private final Throwable thrown;

    ThreadFailure(Throwable thrown) {
      super(null, thrown, false, false);
      this.thrown = thrown;
    }

    Throwable thrown() {
      return thrown;
    }
  }
}
