package dev.tare.internal.heap.memory;

import java.util.HashMap;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/**
 * Off-heap memory that is freed together with an object.
 *
 * <p>Memory is attributed to its owner:
 *
 * <ul>
 *   <li>The memory of a direct buffer belongs to the buffer with the cleaner, to which its slices
 *       refer. Therefore slices of one block count once.
 *   <li>The memory of segments belongs to their arena's list of resources to free. Therefore a
 *       closed arena owns nothing.
 *   <li>Memory that is never freed has no owner: that of the global arena, and addresses from
 *       native code.
 * </ul>
 */
interface OffHeapMemory {

  /** Returns the off-heap bytes that one object owns. */
  long bytes(Object object);

  /** Returns the off-heap memory that objects of a class can own; null if they cannot own any. */
  static @Nullable OffHeapMemory of(Class<?> type) {
    if (type.getClassLoader() != null) {
      return null; // all owners are JDK classes
    }
    if (type.getName().startsWith("java.nio.DirectByteBuffer")) {
      return ofBuffer(type);
    }
    Class<?> parent = type.getSuperclass();
    return parent != null && parent.getName().endsWith("$ResourceList") ? ofList(type) : null;
  }

  private static @Nullable OffHeapMemory ofBuffer(Class<?> type) {
    long cleaner = DeclaredFields.offset(type, List.of("cleaner"));
    long capacity = DeclaredFields.offset(type, List.of("capacity"));
    if (cleaner == DeclaredFields.NONE || capacity == DeclaredFields.NONE) {
      return null;
    }
    return buffer ->
        ObjectMemory.reference(buffer, cleaner) == null ? 0 : ObjectMemory.intAt(buffer, capacity);
  }

  private static @Nullable OffHeapMemory ofList(Class<?> type) {
    long first = DeclaredFields.offset(type, List.of("fst"));
    // the first block of confined arenas, in some releases
    long cached = DeclaredFields.offset(type, List.of("cache"));
    return first == DeclaredFields.NONE
        ? null
        : list -> {
          Object head = ObjectMemory.reference(list, first);
          Object cachedBlock =
              cached == DeclaredFields.NONE ? null : ObjectMemory.reference(list, cached);
          boolean closed = head != null && Block.isClosedMarker(head);
          return closed ? 0 : listedBytes(head) + listedBytes(cachedBlock);
        };
  }

  private static long listedBytes(@Nullable Object first) {
    Map<Class<?>, Block> blocks = new HashMap<>();
    long bytes = 0;
    Object current = first;
    while (current != null) {
      Block block = blocks.computeIfAbsent(current.getClass(), Block::of);
      bytes += block.bytes(current);
      current =
          block.next == DeclaredFields.NONE ? null : ObjectMemory.reference(current, block.next);
    }
    return bytes;
  }

  /**
   * Entry of an arena's list: a block that is freed, or a file that is unmapped, when the arena is
   * closed.
   *
   * @param next the offset of the reference to the next entry
   * @param unmapper the offset of the reference to the unmapper, if the entry is a mapped file
   * @param length the offset of the block's length, alignment padding included; for a file, the
   *     offset of the length in its unmapper
   */
  record Block(long next, long unmapper, long length) {

    /** Names of the length field in different releases. */
    private static final List<String> LENGTHS = List.of("val$allocationSize", "val$alignedSize");

    private static final List<String> UNMAPPERS = List.of("val$unmapper", "val$unmapperProxy");

    private static final List<String> MAPPED = List.of("cap");

    /** Returns whether an entry is the marker that a closed arena has instead of its list. */
    static boolean isClosedMarker(Object block) {
      return DeclaredFields.staticValue(block.getClass().getSuperclass(), "CLOSED_LIST") == block;
    }

    static Block of(Class<?> type) {
      long next = DeclaredFields.offset(type, List.of("next"));
      long unmapper = DeclaredFields.offset(type, UNMAPPERS);
      long length = DeclaredFields.offset(type, LENGTHS);
      return new Block(next, unmapper, length);
    }

    long bytes(Object block) {
      if (unmapper == DeclaredFields.NONE) {
        return length == DeclaredFields.NONE ? 0 : ObjectMemory.longAt(block, length);
      }
      Object mapping = ObjectMemory.reference(block, unmapper);
      long mapped =
          mapping == null ? DeclaredFields.NONE : DeclaredFields.offset(mapping.getClass(), MAPPED);
      return mapping == null || mapped == DeclaredFields.NONE
          ? 0
          : ObjectMemory.longAt(mapping, mapped);
    }
  }
}
