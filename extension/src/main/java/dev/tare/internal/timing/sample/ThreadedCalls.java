package dev.tare.internal.timing.sample;

import dev.tare.body.TestBody;
import dev.tare.internal.timing.clock.JvmCounters;
import java.lang.reflect.InvocationTargetException;
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

  @Override
  public long call(long n) throws Throwable {
    return callOnAllThreads(n).stream().mapToLong(Samples.Readings::wallNanos).sum() / stubs.size();
  }

  @Override
  public boolean threadCpuTimeIsOfCalls() {
    return false;
  }

  @Override
  public Samples.Readings sample(long n, Samples recording) throws Throwable {
    long wallNanos = 0;
    long cpuNanos = 0;
    long bytes = 0;
    for (Samples.Readings readings : callOnAllThreads(n)) {
      wallNanos += readings.wallNanos();
      cpuNanos += readings.cpuNanos();
      bytes += readings.bytes();
    }
    int threads = stubs.size();
    return new Samples.Readings(wallNanos / threads, cpuNanos / threads, bytes / threads);
  }

  private List<Samples.Readings> callOnAllThreads(long n) throws Throwable {
    AtomicInteger notReady = new AtomicInteger(stubs.size());
    List<Callable<Samples.Readings>> tasks = new ArrayList<>();
    for (TestBody stub : stubs) {
      tasks.add(() -> callOnThisThread(stub, n, notReady));
    }
    List<Samples.Readings> readings = new ArrayList<>();
    for (Future<Samples.Readings> future : executor.invokeAll(tasks)) {
      try {
        readings.add(future.get());
      } catch (ExecutionException e) {
        Throwable thrown = e.getCause();
        throw thrown == null ? e : thrown;
      }
    }
    return readings;
  }

  private Samples.Readings callOnThisThread(TestBody stub, long n, AtomicInteger notReady)
      throws Exception {
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
    } catch (Exception | Error e) {
      throw e;
    } catch (Throwable e) {
      throw new InvocationTargetException(e);
    }
    long cpuNanos = clock.threadCpuNanos() - cpu;
    long wallNanos = clock.wallNanos() - wall;
    return new Samples.Readings(wallNanos, cpuNanos, clock.threadAllocatedBytes() - bytes);
  }

  @Override
  public void close() {
    executor.shutdownNow();
    stubs.forEach(TestBody::forget);
  }
}
