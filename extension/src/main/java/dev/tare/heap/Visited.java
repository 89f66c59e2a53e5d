package dev.tare.heap;

/**
 * The objects that a walk has met, by identity.
 *
 * <p>An object comes with the place where its reference was found, for a set that is keyed by the
 * reference's bits.
 */
interface Visited {

  /**
   * Adds an object.
   *
   * @param holder the object or array that refers to it
   * @param offset where in the holder
   * @param object the object itself
   * @return whether it is new
   */
  boolean add(Object holder, long offset, Object object);

  /** Whether an object was added. */
  boolean contains(Object holder, long offset, Object object);
}
