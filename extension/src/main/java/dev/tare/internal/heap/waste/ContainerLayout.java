package dev.tare.internal.heap.waste;

import static dev.tare.internal.heap.memory.DeclaredFields.NONE;

import dev.tare.internal.heap.memory.DeclaredFields;
import dev.tare.internal.heap.memory.ObjectMemory;
import java.util.List;
import org.jspecify.annotations.Nullable;

/** How the objects of one class of the JDK keep what they hold, read from their fields. */
public final class ContainerLayout {

  /** What it is to its users. */
  public enum Kind {
    /** No collection, or one that nothing could stand in the place of. */
    OTHER,
    LIST,
    MAP,
    SET
  }

  /** How many elements, entries, bytes or words an object holds. */
  interface Counter {

    /** The number; {@link DeclaredFields#NONE} if it cannot be told. */
    long held(Object object, ContainerLayouts known);
  }

  public final Kind kind;

  /** Whether it is of the JDK's class itself, and not of a subclass that may promise more. */
  public final boolean exact;

  private final Counter counter;
  private final ArrayCapacity room;
  private final long array;
  private final long loadFactor;
  private final long[] parts;

  /**
   * @param array the field of the array that has room; empty if there is none
   * @param parts the fields of what the object made for itself
   */
  ContainerLayout(
      Class<?> type,
      Kind kind,
      boolean exact,
      Counter counter,
      ArrayCapacity room,
      String array,
      List<String> parts) {
    this.kind = kind;
    this.exact = exact;
    this.counter = counter;
    this.room = room;
    this.array = array.isEmpty() ? NONE : DeclaredFields.offset(type, array);
    this.loadFactor =
        room == ArrayCapacity.DOUBLING ? DeclaredFields.offset(type, "loadFactor") : NONE;
    this.parts =
        parts.stream()
            .mapToLong(name -> DeclaredFields.offset(type, name))
            .filter(offset -> offset != NONE)
            .toArray();
  }

  /** How many elements, entries, bytes or words an object holds; less than 0 if unknown. */
  public long held(Object object, ContainerLayouts known) {
    return counter.held(object, known);
  }

  /** The array that has room; null if there is none. */
  public @Nullable Object array(Object object) {
    return array == NONE ? null : ObjectMemory.reference(object, array);
  }

  /** Whether it shares an array with others of its kind as long as it is empty. */
  public boolean shares(Object target) {
    return room == ArrayCapacity.SHARED_IF_EMPTY
        && target instanceof Object[] own
        && own.length == 0;
  }

  /** The least length of the array, {@link ArrayCapacity#NO_ARRAY} for none. */
  public long needed(Object object, long held) {
    float factor =
        loadFactor == NONE ? 1 : Float.intBitsToFloat(ObjectMemory.intAt(object, loadFactor));
    return room.needed(held, factor);
  }

  /** The places of the references to what an object made for itself. */
  long[] parts() {
    return parts;
  }
}
