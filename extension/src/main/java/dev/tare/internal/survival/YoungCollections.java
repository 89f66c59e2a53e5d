package dev.tare.internal.survival;

import com.sun.management.GarbageCollectorMXBean;
import com.sun.management.GcInfo;
import dev.tare.internal.agent.DiagnosticCommand;
import java.lang.management.ManagementFactory;
import java.lang.management.MemoryType;
import java.lang.management.MemoryUsage;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.atomic.AtomicReference;
import org.jspecify.annotations.Nullable;

/**
 * Triggers young collections of this JVM, and counts the bytes that become old.
 *
 * <p>It keeps no object that it creates between collections, since that object would become old
 * too.
 */
public final class YoungCollections {

  // HotSpot counts the bytes of old objects before and after each young collection. Serial counts
  // objects. G1 and Parallel count the buffers that their threads copy objects into, with unused
  // ends; a collection that copies nothing takes no buffer. ZGC counts pages of 2 MiB, and moves a
  // page of young objects among the old ones as a whole. Shenandoah has one bean for collections
  // of all generations.

  /** Names of the beans of young and of full collections and of the old pool, by collector. */
  private static final List<List<String>> COLLECTORS =
      List.of(
          List.of("Copy", "MarkSweepCompact", "Tenured Gen"),
          List.of("PS Scavenge", "PS MarkSweep", "PS Old Gen"),
          List.of("G1 Young Generation", "G1 Old Generation", "G1 Old Gen"));

  /** Maximum age of an object; with a larger threshold no object becomes old by age. */
  static final int MAX_AGE = 15;

  /** Size of each garbage array; G1 treats arrays of 512 KiB or more differently. */
  private static final int GARBAGE_BYTES = 32 * 1024;

  /** Maximum bytes of garbage to create for one collection. */
  private static final long MAX_GARBAGE_BYTES = 4L << 30;

  /** Share of the heap that may be in use after a collection. */
  private static final double MAX_USED_SHARE = 0.8;

  private final GarbageCollectorMXBean young;
  private final GarbageCollectorMXBean full;
  private final String oldPool;

  private long polledCollections;
  private long oldBytes;
  private long fullCollections;
  private long grownBytes;
  private boolean freedOldObjects;
  private boolean isHeapNearlyFull;

  /** Receives the garbage, so that the JIT cannot remove the allocation. */
  private final AtomicReference<byte @Nullable []> garbage = new AtomicReference<>();

  private YoungCollections(
      GarbageCollectorMXBean young, GarbageCollectorMXBean full, String oldPool) {
    this.young = young;
    this.full = full;
    this.oldPool = oldPool;
  }

  /**
   * Returns the young collections of this JVM; empty if its collector does not count the bytes that
   * become old, or if objects never become old by age.
   */
  public static Optional<YoungCollections> ofThisJvm() {
    int threshold =
        DiagnosticCommand.flag("MaxTenuringThreshold").map(Integer::parseInt).orElse(-1);
    Map<String, GarbageCollectorMXBean> beans = new HashMap<>();
    ManagementFactory.getPlatformMXBeans(GarbageCollectorMXBean.class)
        .forEach(bean -> beans.put(bean.getName(), bean));
    for (List<String> names : COLLECTORS) {
      GarbageCollectorMXBean young = beans.get(names.get(0));
      GarbageCollectorMXBean full = beans.get(names.get(1));
      if (threshold >= 0 && threshold <= MAX_AGE && young != null && full != null) {
        return Optional.of(new YoungCollections(young, full, names.get(2)));
      }
    }
    return Optional.empty();
  }

  /** Returns whether the collector counts the bytes of objects, and not of buffers. */
  public boolean countsObjects() {
    return oldPool.equals("Tenured Gen");
  }

  /**
   * Collects the whole heap, which makes all live objects old and frees the garbage of earlier
   * tests, and begins to count.
   *
   * @return false if the space for new objects is too large to be filled
   */
  boolean begin() {
    FullCollection.run();
    boolean collected = collect();
    takeGrownBytes();
    fullCollections = full.getCollectionCount();
    isHeapNearlyFull = false;
    return collected;
  }

  /** Adds what the young collections since the last call of this method made old. */
  void poll() {
    long count = young.getCollectionCount();
    if (count == polledCollections) {
      return;
    }
    GcInfo info = young.getLastGcInfo();
    long after = usedBytes(info.getMemoryUsageAfterGc().get(oldPool));
    long before =
        count == polledCollections + 1
            ? usedBytes(info.getMemoryUsageBeforeGc().get(oldPool))
            : oldBytes; // only the last of several collections can be read
    // large objects are created in the old generation, between collections
    long direct = Math.max(0, before - oldBytes);
    grownBytes += direct + Math.max(0, after - before);
    freedOldObjects |= after < before && direct == 0;
    isHeapNearlyFull |= heapUsed(info) > MAX_USED_SHARE * Runtime.getRuntime().maxMemory();
    oldBytes = after;
    polledCollections = count;
  }

  /**
   * Ends a round: creates garbage until a young collection has ended.
   *
   * @return false if none began, because the space for new objects is too large
   */
  boolean collect() {
    long before = young.getCollectionCount();
    for (long bytes = 0; bytes < MAX_GARBAGE_BYTES; bytes += GARBAGE_BYTES) {
      if (young.getCollectionCount() > before) {
        poll();
        return true;
      }
      garbage.set(new byte[GARBAGE_BYTES]);
      garbage.set(null); // so that no collection finds an array in use
    }
    return false;
  }

  /**
   * Returns the bytes that became old since the last call of this method; -1 if that is not known,
   * since old objects were freed.
   */
  long takeGrownBytes() {
    long grown = freedOldObjects ? -1 : grownBytes;
    grownBytes = 0;
    freedOldObjects = false;
    return grown;
  }

  /**
   * Returns whether it is not known what calls made old since {@link #begin()}: the whole heap was
   * collected, or is nearly full.
   */
  boolean isHeapDisturbed() {
    return isHeapNearlyFull || full.getCollectionCount() > fullCollections;
  }

  private static long usedBytes(@Nullable MemoryUsage pool) {
    return pool == null ? 0 : pool.getUsed();
  }

  /** Returns the used bytes of the heap; the collector also knows the pools of classes and code. */
  private static long heapUsed(GcInfo info) {
    return ManagementFactory.getMemoryPoolMXBeans().stream()
        .filter(pool -> pool.getType() == MemoryType.HEAP)
        .mapToLong(pool -> usedBytes(info.getMemoryUsageAfterGc().get(pool.getName())))
        .sum();
  }
}
