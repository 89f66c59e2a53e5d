package dev.tare.internal.heap.waste;

import static dev.tare.internal.heap.memory.DeclaredFields.NONE;

import dev.tare.internal.heap.memory.DeclaredFields;
import dev.tare.internal.heap.memory.ObjectMemory;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * Fields of a JDK class that holds elements: its element count, its array and the parts it created.
 */
public final class ContainerLayout {

  /** Kinds of containers by the interface they offer. */
  public enum ContainerKind {
    /** No collection, or one that has no compact replacement. */
    OTHER,
    LIST,
    MAP,
    SET
  }

  /** Counts the elements, entries, bytes or words that an object holds. */
  interface Counter {

    /** Returns the number, or {@link DeclaredFields#NONE} if it is unknown. */
    long count(Object object, ContainerLayouts layouts);
  }

  public final ContainerKind kind;

  /**
   * Whether the layout is of the JDK's class itself, and not of a subclass, which may promise more.
   */
  public final boolean exact;

  private final Counter counter;
  private final ArrayCapacity capacity;
  private final long array;
  private final long loadFactor;
  private final long[] parts;

  /**
   * Creates a layout.
   *
   * @param array the field of the array with spare capacity; empty if there is none
   * @param parts the fields of objects that the container created for itself
   */
  ContainerLayout(
      Class<?> type,
      ContainerKind kind,
      boolean exact,
      Counter counter,
      ArrayCapacity capacity,
      String array,
      List<String> parts) {
    this.kind = kind;
    this.exact = exact;
    this.counter = counter;
    this.capacity = capacity;
    this.array = array.isEmpty() ? NONE : DeclaredFields.offset(type, array);
    this.loadFactor =
        capacity == ArrayCapacity.DOUBLING ? DeclaredFields.offset(type, "loadFactor") : NONE;
    this.parts =
        parts.stream()
            .mapToLong(name -> DeclaredFields.offset(type, name))
            .filter(offset -> offset != NONE)
            .toArray();
  }

  /**
   * Returns the number of elements, entries, bytes or words that an object holds; negative if
   * unknown.
   */
  public long elementCount(Object object, ContainerLayouts layouts) {
    return counter.count(object, layouts);
  }

  /** Returns the array with spare capacity; null if there is none. */
  public @Nullable Object array(Object object) {
    return array == NONE ? null : ObjectMemory.reference(object, array);
  }

  /** Returns whether an array is the one that all empty containers of the class share. */
  public boolean isSharedEmptyArray(Object target) {
    return capacity == ArrayCapacity.SHARED_IF_EMPTY
        && target instanceof Object[] elements
        && elements.length == 0;
  }

  /** Returns the minimum length of the array, or {@link ArrayCapacity#NO_ARRAY}. */
  public long requiredLength(Object object, long held) {
    float factor =
        loadFactor == NONE ? 1 : Float.intBitsToFloat(ObjectMemory.intAt(object, loadFactor));
    return capacity.requiredLength(held, factor);
  }

  /** Returns the offsets of the references to objects that the container created for itself. */
  long[] parts() {
    return parts;
  }
}
