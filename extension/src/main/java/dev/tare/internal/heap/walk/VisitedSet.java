package dev.tare.internal.heap.walk;

import dev.tare.internal.heap.memory.ObjectMemory;
import org.jspecify.annotations.Nullable;

/**
 * Set of the objects that a walk has visited, by identity.
 *
 * <p>Each object is given with the location of the reference to it, for implementations whose key
 * is the value of the reference.
 */
public interface VisitedSet {

  /**
   * Adds an object.
   *
   * @param holder the object or array that refers to it
   * @param offset the reference's offset in the holder
   * @return whether it was new
   */
  boolean add(Object holder, long offset, Object object);

  /** Adds the target of a reference, and returns it if it was new; otherwise returns null. */
  default @Nullable Object next(Object holder, long offset) {
    Object target = ObjectMemory.reference(holder, offset);
    return target != null && add(holder, offset, target) ? target : null;
  }

  /**
   * Adds the targets of references at equal distances.
   *
   * @param holder the object or array that contains the references
   * @param offset the offset of the first reference
   * @param step the distance from one to the next
   * @param length the number of references
   * @param found receives the new targets in order; it must be large enough for all
   * @return the number of new targets
   */
  default int addRow(Object holder, long offset, int step, int length, Object[] found) {
    int count = 0;
    long at = offset;
    for (int i = 0; i < length; i++) {
      Object target = next(holder, at);
      if (target != null) {
        found[count++] = target;
      }
      at += step;
    }
    return count;
  }

  /** Returns whether an object was added. */
  boolean contains(Object holder, long offset, Object object);

  /** Aborts the walk if this set is no longer valid. */
  default void requireValid() {}
}
