package dev.tare.internal.survival;

import com.sun.management.GarbageCollectorMXBean;
import com.sun.management.GcInfo;
import dev.tare.internal.agent.JvmFlags;
import java.lang.management.ManagementFactory;
import java.lang.management.MemoryUsage;
import java.util.List;
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

  private static final List<Generations> KNOWN_COLLECTORS =
      List.of(
          new Generations("Copy", "MarkSweepCompact", "Tenured Gen", true),
          new Generations("PS Scavenge", "PS MarkSweep", "PS Old Gen", false),
          new Generations("G1 Young Generation", "G1 Old Generation", "G1 Old Gen", false));

  /** Size of each garbage array; G1 treats arrays of 512 KiB or more differently. */
  private static final int GARBAGE_BYTES = 32 * 1024;

  /** Maximum bytes of garbage to create for one collection. */
  private static final long MAX_GARBAGE_BYTES = 4L << 30;

  /** Share of the heap that may be in use after a collection. */
  private static final double MAX_USED_SHARE = 0.8;

  /** Share of the heap that may be in use after the first collection. */
  private static final double MAX_USED_SHARE_BEFORE = 0.5;

  /** Maximum age of an object; with a larger threshold no object becomes old by age. */
  private static final int MAX_AGE = 15;

  /**
   * Names of a collector's management beans and of its old pool.
   *
   * @param countsObjects whether the old pool counts objects, and not buffers that hold them
   */
  private record Generations(String young, String full, String old, boolean countsObjects) {}

  private final GarbageCollectorMXBean young;
  private final GarbageCollectorMXBean full;
  private final Generations generations;
  private final int tenuringThreshold;

  private long polledCollections;
  private long oldBytes;
  private long fullCollections;
  private long promotedBytes;
  private long directBytes;
  private boolean freedOldObjects;
  private double usedShare;
  private boolean isHeapNearlyFull;

  /** Receives the garbage, so that the JIT cannot remove the allocation. */
  private final AtomicReference<byte @Nullable []> garbage = new AtomicReference<>();

  private YoungCollections(
      GarbageCollectorMXBean young,
      GarbageCollectorMXBean full,
      Generations generations,
      int tenuringThreshold) {
    this.young = young;
    this.full = full;
    this.generations = generations;
    this.tenuringThreshold = tenuringThreshold;
  }

  /**
   * Returns the young collections of this JVM; empty if its collector does not count the bytes that
   * become old, or if objects never become old by age.
   */
  public static Optional<YoungCollections> ofThisJvm() {
    int threshold = maxTenuringThreshold();
    return threshold < 0 || threshold > MAX_AGE
        ? Optional.empty()
        : KNOWN_COLLECTORS.stream()
            .flatMap(generations -> of(generations, threshold).stream())
            .findFirst();
  }

  private static Optional<YoungCollections> of(Generations generations, int threshold) {
    Optional<GarbageCollectorMXBean> young = bean(generations.young);
    Optional<GarbageCollectorMXBean> full = bean(generations.full);
    return young.isPresent() && full.isPresent()
        ? Optional.of(new YoungCollections(young.get(), full.get(), generations, threshold))
        : Optional.empty();
  }

  private static Optional<GarbageCollectorMXBean> bean(String name) {
    return ManagementFactory.getPlatformMXBeans(GarbageCollectorMXBean.class).stream()
        .filter(bean -> bean.getName().equals(name))
        .findFirst();
  }

  private static int maxTenuringThreshold() {
    return JvmFlags.value("MaxTenuringThreshold").map(Integer::parseInt).orElse(-1);
  }

  /**
   * Returns the maximum number of young collections that an object survives before it becomes old.
   */
  int tenuringThreshold() {
    return tenuringThreshold;
  }

  /** Returns whether the collector counts the bytes of objects, and not of buffers. */
  public boolean countsObjects() {
    return generations.countsObjects;
  }

  /**
   * Triggers a collection and begins to count. The program's own objects are then older than those
   * of the first round. If much of the heap is in use, as by garbage that earlier tests made old,
   * all of it is collected before.
   *
   * @return false if none began, because the space for new objects is too large
   */
  boolean begin() {
    boolean collected = collect();
    poll();
    if (usedShare > MAX_USED_SHARE_BEFORE) {
      FullCollection.run();
      collected = collect();
      poll();
    }
    fullCollections = full.getCollectionCount();
    isHeapNearlyFull = false;
    return collected;
  }

  /** Sets the counts of a round to zero. */
  void startRound() {
    promotedBytes = 0;
    directBytes = 0;
    freedOldObjects = false;
  }

  /** Adds what the young collections since the last call of this method made old. */
  void poll() {
    long count = young.getCollectionCount();
    if (count == polledCollections) {
      return;
    }
    GcInfo info = young.getLastGcInfo();
    long after = usedBytes(info.getMemoryUsageAfterGc().get(generations.old));
    long before =
        count == polledCollections + 1
            ? usedBytes(info.getMemoryUsageBeforeGc().get(generations.old))
            : oldBytes; // only the last of several collections can be read
    directBytes += Math.max(0, before - oldBytes);
    promotedBytes += Math.max(0, after - before);
    freedOldObjects |= after < before;
    usedShare = (double) heapUsed(info) / Runtime.getRuntime().maxMemory();
    isHeapNearlyFull |= usedShare > MAX_USED_SHARE;
    oldBytes = after;
    polledCollections = count;
  }

  /**
   * Creates garbage until a young collection has ended.
   *
   * @return false if none began, because the space for new objects is too large
   */
  boolean collect() {
    long before = young.getCollectionCount();
    for (long bytes = 0; bytes < MAX_GARBAGE_BYTES; bytes += GARBAGE_BYTES) {
      if (young.getCollectionCount() > before) {
        return true;
      }
      garbage.set(new byte[GARBAGE_BYTES]);
      garbage.set(null); // so that no collection finds an array in use
    }
    return false;
  }

  /** Returns the bytes that young collections of this round promoted. */
  long promotedBytes() {
    return promotedBytes;
  }

  /** Returns the bytes of large objects that were created in the old generation in this round. */
  long directBytes() {
    return directBytes;
  }

  /** Returns whether a young collection of this round freed old objects. */
  boolean freedOldObjects() {
    return freedOldObjects;
  }

  /** Returns whether the heap was nearly full after a collection. */
  boolean isHeapNearlyFull() {
    return isHeapNearlyFull;
  }

  /** Returns whether the whole heap was collected since {@link #begin()}. */
  boolean collectedWholeHeap() {
    return full.getCollectionCount() > fullCollections;
  }

  private static long usedBytes(@Nullable MemoryUsage pool) {
    return pool == null ? 0 : pool.getUsed();
  }

  private static long heapUsed(GcInfo info) {
    long used = 0;
    for (MemoryUsage pool : info.getMemoryUsageAfterGc().values()) {
      used += pool.getUsed();
    }
    return used;
  }
}
