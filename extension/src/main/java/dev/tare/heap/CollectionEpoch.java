package dev.tare.heap;

import java.lang.management.GarbageCollectorMXBean;
import java.lang.management.ManagementFactory;
import java.util.List;

/**
 * A time in which the garbage collector moves no object: no collection is counted, and an object
 * that every collection would move stays where it is.
 */
final class CollectionEpoch {

  /** The time is over, and what was learned from addresses is worth nothing. */
  static final class Ended extends RuntimeException {

    private static final long serialVersionUID = 1L;

    Ended() {
      super(null, null, false, false);
    }
  }

  private static final List<GarbageCollectorMXBean> COLLECTORS =
      List.copyOf(ManagementFactory.getGarbageCollectorMXBeans());

  /** Refers to an object as young as there can be. */
  private final Object[] sentinel = {new Object()};

  private final long collections = collections();
  private final long address = AddressVisited.address(sentinel, AddressVisited.FIRST_ELEMENT);

  /**
   * Makes sure that the time is not over.
   *
   * @throws Ended if it is
   */
  void check() {
    long now = AddressVisited.address(sentinel, AddressVisited.FIRST_ELEMENT);
    if (now != address || collections() != collections) {
      throw new Ended();
    }
  }

  private static long collections() {
    long sum = 0;
    for (GarbageCollectorMXBean collector : COLLECTORS) {
      sum += collector.getCollectionCount();
    }
    return sum;
  }
}
