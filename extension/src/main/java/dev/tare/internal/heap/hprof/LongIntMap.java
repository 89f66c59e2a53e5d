package dev.tare.internal.heap.hprof;

/**
 * Hash map with keys of type long and values of type int; keys are not 0 and values are not
 * negative.
 *
 * <p>Uses open addressing. Each slot has 16 bytes, the key beside its value, so that a lookup
 * usually reads a single cache line. At most two thirds of the slots are occupied.
 */
final class LongIntMap {

  static final int ABSENT = -1;

  /** Multiplier of Fibonacci hashing: 2^64 divided by the golden ratio. */
  private static final long HASH_MULTIPLIER = 0x9E3779B97F4A7C15L;

  private static final int MAX_BITS = 29;

  /** Keys and values in turn; the key of a free slot is 0. */
  private long[] slots = {};

  private int shift;
  private int size;

  /** Creates a map for an expected number of entries; it grows if there are more. */
  LongIntMap(int expected) {
    long needed = Math.max(8, expected + expected / 2L);
    allocate(Math.min(MAX_BITS, Long.SIZE - Long.numberOfLeadingZeros(needed)));
  }

  private void allocate(int bits) {
    slots = new long[2 << bits];
    shift = Long.SIZE - bits;
  }

  int size() {
    return size;
  }

  /** Returns the value of a key; {@link #ABSENT} if there is none. */
  int get(long key) {
    int at = slot(key);
    return slots[at] == 0 ? ABSENT : (int) slots[at + 1];
  }

  /** Returns the position of a key, or of the free slot where it belongs. */
  private int slot(long key) {
    int mask = slots.length - 1;
    int at = ((int) ((key * HASH_MULTIPLIER) >>> shift)) << 1;
    while (slots[at] != 0 && slots[at] != key) {
      at = (at + 2) & mask;
    }
    return at;
  }

  /** Adds an entry unless the key is present or 0; returns whether it was added. */
  boolean putIfAbsent(long key, int value) {
    if (size >= slots.length / 3) {
      grow();
    }
    int at = slot(key);
    if (key == 0 || slots[at] != 0) {
      return false;
    }
    slots[at] = key;
    slots[at + 1] = value;
    size++;
    return true;
  }

  private void grow() {
    long[] old = slots;
    size = 0;
    allocate(Long.SIZE - shift + 1);
    for (int i = 0; i < old.length; i += 2) {
      if (old[i] != 0) {
        putIfAbsent(old[i], (int) old[i + 1]);
      }
    }
  }
}
