package dev.tare.internal.heap.set;

import dev.tare.internal.heap.memory.GarbageCollectors;
import dev.tare.internal.heap.memory.ObjectMemory;

/**
 * Period in which the garbage collector moves no object. It ends in one of two events:
 *
 * <ul>
 *   <li>the JVM counts a collection or, for collectors that count pauses separately, a pause;
 *   <li>a young object has another address, since every collection moves young objects.
 * </ul>
 */
final class GcFreePeriod {

  /** Thrown if objects may have moved, so that results based on addresses are invalid. */
  static final class PeriodEndedException extends RuntimeException {

    private static final long serialVersionUID = 1L;

    PeriodEndedException() {
      super(null, null, false, false);
    }
  }

  /** Array with a reference to a newly allocated object. */
  private final Object[] sentinel = {new Object()};

  private final long collections = GarbageCollectors.collections();
  private final long address = address();

  /**
   * Checks that no object has moved.
   *
   * @throws PeriodEndedException if objects may have moved
   */
  void requireValid() {
    if (isOver()) {
      throw new PeriodEndedException();
    }
  }

  /** Returns whether objects may have moved since the beginning. */
  boolean isOver() {
    return address() != address || GarbageCollectors.collections() != collections;
  }

  private long address() {
    ObjectMemory.reference(sentinel, AddressSet.FIRST_ELEMENT_OFFSET);
    return AddressSet.address(sentinel, AddressSet.FIRST_ELEMENT_OFFSET);
  }
}
