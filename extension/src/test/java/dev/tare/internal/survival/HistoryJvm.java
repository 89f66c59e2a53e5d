package dev.tare.internal.survival;

import dev.tare.internal.survival.ObjectHistories.Collection;
import dev.tare.internal.survival.ObjectHistories.State;
import java.lang.management.GarbageCollectorMXBean;
import java.lang.management.ManagementFactory;
import java.lang.management.MemoryPoolMXBean;
import java.lang.ref.WeakReference;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import org.jspecify.annotations.Nullable;

/** Creates objects in this JVM, releases them, collects, and reads which are left. */
final class HistoryJvm {

  private static final int SMALLEST_BYTES = 64 * 1024;

  /** Maximum bytes of other old objects that are collected; many more may become old. */
  private static final int OTHER_BYTES = 8 * 1024;

  private final Optional<YoungCollections> young = YoungCollections.ofThisJvm();
  private final Optional<MemoryPoolMXBean> old =
      ManagementFactory.getMemoryPoolMXBeans().stream()
          .filter(
              pool -> pool.getName().endsWith("Old Gen") || pool.getName().startsWith("Tenured"))
          .findFirst();
  private @Nullable Object[] held = new Object[0];
  private List<@Nullable WeakReference<Object>> references = List.of();
  private long oldBytes;
  private long sumOfOldBytes;

  /** Returns whether young collections can be triggered, and a pool shows what is old. */
  boolean hasGenerations() {
    return young.isPresent() && old.isPresent();
  }

  /** Returns the size of an array by its number. */
  static int bytes(int object) {
    return SMALLEST_BYTES << object;
  }

  void begin(int objects) {
    held = new Object[objects];
    references = new ArrayList<>();
    for (int i = 0; i < objects; i++) {
      references.add(null);
    }
    collect(Collection.FULL);
    oldBytes = oldBytes();
  }

  /** Creates an object and the weak reference to it, both of the same age. */
  void create(int object) {
    Object array = new byte[bytes(object) - 16];
    held[object] = array;
    references.set(object, new WeakReference<>(array));
  }

  void release(int object) {
    held[object] = null;
  }

  /**
   * Collects.
   *
   * @throws IllegalStateException if there was another collection
   */
  void collect(Collection kind) {
    long before = collections();
    if (kind == Collection.YOUNG) {
      young.orElseThrow().collect();
    } else {
      FullCollection.run();
    }
    // Parallel collects young objects before it collects all
    if (hasGenerations() && kind == Collection.YOUNG && collections() != before + 1) {
      throw new IllegalStateException(collections() - before + " collections, not one " + kind);
    }
    sumOfOldBytes = oldBytes() - oldBytes + OTHER_BYTES;
  }

  /** Returns the state of an object that was created. */
  State state(int object, boolean reachable) {
    WeakReference<Object> reference = references.get(object);
    if (reference == null || reference.refersTo(null)) {
      return isOld(object) ? State.UNREACHABLE : State.DIED;
    }
    if (!hasGenerations()) {
      return State.ALIVE;
    }
    if (isOld(object)) {
      return reachable ? State.OLD : State.UNREACHABLE;
    }
    return State.YOUNG;
  }

  /**
   * Returns whether the old bytes include those of an object; each has a power of two of its own.
   */
  private boolean isOld(int object) {
    return hasGenerations() && (sumOfOldBytes / bytes(object)) % 2 == 1;
  }

  private long oldBytes() {
    return old.map(pool -> pool.getUsage().getUsed()).orElse(0L);
  }

  private static long collections() {
    return ManagementFactory.getGarbageCollectorMXBeans().stream()
        .mapToLong(GarbageCollectorMXBean::getCollectionCount)
        .sum();
  }
}
