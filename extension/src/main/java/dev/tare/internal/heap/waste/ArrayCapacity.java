package dev.tare.internal.heap.waste;

import java.util.function.LongPredicate;

/** Minimum length of a collection's array for a number of elements. */
public enum ArrayCapacity {

  /** The number of elements. */
  EXACT,

  /** The number of elements; all empty collections share one array. */
  SHARED_IF_EMPTY,

  /** The number of elements, and at least one. */
  AT_LEAST_ONE,

  /** A ring buffer with at least one free element. */
  ONE_MORE,

  /** A hash table that doubles when more entries are held than its length times the load factor. */
  DOUBLING,

  /** A hash table that doubles when entries fill three quarters of its length. */
  DOUBLING_EARLY,

  /** A table of alternating keys and values that is at most two thirds full. */
  ALTERNATING;

  /** Length for an empty collection that needs no array of its own. */
  public static final long NO_ARRAY = -1;

  /**
   * Returns the minimum length.
   *
   * @param count the number of elements, entries, bytes or words
   */
  long requiredLength(long count, float loadFactor) {
    return switch (this) {
      case EXACT -> count;
      case SHARED_IF_EMPTY -> count == 0 ? NO_ARRAY : count;
      case AT_LEAST_ONE -> Math.max(1, count);
      case ONE_MORE -> count + 1;
      case DOUBLING ->
          count == 0 ? NO_ARRAY : doubled(1, length -> (long) (length * loadFactor) < count);
      case DOUBLING_EARLY ->
          count == 0 ? NO_ARRAY : doubled(1, length -> length - (length >>> 2) <= count);
      case ALTERNATING -> doubled(8, length -> length < 3 * count);
    };
  }

  private static long doubled(long smallest, LongPredicate isTooShort) {
    long length = smallest;
    while (isTooShort.test(length)) {
      length <<= 1;
    }
    return length;
  }
}
