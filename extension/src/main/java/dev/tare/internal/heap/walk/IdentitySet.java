package dev.tare.internal.heap.walk;

import dev.tare.heap.UnweighableException;
import dev.tare.internal.heap.walk.Columns.ObjectColumn;

/**
 * Set of visited objects by identity hash, which is correct under every collector.
 *
 * <p>The table holds an object's hash and rank in one long, so that a lookup reads one object and
 * growing reads none.
 */
final class IdentitySet implements VisitedSet {

  private static final long RANK = 0xFFFF_FFFFL;

  /** The largest power of two that is a legal array length. */
  private static final int MAX_TABLE = 1 << 30;

  /** The hash in the upper half, the rank plus one in the lower; 0 is a free slot. */
  private long[] table = new long[1 << 10];

  /** All objects in insertion order. */
  private final ObjectColumn objects = new ObjectColumn(0);

  private int size;

  @Override
  public boolean add(Object holder, long offset, Object object) {
    int hash = System.identityHashCode(object);
    int at = find(object, hash);
    if (table[at] != 0) {
      return false;
    }
    if (size == objects.length()) {
      objects.grow(size + 1);
    }
    objects.set(size++, object);
    table[at] = (long) hash << 32 | size;
    if (size > table.length >> 1) {
      grow();
    }
    return true;
  }

  @Override
  public boolean contains(Object holder, long offset, Object object) {
    return table[find(object, System.identityHashCode(object))] != 0;
  }

  /** Returns the slot of an object, or the free slot where it belongs. */
  private int find(Object object, int hash) {
    int mask = table.length - 1;
    // the low bits of an identity hash are random
    int at = hash & mask;
    while (true) {
      long entry = table[at];
      if (entry == 0
          || ((int) (entry >>> 32) == hash && objects.get((int) (entry & RANK) - 1) == object)) {
        return at;
      }
      at = (at + 1) & mask;
    }
  }

  private void grow() {
    if (table.length == MAX_TABLE) {
      if (size > MAX_TABLE / 8 * 7) {
        throw new UnweighableException(
            "the value has more than " + size + " objects", "weigh a part of it");
      }
      return;
    }
    long[] old = table;
    table = new long[old.length << 1];
    int mask = table.length - 1;
    for (long entry : old) {
      if (entry != 0) {
        int at = (int) (entry >>> 32) & mask;
        while (table[at] != 0) {
          at = (at + 1) & mask;
        }
        table[at] = entry;
      }
    }
  }
}
