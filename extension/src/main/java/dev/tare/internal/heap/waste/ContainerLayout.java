package dev.tare.internal.heap.waste;

import static dev.tare.internal.heap.memory.DeclaredFields.NONE;

import dev.tare.internal.heap.memory.DeclaredFields;
import dev.tare.internal.heap.memory.ObjectMemory;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * Layout of a JDK container: where it keeps its element count, its array, and the objects that it
 * created for itself.
 */
public final class ContainerLayout {

  /** Kinds of containers by the interface they offer. */
  public enum ContainerKind {
    /** Not a collection, or one that has no compact replacement. */
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
   * Whether the class is the JDK's own; a subclass may have a contract that a replacement lacks.
   */
  public final boolean isExactClass;

  private final Counter counter;
  private final ArrayCapacity capacity;
  private final long arrayOffset;
  private final long loadFactorOffset;
  private final long[] partOffsets;

  /**
   * Creates a layout.
   *
   * @param array the field of the array with spare capacity; empty if there is none
   * @param parts the fields of objects that the container created for itself
   */
  ContainerLayout(
      Class<?> type,
      ContainerKind kind,
      boolean isExactClass,
      Counter counter,
      ArrayCapacity capacity,
      String array,
      List<String> parts) {
    this.kind = kind;
    this.isExactClass = isExactClass;
    this.counter = counter;
    this.capacity = capacity;
    this.arrayOffset = array.isEmpty() ? NONE : DeclaredFields.offset(type, array);
    this.loadFactorOffset =
        capacity == ArrayCapacity.DOUBLING ? DeclaredFields.offset(type, "loadFactor") : NONE;
    this.partOffsets =
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
    return arrayOffset == NONE ? null : ObjectMemory.reference(object, arrayOffset);
  }

  /** Returns whether an array is the one that all empty containers of the class share. */
  public boolean isSharedEmptyArray(Object target) {
    return capacity == ArrayCapacity.SHARED_IF_EMPTY
        && target instanceof Object[] elements
        && elements.length == 0;
  }

  /** Returns the minimum length of the array, or {@link ArrayCapacity#NO_ARRAY}. */
  public long requiredLength(Object object, long count) {
    float factor =
        loadFactorOffset == NONE
            ? 1
            : Float.intBitsToFloat(ObjectMemory.intAt(object, loadFactorOffset));
    return capacity.requiredLength(count, factor);
  }

  /** Returns the offsets of the references to objects that the container created for itself. */
  long[] partOffsets() {
    return partOffsets;
  }
}
