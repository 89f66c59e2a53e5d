package dev.tare.internal.timing;

import java.lang.management.ManagementFactory;
import java.lang.management.MemoryPoolMXBean;
import java.lang.management.MemoryType;
import java.lang.management.MemoryUsage;
import java.util.List;
import java.util.function.LongSupplier;

/**
 * Collects the garbage that earlier tests may have left among the old objects of the heap. The
 * collector would otherwise clear it later, beside the program or in a long pause, at the expense
 * of the benchmark that runs then.
 */
public final class GarbageCleanup {

  /**
   * Share of the heap from which a collection is worth its time. G1 begins to clear when old
   * objects are 45 % of the heap (InitiatingHeapOccupancyPercent), and a benchmark adds to them.
   */
  private static final double WORTH_COLLECTING = 0.25;

  private final LongSupplier garbageBytes;
  private final LongSupplier heapBytes;
  private final Runnable collector;

  /**
   * Creates a cleanup from other sources.
   *
   * @param bytes largest possible amount of garbage
   * @param heapBytes size of the heap
   * @param collection collects the garbage
   */
  GarbageCleanup(LongSupplier bytes, LongSupplier heapBytes, Runnable collection) {
    this.garbageBytes = bytes;
    this.heapBytes = heapBytes;
    this.collector = collection;
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
   * Returns whether a memory pool holds old objects; pools of new objects have no usage threshold.
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
   * Returns the largest possible amount of garbage: the bytes that became old since the last
   * collection of old objects, which G1 may have limited to a part of them. For a heap without
   * generations, new objects count too.
   */
  long garbageBytes() {
    return garbageBytes.getAsLong();
  }

  /** Collects the garbage if there may be much; reachable objects are not examined again. */
  public void collectIfWorthwhile() {
    if (garbageBytes() > WORTH_COLLECTING * heapBytes.getAsLong()) {
      collector.run();
    }
  }
}
