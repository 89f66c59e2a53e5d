package dev.tare.internal.timing;

import java.lang.management.ManagementFactory;
import java.lang.management.MemoryPoolMXBean;
import java.lang.management.MemoryType;
import java.lang.management.MemoryUsage;

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

  private GarbageCleanup() {}

  /** Collects the garbage of this JVM, with any collector, if there may be much. */
  public static void collectIfWorthwhile() {
    if (isWorthwhile(garbageBytes(), Runtime.getRuntime().totalMemory())) {
      System.gc();
    }
  }

  static boolean isWorthwhile(long garbageBytes, long heapBytes) {
    return garbageBytes > WORTH_COLLECTING * heapBytes;
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
  static long garbageBytes() {
    return ManagementFactory.getMemoryPoolMXBeans().stream()
        .filter(GarbageCleanup::isOld)
        .mapToLong(GarbageCleanup::bytesSinceLastCollection)
        .sum();
  }
}
