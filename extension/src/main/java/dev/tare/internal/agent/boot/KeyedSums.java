package dev.tare.internal.agent.boot;

import org.jspecify.annotations.Nullable;

/** Sums by key and class, in a hash table with open addressing and fixed capacity. */
final class KeyedSums {

  // 2^64 divided by the golden ratio (Fibonacci hashing), which spreads consecutive keys
  private static final long HASH_MULTIPLIER = 0x9E3779B97F4A7C15L;
  private static final int HASH_SHIFT = 32;

  // the last element holds key 0 and all keys that do not fit
  final long[] keys;
  final long[] bytes;
  final long[] counts;
  final long[] most;
  final @Nullable Class<?>[] types;
  private final int mask;
  private int used;

  /**
   * @param capacity the maximum number of sums; a power of two
   */
  KeyedSums(int capacity) {
    keys = new long[capacity + 1];
    bytes = new long[capacity + 1];
    counts = new long[capacity + 1];
    most = new long[capacity + 1];
    types = new Class<?>[capacity + 1];
    mask = capacity - 1;
  }

  void add(long key, long amount, long count, long mostObjects, @Nullable Class<?> type) {
    int index = key == 0 ? keys.length - 1 : index(key, type);
    bytes[index] += amount;
    counts[index] += count;
    most[index] += mostObjects;
  }

  private int index(long key, @Nullable Class<?> type) {
    int index = (int) ((key * HASH_MULTIPLIER) >>> HASH_SHIFT) & mask;
    for (int i = 0; i <= mask; i++) {
      if (keys[index] == 0) {
        keys[index] = key;
        types[index] = type;
        used++;
        return index;
      }
      if (keys[index] == key && types[index] == type) {
        return index;
      }
      index = (index + 1) & mask;
    }
    return keys.length - 1;
  }

  /** Returns whether more than three quarters of the capacity are used. */
  boolean isCrowded() {
    return used > mask / 4 * 3;
  }

  /** Returns a copy with twice the capacity. */
  KeyedSums larger() {
    KeyedSums larger = new KeyedSums(2 * (mask + 1));
    for (int i = 0; i < keys.length; i++) {
      larger.add(keys[i], bytes[i], counts[i], most[i], types[i]);
    }
    return larger;
  }
}
