package dev.tare.heap;

import org.jspecify.annotations.Nullable;

/** An open-addressing table keyed by identity hash: right under every collector. */
final class IdentityVisited implements Visited {

  private @Nullable Object[] table = new Object[1 << 10];
  private int size;

  @Override
  public boolean add(Object holder, long offset, Object object) {
    int at = find(object);
    if (table[at] != null) {
      return false;
    }
    table[at] = object;
    if (++size > table.length >> 1) {
      grow();
    }
    return true;
  }

  @Override
  public boolean contains(Object holder, long offset, Object object) {
    return table[find(object)] != null;
  }

  /** The slot of an object, or the free one where it belongs. */
  private int find(Object object) {
    int mask = table.length - 1;
    // the low bits of an identity hash are random already
    int at = System.identityHashCode(object) & mask;
    while (table[at] != null && table[at] != object) {
      at = (at + 1) & mask;
    }
    return at;
  }

  private void grow() {
    @Nullable Object[] old = table;
    table = new Object[Math.multiplyExact(old.length, 4)];
    for (Object object : old) {
      if (object != null) {
        table[find(object)] = object;
      }
    }
  }
}
