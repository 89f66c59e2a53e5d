package dev.tare.internal.heap.waste;

/** Minimum length of a collection's array for a number of elements. */
public enum ArrayCapacity {

  /** One element for each one held. */
  EXACT {
    @Override
    long requiredLength(long count, float loadFactor) {
      return count;
    }
  },

  /** One element for each one held; all empty collections share one array. */
  SHARED_IF_EMPTY {
    @Override
    long requiredLength(long count, float loadFactor) {
      return count == 0 ? NO_ARRAY : count;
    }
  },

  /** One element for each one held, and at least one. */
  AT_LEAST_ONE {
    @Override
    long requiredLength(long count, float loadFactor) {
      return Math.max(1, count);
    }
  },

  /** A ring buffer with at least one free element. */
  ONE_MORE {
    @Override
    long requiredLength(long count, float loadFactor) {
      return count + 1;
    }
  },

  /** A hash table that doubles when more entries are held than its length times the load factor. */
  DOUBLING {
    @Override
    long requiredLength(long count, float loadFactor) {
      if (count == 0) {
        return NO_ARRAY;
      }
      long length = 1;
      while ((long) (length * loadFactor) < count) {
        length <<= 1;
      }
      return length;
    }
  },

  /** A hash table that doubles when entries fill three quarters of its length. */
  DOUBLING_EARLY {
    @Override
    long requiredLength(long count, float loadFactor) {
      if (count == 0) {
        return NO_ARRAY;
      }
      long length = 1;
      while (length - (length >>> 2) <= count) {
        length <<= 1;
      }
      return length;
    }
  },

  /** A table of alternating keys and values that is at most two thirds full. */
  ALTERNATING {
    @Override
    long requiredLength(long count, float loadFactor) {
      long pairs = 4;
      while (3 * count > 2 * pairs) {
        pairs <<= 1;
      }
      return 2 * pairs;
    }
  };

  /** Length for an empty collection that needs no array of its own. */
  public static final long NO_ARRAY = -1;

  /**
   * Returns the minimum length.
   *
   * @param count the number of elements, entries, bytes or words
   */
  abstract long requiredLength(long count, float loadFactor);
}
