package dev.tare.internal.heap.memory;

import java.util.HashMap;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/**
 * The memory outside the heap that an object frees when it goes.
 *
 * <p>It is counted where it is owned: for a direct buffer by the buffer that has the cleaner, which
 * a slice refers to, and for memory segments by the arena's list of what is to be freed when it is
 * closed. So slices of one block count once, a closed arena owns nothing, and what nobody frees is
 * nobody's: memory of the global arena, and addresses that came from elsewhere.
 */
interface OffHeapMemory {

  /** The bytes that one object owns. */
  long bytes(Object object);

  /** What objects of a class own; null if nothing. */
  static @Nullable OffHeapMemory of(Class<?> type) {
    if (type.getClassLoader() != null) {
      return null; // all owners are classes of the JDK's
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
    // where confined arenas of some releases have their first block
    long apart = DeclaredFields.offset(type, List.of("cache"));
    return first == DeclaredFields.NONE
        ? null
        : list -> {
          Object listed = ObjectMemory.reference(list, first);
          Object alone = apart == DeclaredFields.NONE ? null : ObjectMemory.reference(list, apart);
          boolean closed = listed != null && Block.isEndOfClosed(listed);
          return closed ? 0 : listed(listed) + listed(alone);
        };
  }

  private static long listed(@Nullable Object first) {
    Map<Class<?>, Block> known = new HashMap<>();
    long bytes = 0;
    Object current = first;
    while (current != null) {
      Block block = known.computeIfAbsent(current.getClass(), Block::of);
      bytes += block.bytes(current);
      current =
          block.next == DeclaredFields.NONE ? null : ObjectMemory.reference(current, block.next);
    }
    return bytes;
  }

  /**
   * What is to be freed, or unmapped, when an arena is closed.
   *
   * @param next where the next one is
   * @param unmapper where what unmaps a file is, for a block that is a file
   * @param length where the block's length is, padding for alignment included; for a file, where it
   *     is in what unmaps it
   */
  record Block(long next, long unmapper, long length) {

    /** What the length is called from release to release. */
    private static final List<String> LENGTHS = List.of("val$allocationSize", "val$alignedSize");

    private static final List<String> UNMAPPERS = List.of("val$unmapper", "val$unmapperProxy");

    private static final List<String> MAPPED = List.of("cap");

    /** Whether it is the mark that a closed arena has in place of its list. */
    static boolean isEndOfClosed(Object block) {
      return DeclaredFields.constant(block.getClass().getSuperclass(), "CLOSED_LIST") == block;
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
