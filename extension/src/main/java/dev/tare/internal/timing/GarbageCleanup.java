package dev.tare.internal.timing;

import java.lang.management.ManagementFactory;
import java.lang.management.MemoryPoolMXBean;
import java.lang.management.MemoryType;
import java.lang.management.MemoryUsage;
import java.util.List;
import java.util.function.LongSupplier;

/**
 * Collects the garbage that earlier tests left among the old objects of the heap. The collector
 * would otherwise remove it later, concurrently or in a long pause, and slow down the benchmark
 * that runs then.
 */
public final class GarbageCleanup {

  /**
   * Share of the heap from which a collection is worth its time. G1 starts collecting old objects
   * when they fill 45 % of the heap (InitiatingHeapOccupancyPercent), and a benchmark adds to them.
   */
  private static final double WORTH_COLLECTING = 0.25;

  private final LongSupplier garbageBytes;
  private final LongSupplier heapBytes;
  private final Runnable collector;

  /**
   * Creates a cleanup with the given sources, for tests.
   *
   * @param garbageBytes returns the largest possible amount of garbage
   * @param heapBytes returns the size of the heap
   * @param collector collects the garbage
   */
  GarbageCleanup(LongSupplier garbageBytes, LongSupplier heapBytes, Runnable collector) {
    this.garbageBytes = garbageBytes;
    this.heapBytes = heapBytes;
    this.collector = collector;
  }

  /** Returns the cleanup of this JVM, for any collector. */
  public static GarbageCleanup ofThisJvm() {
    List<MemoryPoolMXBean> pools =
        ManagementFactory.getMemoryPoolMXBeans().stream().filter(GarbageCleanup::isOld).toList();
    return new GarbageCleanup(
        () -> pools.stream().mapToLong(GarbageCleanup::bytesSinceLastCollection).sum(),
        () -> Runtime.getRuntime().totalMemory(),
        System::gc);
  }

  /**
   * Returns whether a memory pool holds old objects. Pools of new objects have no usage threshold.
   */
  private static boolean isOld(MemoryPoolMXBean pool) {
    return pool.getType() == MemoryType.HEAP
        && pool.isUsageThresholdSupported()
        && pool.getCollectionUsage() != null;
  }

  private static long bytesSinceLastCollection(MemoryPoolMXBean pool) {
    MemoryUsage last = pool.getCollectionUsage();
    return Math.max(0, pool.getUsage().getUsed() - (last == null ? 0 : last.getUsed()));
  }

  /**
   * Returns an upper bound of the garbage: the bytes that became old since the last collection of
   * old objects. G1 may have limited that collection to a part of them. For a heap without
   * generations, new objects count too.
   */
  long garbageBytes() {
    return garbageBytes.getAsLong();
  }

  /** Collects the garbage if there may be much. */
  public void collectIfWorthwhile() {
    if (garbageBytes() > WORTH_COLLECTING * heapBytes.getAsLong()) {
      collector.run();
    }
  }
}
