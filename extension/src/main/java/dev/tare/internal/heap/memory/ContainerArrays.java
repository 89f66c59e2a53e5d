package dev.tare.internal.heap.memory;

import static java.util.Map.entry;

import java.io.ByteArrayOutputStream;
import java.lang.reflect.Array;
import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.BitSet;
import java.util.HashMap;
import java.util.IdentityHashMap;
import java.util.Map;
import java.util.Optional;
import java.util.PriorityQueue;
import java.util.Vector;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.PriorityBlockingQueue;
import java.util.function.LongPredicate;
import java.util.stream.LongStream;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;

/** Arrays of the JDK's containers. Subclasses have the fields of their superclass. */
/*
 * From the sources of JDK 17 and 25. A class whose fields have other names in another release is
 * treated as unknown; the tests compare each with a compact equivalent.
 */
public final class ContainerArrays {

  /** Length for an empty container that needs no array. */
  public static final long NO_ARRAY = -1;

  /** Computes the shortest length of a container's array, or {@link #NO_ARRAY}. */
  private interface RequiredLength {

    /**
     * @param offsets the offsets of the container's fields, the array's first
     */
    long of(Object container, long[] offsets);
  }

  private record KnownClass(String fields, RequiredLength requiredLength) {}

  @SuppressWarnings("ArrayRecordComponent") // never copied or compared
  private record FoundClass(long[] offsets, RequiredLength requiredLength) {}

  /**
   * A container's array.
   *
   * @param requiredLength the shortest length for its contents, or {@link #NO_ARRAY}
   */
  public record ContainerArray(Object array, long requiredLength) {}

  private static final KnownClass PRIORITY_QUEUE =
      new KnownClass("queue size", (queue, fields) -> Math.max(1, count(queue, fields)));

  private static final KnownClass STRING_BUILDER =
      new KnownClass(
          "value count coder",
          (builder, fields) -> count(builder, fields) << ObjectMemory.byteAt(builder, fields[2]));

  @SuppressWarnings("JdkObsolete") // these classes are to be found in user code
  private static final Map<Class<?>, KnownClass> KNOWN =
      Map.ofEntries(
          entry(
              ArrayList.class,
              new KnownClass(
                  "elementData size",
                  (list, fields) -> count(list, fields) == 0 ? NO_ARRAY : count(list, fields))),
          entry(Vector.class, new KnownClass("elementData elementCount", ContainerArrays::count)),
          entry(ArrayDeque.class, new KnownClass("elements head tail", ContainerArrays::ring)),
          entry(PriorityQueue.class, PRIORITY_QUEUE),
          entry(PriorityBlockingQueue.class, PRIORITY_QUEUE),
          entry(HashMap.class, new KnownClass("table size loadFactor", ContainerArrays::table)),
          entry(
              ConcurrentHashMap.class,
              new KnownClass("table baseCount counterCells", ContainerArrays::concurrentTable)),
          entry(
              IdentityHashMap.class,
              new KnownClass(
                  "table size",
                  (map, fields) -> doubled(8, length -> length < 3 * count(map, fields)))),
          entry(StringBuilder.class, STRING_BUILDER),
          entry(StringBuffer.class, STRING_BUILDER),
          entry(ByteArrayOutputStream.class, new KnownClass("buf count", ContainerArrays::count)),
          entry(BitSet.class, new KnownClass("words wordsInUse", ContainerArrays::count)));

  private final Map<Class<?>, Optional<FoundClass>> classes = new HashMap<>();

  /** Returns a container's array; null if the object is none or has none. */
  public @Nullable ContainerArray of(Object object) {
    Class<?> type = object.getClass();
    Optional<FoundClass> found = classes.get(type);
    if (found == null) {
      found = find(type);
      classes.put(type, found);
    }
    if (found.isEmpty()) {
      return null;
    }
    FoundClass container = found.get();
    Object array = ObjectMemory.reference(object, container.offsets[0]);
    return array == null
        ? null
        : new ContainerArray(array, container.requiredLength.of(object, container.offsets));
  }

  private static Optional<FoundClass> find(Class<?> type) {
    for (Class<?> ancestor = type; ancestor != null; ancestor = ancestor.getSuperclass()) {
      KnownClass known = KNOWN.get(ancestor);
      if (known != null) {
        long[] offsets =
            Stream.of(known.fields.split(" "))
                .mapToLong(name -> DeclaredFields.offset(type, name))
                .toArray();
        return LongStream.of(offsets).anyMatch(offset -> offset == DeclaredFields.NONE)
            ? Optional.empty()
            : Optional.of(new FoundClass(offsets, known.requiredLength));
      }
    }
    return Optional.empty();
  }

  private static long count(Object container, long[] fields) {
    return ObjectMemory.intAt(container, fields[1]);
  }

  /** A ring buffer with at least one free element. */
  private static long ring(Object deque, long[] fields) {
    long span = (long) ObjectMemory.intAt(deque, fields[2]) - ObjectMemory.intAt(deque, fields[1]);
    Object elements = ObjectMemory.reference(deque, fields[0]);
    return 1 + (span >= 0 || elements == null ? span : span + Array.getLength(elements));
  }

  /** A hash table that doubles when it holds more entries than its length times the load factor. */
  private static long table(Object map, long[] fields) {
    long entries = count(map, fields);
    float loadFactor = Float.intBitsToFloat(ObjectMemory.intAt(map, fields[2]));
    return entries == 0 ? NO_ARRAY : doubled(1, length -> (long) (length * loadFactor) < entries);
  }

  /**
   * A hash table that doubles when entries fill three quarters of its length. The entries of a map
   * that threads contended for are not counted.
   */
  private static long concurrentTable(Object map, long[] fields) {
    long entries = ObjectMemory.longAt(map, fields[1]);
    if (ObjectMemory.reference(map, fields[2]) != null) {
      return Long.MAX_VALUE;
    }
    return entries == 0 ? NO_ARRAY : doubled(1, length -> length - (length >>> 2) <= entries);
  }

  private static long doubled(long smallest, LongPredicate isTooShort) {
    long length = smallest;
    while (isTooShort.test(length)) {
      length <<= 1;
    }
    return length;
  }
}
