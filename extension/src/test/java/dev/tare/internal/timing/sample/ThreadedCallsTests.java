package dev.tare.internal.timing.sample;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.tare.internal.call.TestBodies;
import dev.tare.internal.timing.clock.JvmCounters;
import java.io.IOException;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.CyclicBarrier;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicInteger;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;

class ThreadedCallsTests {

  private final CyclicBarrier meeting = new CyclicBarrier(3);
  private final Set<Thread> callers = ConcurrentHashMap.newKeySet();
  private final AtomicInteger number = new AtomicInteger();
  private final ThreadedCalls calls =
      new ThreadedCalls(benchmarkCase("meets"), 3, JvmCounters.ofThisJvm());

  @AfterEach
  void end() {
    calls.close();
  }

  private BenchmarkCase benchmarkCase(String method) {
    try {
      return new BenchmarkCase(
          method, TestBodies.of(this, ThreadedCallsTests.class.getDeclaredMethod(method)));
    } catch (NoSuchMethodException e) {
      throw new IllegalArgumentException(e);
    }
  }

  /** A body that returns only if three threads call it at the same time. */
  int meets() throws Exception {
    callers.add(Thread.currentThread());
    meeting.await();
    return number.incrementAndGet();
  }

  int fails() throws IOException {
    throw new IOException("disk");
  }

  @Test
  void callsAreMadeAtTheSameTime() throws Throwable {
    calls.call(5);

    assertThat(number).hasValue(15);
    assertThat(callers).hasSize(3).doesNotContain(Thread.currentThread());
  }

  @Test
  void aSampleHasTheCallsOfAllThreads() throws Throwable {
    assertThat(calls.sample(10, new Samples(1)).wallNanos()).isPositive();

    assertThat(number).hasValue(30);
  }

  @Test
  void exceptionOfTheMethodPassesUnchanged() {
    ThreadedCalls failing = new ThreadedCalls(benchmarkCase("fails"), 2, JvmCounters.ofThisJvm());
    try {
      assertThatThrownBy(() -> failing.call(1))
          .isExactlyInstanceOf(IOException.class)
          .hasMessage("disk");
    } finally {
      failing.close();
    }
  }

  @Test
  void theThreadsEndWithTheBenchmark() throws Throwable {
    calls.call(1);
    calls.close();

    for (Thread caller : callers) {
      caller.join(TimeUnit.MINUTES.toMillis(30));
      assertThat(caller.isAlive()).isFalse();
    }
  }
}
