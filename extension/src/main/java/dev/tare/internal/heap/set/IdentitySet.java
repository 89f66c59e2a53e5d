package dev.tare.internal.heap.set;

import dev.tare.heap.UnweighableException;

/**
 * A set by identity hash: right under every collector.
 *
 * <p>The table holds numbers, an object's hash and its rank, so that a look at it reads no object
 * but the one that is looked for, and so that it grows without one.
 */
public final class IdentitySet implements VisitedSet {

  private static final long RANK = 0xFFFF_FFFFL;

  /** The largest power of two that an array can have as its length. */
  private static final int MOST = 1 << 30;

  /** The hash in the upper half, the rank plus one in the lower; 0 is a free place. */
  private long[] table = new long[1 << 10];

  /** All objects in the order in which they came. */
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

  /** The place of an object, or the free one where it belongs. */
  private int find(Object object, int hash) {
    int mask = table.length - 1;
    // the low bits of an identity hash are random already
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
    if (table.length == MOST) {
      if (size > MOST / 8 * 7) {
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
