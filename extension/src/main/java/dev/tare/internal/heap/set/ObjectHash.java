package dev.tare.internal.heap.set;

/** Hash of an object that stays the same during a walk. */
public interface ObjectHash {

  /**
   * Hash of the value of the reference. It is valid for one {@link GcFreePeriod} only, and has no
   * side effects.
   */
  ObjectHash ADDRESS =
      (holder, offset, object) ->
          (int) ((AddressSet.address(holder, offset) * 0x9E3779B97F4A7C15L) >>> 32);

  /** Identity hash, which the JVM writes into the object's header. */
  ObjectHash IDENTITY = (holder, offset, object) -> System.identityHashCode(object);

  /**
   * Returns the hash of an object.
   *
   * @param holder the object or array that refers to it
   * @param offset the reference's offset in the holder
   */
  int of(Object holder, long offset, Object object);
}
