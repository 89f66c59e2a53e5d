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
 * Young collections of this JVM: provokes them and counts the bytes that they make old.
 *
 * <p>It keeps no object that it creates during a series, since that object would become old too.
 */
public final class YoungCollections {

  // HotSpot counts the bytes of old objects before and after each young collection. Serial counts
  // objects. G1 and Parallel count the buffers that their threads copy objects into, with unused
  // ends; a collection that copies nothing takes no buffer. ZGC counts pages of 2 MiB, and moves a
  // page of young objects among the old ones as a whole. Shenandoah has one bean for collections
  // of all generations.

  private static final List<Generations> KNOWN =
      List.of(
          new Generations("Copy", "MarkSweepCompact", "Tenured Gen", true),
          new Generations("PS Scavenge", "PS MarkSweep", "PS Old Gen", false),
          new Generations("G1 Young Generation", "G1 Old Generation", "G1 Old Gen", false));

  /** Size of an array of garbage; G1 handles arrays of 512 KiB or more differently. */
  private static final int GARBAGE_BYTES = 32 * 1024;

  /** Most garbage for one collection. */
  private static final long MOST_GARBAGE = 4L << 30;

  /** Share of the heap that may be in use after a collection. */
  private static final double MOST_USED = 0.8;

  /** Greatest age of an object; a greater threshold means that no object becomes old by age. */
  private static final int GREATEST_AGE = 15;

  /**
   * Names of the beans and the pool of one collector.
   *
   * @param exact whether the old pool counts objects, and not buffers that hold them
   */
  private record Generations(String young, String full, String old, boolean exact) {}

  private final GarbageCollectorMXBean young;
  private final GarbageCollectorMXBean full;
  private final Generations generations;
  private final int threshold;

  private long seen;
  private long oldBytes;
  private long fullCollections;
  private long promoted;
  private long direct;
  private boolean freed;
  private boolean crowded;

  /** Written so that the JIT cannot remove the allocation. */
  private final AtomicReference<byte @Nullable []> garbage = new AtomicReference<>();

  private YoungCollections(
      GarbageCollectorMXBean young,
      GarbageCollectorMXBean full,
      Generations generations,
      int threshold) {
    this.young = young;
    this.full = full;
    this.generations = generations;
    this.threshold = threshold;
  }

  /**
   * Returns the young collections of this JVM; empty if its collector does not count the bytes that
   * it makes old, or if objects never become old by age.
   */
  public static Optional<YoungCollections> ofThisJvm() {
    int threshold = tenuringThreshold();
    return threshold < 0 || threshold > GREATEST_AGE
        ? Optional.empty()
        : KNOWN.stream().flatMap(known -> with(known, threshold).stream()).findFirst();
  }

  private static Optional<YoungCollections> with(Generations known, int threshold) {
    Optional<GarbageCollectorMXBean> young = bean(known.young);
    Optional<GarbageCollectorMXBean> full = bean(known.full);
    return young.isPresent() && full.isPresent()
        ? Optional.of(new YoungCollections(young.get(), full.get(), known, threshold))
        : Optional.empty();
  }

  private static Optional<GarbageCollectorMXBean> bean(String name) {
    return ManagementFactory.getPlatformMXBeans(GarbageCollectorMXBean.class).stream()
        .filter(bean -> bean.getName().equals(name))
        .findFirst();
  }

  private static int tenuringThreshold() {
    return JvmFlags.value("MaxTenuringThreshold").map(Integer::parseInt).orElse(-1);
  }

  /** Returns the largest number of young collections that an object survives as a young one. */
  int threshold() {
    return threshold;
  }

  /** Returns whether the old bytes are those of objects, and not of buffers that hold them. */
  public boolean countsObjects() {
    return generations.exact;
  }

  /**
   * Provokes a collection, so that objects of the program age before those of the first step, and
   * begins to count.
   *
   * @return false if none began, because the space for new objects is too large
   */
  boolean begin() {
    boolean collected = provoke();
    poll();
    fullCollections = full.getCollectionCount();
    crowded = false;
    return collected;
  }

  /** Begins to count the next step. */
  void next() {
    promoted = 0;
    direct = 0;
    freed = false;
  }

  /** Counts the young collections that have ended since the last call. */
  void poll() {
    long count = young.getCollectionCount();
    if (count == seen) {
      return;
    }
    GcInfo info = young.getLastGcInfo();
    long after = old(info.getMemoryUsageAfterGc().get(generations.old));
    long before =
        count == seen + 1
            ? old(info.getMemoryUsageBeforeGc().get(generations.old))
            : oldBytes; // only the last of several has counts
    direct += Math.max(0, before - oldBytes);
    promoted += Math.max(0, after - before);
    freed |= after < before;
    crowded |= used(info) > MOST_USED * Runtime.getRuntime().maxMemory();
    oldBytes = after;
    seen = count;
  }

  /**
   * Creates garbage until a young collection has ended.
   *
   * @return false if none began, because the space for new objects is too large
   */
  boolean provoke() {
    long before = young.getCollectionCount();
    for (long bytes = 0; bytes < MOST_GARBAGE; bytes += GARBAGE_BYTES) {
      if (young.getCollectionCount() > before) {
        return true;
      }
      garbage.set(new byte[GARBAGE_BYTES]);
      garbage.set(null); // so that no collection finds one in use
    }
    return false;
  }

  /** Returns the bytes that young collections of this step made old. */
  long promoted() {
    return promoted;
  }

  /** Returns the bytes of objects that this step created among the old ones. */
  long direct() {
    return direct;
  }

  /** Returns whether a young collection of this step freed old objects. */
  boolean freed() {
    return freed;
  }

  /** Returns whether a collection left little room in the heap. */
  boolean crowded() {
    return crowded;
  }

  /** Returns whether there was a collection of the whole heap since the beginning. */
  boolean collectedAll() {
    return full.getCollectionCount() > fullCollections;
  }

  private static long old(@Nullable MemoryUsage pool) {
    return pool == null ? 0 : pool.getUsed();
  }

  private static long used(GcInfo info) {
    long used = 0;
    for (MemoryUsage pool : info.getMemoryUsageAfterGc().values()) {
      used += pool.getUsed();
    }
    return used;
  }
}
