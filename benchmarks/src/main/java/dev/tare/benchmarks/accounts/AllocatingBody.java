package dev.tare.benchmarks.accounts;

import com.sun.management.ThreadMXBean;
import java.lang.management.ManagementFactory;
import java.util.ArrayList;
import java.util.List;
import java.util.Random;

/**
 * A body that repeats one kind of allocation a given number of times.
 *
 * <p>Its account of bytes is the reading of the thread's counter around a call in a JVM that only
 * interprets and has no Tare in it, where nothing can be left out. Its account of objects is the
 * number of times by the objects that one time makes.
 */
final class AllocatingBody extends AccountedBody {

  private static final List<Allocations> STARTED =
      List.of(
          Allocations.NEW,
          Allocations.NEWARRAY,
          Allocations.CONCATENATION,
          Allocations.LIST_GROWTH);

  static final List<Kind> KINDS = kinds();

  /** Bytes that starting and ending a thread may allocate in addition. */
  private static final double OF_A_THREAD = 20_000;

  private static final int READINGS = 5;

  private final Allocations allocations;
  private final int times;

  /** Whether objects are kept for a while; the JIT may remove those that are not. */
  private final boolean keeps;

  private final boolean countsObjects;
  private final double factor;
  private final int offset;

  /** 0: the test's own thread does it. */
  private final int threads;

  private int result;

  private AllocatingBody(
      Random random, Allocations allocations, boolean countsObjects, boolean startsThreads) {
    this.allocations = allocations;
    this.times = (int) between(random, 1, allocations.mostTimes);
    this.keeps = random.nextBoolean();
    this.countsObjects = countsObjects;
    // a third is at the limit: exactly there, or one less
    boolean atLimit = random.nextInt(3) == 0;
    this.factor = atLimit ? 1 : factor(random);
    this.offset = atLimit && random.nextBoolean() ? 1 : 0;
    this.threads = startsThreads ? 1 + random.nextInt(4) : 0;
  }

  private static List<Kind> kinds() {
    List<Kind> kinds = new ArrayList<>();
    for (Allocations allocations : Allocations.values()) {
      kinds.add(
          new Kind(
              "bytes: " + allocations.words(),
              random -> new AllocatingBody(random, allocations, false, false)));
      if (allocations.objects > 0) {
        kinds.add(
            new Kind(
                "objects: " + allocations.words(),
                random -> new AllocatingBody(random, allocations, true, false)));
      }
    }
    for (Allocations allocations : STARTED) {
      kinds.add(
          new Kind(
              "bytes: in started threads, " + allocations.words(),
              random -> new AllocatingBody(random, allocations, false, true)));
    }
    return List.copyOf(kinds);
  }

  @Override
  public Object call() {
    Allocations.keep(keeps ? new Object[64] : null);
    if (threads == 0) {
      result = allocations.run(times);
    } else {
      runInThreads();
    }
    return this;
  }

  private void runInThreads() {
    Thread[] started = new Thread[threads];
    for (int i = 0; i < threads; i++) {
      started[i] = new Thread(() -> result = allocations.run(times));
      started[i].start();
    }
    try {
      for (Thread thread : started) {
        thread.join();
      }
    } catch (InterruptedException e) {
      throw new IllegalStateException(e);
    }
  }

  /** Returns what all started threads do, without the cost of starting them. */
  @Override
  double expected() {
    if (countsObjects) {
      return (double) times * allocations.objects + allocations.once + (keeps ? 1 : 0);
    }
    ThreadMXBean counters = (ThreadMXBean) ManagementFactory.getThreadMXBean();
    long least = Long.MAX_VALUE;
    for (int i = 0; i < READINGS; i++) {
      long from = counters.getCurrentThreadAllocatedBytes();
      Allocations.keep(keeps ? new Object[64] : null);
      result = allocations.run(times);
      least = Math.min(least, counters.getCurrentThreadAllocatedBytes() - from);
    }
    return threads == 0 ? least : (double) least * threads;
  }

  @Override
  double limit(double expected) {
    return Math.max(0, Math.floor(factor * expected) - offset);
  }

  @Override
  String annotation(double limit) {
    return countsObjects
        ? "@dev.tare.allocation.MaxAllocations(%.0fL)".formatted(limit)
        : "@dev.tare.allocation.MaxAllocatedBytes(value = \"%.0f B\"%s)"
            .formatted(limit, threads > 0 ? ", scope = dev.tare.allocation.Scope.ALL_THREADS" : "");
  }

  @Override
  Account account(double expected) {
    // the array that keeps what is made is made once, and counted for each of the threads
    double kept = threads > 1 && keeps ? 300 * (threads - 1) : 0;
    return new Account(expected - kept, expected + OF_A_THREAD * threads);
  }

  @Override
  String words() {
    return "%d times, %s, %d threads, sum %d"
        .formatted(times, keeps ? "kept" : "dropped", threads, result);
  }
}
