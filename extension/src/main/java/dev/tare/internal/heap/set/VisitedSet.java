package dev.tare.internal.heap.set;

import dev.tare.internal.heap.memory.ObjectMemory;
import org.jspecify.annotations.Nullable;

/**
 * The objects that a walk has met, by identity.
 *
 * <p>An object comes with the place where its reference was found, for a set that is keyed by the
 * reference's bits.
 */
public interface VisitedSet {

  /**
   * Adds an object.
   *
   * @param holder the object or array that refers to it
   * @param offset where in the holder
   * @param object the object itself
   * @return whether it is new
   */
  boolean add(Object holder, long offset, Object object);

  /** What the reference at an offset leads to, added; null if that is nothing or nothing new. */
  default @Nullable Object next(Object holder, long offset) {
    Object target = ObjectMemory.reference(holder, offset);
    return target != null && add(holder, offset, target) ? target : null;
  }

  /**
   * The most references that {@link #row} may be asked for at once: what it finds can be counted
   * only after all of the row has been added.
   */
  default int longestRow() {
    return Integer.MAX_VALUE;
  }

  /**
   * What the references in a row lead to, added.
   *
   * @param holder the object or array that they are in
   * @param offset of the first
   * @param step from one to the next
   * @param length how many there are
   * @param found takes what is new, in their order; has room for all of it
   * @return how much that is
   */
  default int row(Object holder, long offset, int step, int length, Object[] found) {
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

  /** Whether an object was added. */
  boolean contains(Object holder, long offset, Object object);

  /** Gives the walk up if the set is worth nothing any more. */
  default void check() {}
}
