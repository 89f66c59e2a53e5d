package dev.tare.benchmarks.accounts;

import com.sun.management.ThreadMXBean;
import java.lang.management.ManagementFactory;
import java.util.ArrayList;
import java.util.List;
import java.util.Random;

/**
 * A body that does one kind of allocation so many times.
 *
 * <p>Its account of bytes is the reading of the thread's counter around a call in a JVM that only
 * interprets and has no Tare in it, where nothing can be left out. Its account of objects is the
 * number of times by the objects that one time makes.
 */
final class AllocatingBody extends AccountedBody {

  static final List<Kind> KINDS = kinds();

  private static final int READINGS = 5;

  /** Where a kind's objects go: dropped, so that the JIT may remove them, or kept. */
  private final Allocations allocations;

  private final int times;
  private final boolean keeps;
  private final boolean countsObjects;
  private final double factor;
  private final int offset;
  private int result;

  private AllocatingBody(Random random, Allocations allocations, boolean countsObjects) {
    this.allocations = allocations;
    this.times = (int) between(random, 1, allocations.mostTimes);
    this.keeps = random.nextBoolean();
    this.countsObjects = countsObjects;
    // a third is at the limit: exactly there, or one less
    boolean atLimit = random.nextInt(3) == 0;
    this.factor = atLimit ? 1 : factor(random);
    this.offset = atLimit && random.nextBoolean() ? 1 : 0;
  }

  private static List<Kind> kinds() {
    List<Kind> kinds = new ArrayList<>();
    for (Allocations allocations : Allocations.values()) {
      kinds.add(
          new Kind(
              "bytes: " + allocations.words(),
              random -> new AllocatingBody(random, allocations, false)));
      if (allocations.objects > 0) {
        kinds.add(
            new Kind(
                "objects: " + allocations.words(),
                random -> new AllocatingBody(random, allocations, true)));
      }
    }
    return List.copyOf(kinds);
  }

  @Override
  public Object call() {
    Allocations.keep(keeps ? new Object[64] : null);
    result = allocations.run(times);
    return this;
  }

  @Override
  double expected() {
    if (countsObjects) {
      return (double) times * allocations.objects + allocations.once + (keeps ? 1 : 0);
    }
    ThreadMXBean threads = (ThreadMXBean) ManagementFactory.getThreadMXBean();
    long least = Long.MAX_VALUE;
    for (int i = 0; i < READINGS; i++) {
      long from = threads.getCurrentThreadAllocatedBytes();
      call();
      least = Math.min(least, threads.getCurrentThreadAllocatedBytes() - from);
    }
    return least;
  }

  @Override
  double limit(double expected) {
    return Math.max(0, Math.floor(factor * expected) - offset);
  }

  @Override
  String annotation(double limit) {
    return countsObjects
        ? "@dev.tare.allocation.MaxAllocations(%.0fL)".formatted(limit)
        : "@dev.tare.allocation.MaxAllocatedBytes(\"%.0f B\")".formatted(limit);
  }

  @Override
  Account account(double expected) {
    return new Account(expected, expected);
  }

  @Override
  String words() {
    return "%d times, %s, sum %d".formatted(times, keeps ? "kept" : "dropped", result);
  }
}
