package dev.tare.internal.heap.set;

/** A number by which an object is found again, the same as long as a walk lasts. */
public interface ObjectHash {

  /** By the bits of the reference: for one {@link GcFreePeriod} only, and with no trace left. */
  ObjectHash ADDRESS =
      (holder, offset, object) ->
          (int) ((AddressSet.address(holder, offset) * 0x9E3779B97F4A7C15L) >>> 32);

  /** By the identity hash, which the JVM writes into the object's header. */
  ObjectHash IDENTITY = (holder, offset, object) -> System.identityHashCode(object);

  /**
   * The hash of an object.
   *
   * @param holder the object or array that refers to it
   * @param offset where in the holder
   * @param object the object itself
   */
  int of(Object holder, long offset, Object object);
}
