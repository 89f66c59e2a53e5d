package dev.tare.internal.heap.hprof;

/**
 * Hash table from ids other than 0 to numbers of 0 and more.
 *
 * <p>An id lies beside its number, so that a look-up reads one line of the processor's cache: 16
 * bytes a slot, at most two thirds full.
 */
final class LongTable {

  static final int ABSENT = -1;

  private static final long MIX = 0x9E3779B97F4A7C15L; // 2^64 divided by the golden ratio
  private static final int MOST_BITS = 29;

  private long[] slots = {};
  private int shift;
  private int size;

  /** Creates a table that grows beyond an expected size. */
  LongTable(int expected) {
    long needed = Math.max(8, expected + expected / 2L);
    allocate(Math.min(MOST_BITS, Long.SIZE - Long.numberOfLeadingZeros(needed)));
  }

  private void allocate(int bits) {
    slots = new long[2 << bits];
    shift = Long.SIZE - bits;
  }

  int size() {
    return size;
  }

  /** Returns the number of an id, or {@link #ABSENT}. */
  int get(long id) {
    int at = slot(id);
    return slots[at] == 0 ? ABSENT : (int) slots[at + 1];
  }

  /** Returns the position of an id, or of the slot for it. */
  private int slot(long id) {
    int mask = slots.length - 1;
    int at = ((int) ((id * MIX) >>> shift)) << 1;
    while (slots[at] != 0 && slots[at] != id) {
      at = (at + 2) & mask;
    }
    return at;
  }

  /** Adds an id unless it is there or 0, and returns whether it was added. */
  boolean add(long id, int number) {
    if (size >= slots.length / 3) {
      grow();
    }
    int at = slot(id);
    if (id == 0 || slots[at] != 0) {
      return false;
    }
    slots[at] = id;
    slots[at + 1] = number;
    size++;
    return true;
  }

  private void grow() {
    long[] former = slots;
    size = 0;
    allocate(Long.SIZE - shift + 1);
    for (int i = 0; i < former.length; i += 2) {
      if (former[i] != 0) {
        add(former[i], (int) former[i + 1]);
      }
    }
  }
}
