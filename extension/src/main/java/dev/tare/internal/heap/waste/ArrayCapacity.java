package dev.tare.internal.heap.waste;

/** How long the array of a collection has to be for what is in it. */
public enum ArrayCapacity {

  /** One element for each that is held. */
  EXACT {
    @Override
    long needed(long held, float loadFactor) {
      return held;
    }
  },

  /** The same; an empty one shares an array with all others. */
  SHARED_IF_EMPTY {
    @Override
    long needed(long held, float loadFactor) {
      return held == 0 ? NO_ARRAY : held;
    }
  },

  /** One element at least. */
  AT_LEAST_ONE {
    @Override
    long needed(long held, float loadFactor) {
      return Math.max(1, held);
    }
  },

  /** A ring that is never full. */
  ONE_MORE {
    @Override
    long needed(long held, float loadFactor) {
      return held + 1;
    }
  },

  /** A table that is doubled when more are held than its length times the load factor. */
  DOUBLING {
    @Override
    long needed(long held, float loadFactor) {
      if (held == 0) {
        return NO_ARRAY;
      }
      long length = 1;
      while ((long) (length * loadFactor) < held) {
        length <<= 1;
      }
      return length;
    }
  },

  /** A table that is doubled when as many are held as three quarters of its length. */
  DOUBLING_EARLY {
    @Override
    long needed(long held, float loadFactor) {
      if (held == 0) {
        return NO_ARRAY;
      }
      long length = 1;
      while (length - (length >>> 2) <= held) {
        length <<= 1;
      }
      return length;
    }
  },

  /** A table of keys and values in turn, of which two thirds are used at most. */
  IN_TURN {
    @Override
    long needed(long held, float loadFactor) {
      long places = 4;
      while (3 * held > 2 * places) {
        places <<= 1;
      }
      return 2 * places;
    }
  };

  /** An empty collection needs no array of its own. */
  public static final long NO_ARRAY = -1;

  /**
   * The least length.
   *
   * @param held how many elements, entries, bytes or words
   */
  abstract long needed(long held, float loadFactor);
}
