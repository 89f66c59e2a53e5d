package dev.tare.internal.heap.set;

import dev.tare.internal.heap.memory.GarbageCollectors;
import dev.tare.internal.heap.memory.ObjectMemory;

/**
 * A time in which the garbage collector moves no object: no collection is counted, or no pause
 * where those are counted apart, and an object that every collection would move stays where it is.
 */
final class GcFreePeriod {

  /** The time is over, and what was learned from addresses is worth nothing. */
  static final class Ended extends RuntimeException {

    private static final long serialVersionUID = 1L;

    Ended() {
      super(null, null, false, false);
    }
  }

  /** Refers to an object as young as there can be. */
  private final Object[] sentinel = {new Object()};

  private final long collections = GarbageCollectors.collections();
  private final long address = address();

  /**
   * Makes sure that the time is not over.
   *
   * @throws Ended if it is
   */
  void check() {
    if (isOver()) {
      throw new Ended();
    }
  }

  /** Whether something may have moved since. */
  boolean isOver() {
    return address() != address || GarbageCollectors.collections() != collections;
  }

  private long address() {
    ObjectMemory.reference(sentinel, AddressSet.FIRST_ELEMENT);
    return AddressSet.address(sentinel, AddressSet.FIRST_ELEMENT);
  }
}
