package dev.tare.internal.agent.boot;

import org.jspecify.annotations.Nullable;

/** Sums by key and class, in an open hash table that never grows. */
final class KeyedSums {

  // the golden ratio in 64 bits spreads keys that follow each other
  private static final long SPREAD = 0x9E3779B97F4A7C15L;
  private static final int HIGH = 32;

  // the last is that of key 0, and of every key for which there is no room
  final long[] keys;
  final long[] bytes;
  final long[] counts;
  final @Nullable Class<?>[] types;
  private final int mask;

  /**
   * @param room how many there can be; a power of two
   */
  KeyedSums(int room) {
    keys = new long[room + 1];
    bytes = new long[room + 1];
    counts = new long[room + 1];
    types = new Class<?>[room + 1];
    mask = room - 1;
  }

  void add(long key, long grown, long count, @Nullable Class<?> type) {
    int index = key == 0 ? keys.length - 1 : index(key, type);
    bytes[index] += grown;
    counts[index] += count;
  }

  private int index(long key, @Nullable Class<?> type) {
    int index = (int) ((key * SPREAD) >>> HIGH) & mask;
    for (int i = 0; i <= mask; i++) {
      if (keys[index] == 0) {
        keys[index] = key;
        types[index] = type;
        return index;
      }
      if (keys[index] == key && types[index] == type) {
        return index;
      }
      index = (index + 1) & mask;
    }
    return keys.length - 1;
  }
}
