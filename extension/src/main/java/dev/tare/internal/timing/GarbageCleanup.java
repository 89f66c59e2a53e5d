package dev.tare.internal.timing;

import java.lang.management.ManagementFactory;
import java.lang.management.MemoryPoolMXBean;
import java.lang.management.MemoryType;
import java.lang.management.MemoryUsage;
import java.util.List;
import java.util.function.LongSupplier;

/**
 * What other tests may have left behind among the old objects of the heap. A collector clears it
 * away once there is much of it, beside the program or in a long pause: at the expense of the
 * benchmark that happens to run then.
 */
public final class GarbageCleanup {

  /**
   * Less of the heap is not worth a collection. G1 begins to clear where the old objects are 45 %
   * of it (InitiatingHeapOccupancyPercent), and a benchmark adds to them.
   */
  private static final double WORTH_CLEARING = 0.25;

  private final LongSupplier bytes;
  private final LongSupplier heapBytes;
  private final Runnable collection;

  /**
   * Garbage that something else tells of.
   *
   * @param bytes how much it may be
   * @param heapBytes how large the heap is
   * @param collection clears it away
   */
  GarbageCleanup(LongSupplier bytes, LongSupplier heapBytes, Runnable collection) {
    this.bytes = bytes;
    this.heapBytes = heapBytes;
    this.collection = collection;
  }

  /** That of this JVM, of whichever collector. */
  public static GarbageCleanup ofThisJvm() {
    List<MemoryPoolMXBean> pools =
        ManagementFactory.getMemoryPoolMXBeans().stream().filter(GarbageCleanup::isOld).toList();
    return new GarbageCleanup(
        () -> pools.stream().mapToLong(GarbageCleanup::sinceLastCollection).sum(),
        () -> Runtime.getRuntime().totalMemory(),
        System::gc);
  }

  /** Pools that are allowed to fill have a threshold; those of new objects have none. */
  private static boolean isOld(MemoryPoolMXBean pool) {
    return pool.getType() == MemoryType.HEAP
        && pool.isUsageThresholdSupported()
        && pool.getCollectionUsage() != null;
  }

  private static long sinceLastCollection(MemoryPoolMXBean pool) {
    MemoryUsage last = pool.getCollectionUsage();
    return Math.max(0, pool.getUsage().getUsed() - (last == null ? 0 : last.getUsed()));
  }

  /**
   * The most that there can be: what has become old since the last collection of old objects, which
   * with G1 may have been one of a part of them. Of a heap without generations, new objects too.
   */
  long bytes() {
    return bytes.getAsLong();
  }

  /** Clears it away where there may be much; what is in use is not looked through again. */
  public void clear() {
    if (bytes() > WORTH_CLEARING * heapBytes.getAsLong()) {
      collection.run();
    }
  }
}
