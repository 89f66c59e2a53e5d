package dev.tare.internal.heap.walk;

import static java.util.Objects.requireNonNull;

import dev.tare.internal.heap.memory.ObjectMemory;
import java.util.Arrays;
import org.jspecify.annotations.Nullable;

/**
 * Growable arrays with an entry for each object of a walk, in chunks so that they grow without
 * copying.
 */
final class Columns {

  private static final int CHUNK_BITS = 12;
  private static final int CHUNK = 1 << CHUNK_BITS;

  private Columns() {}

  /** Returns the number of chunks for a capacity. */
  private static int chunks(long capacity) {
    return (int) ((capacity + CHUNK - 1) >>> CHUNK_BITS);
  }

  /** Column of ints. */
  static final class IntColumn {

    private static final int[][] NONE = {};

    private int[][] chunks = NONE;
    private int allocated;

    /** Creates a column with a minimum capacity. */
    IntColumn(long length) {
      grow(length);
    }

    int get(int index) {
      return chunks[index >>> CHUNK_BITS][index & (CHUNK - 1)];
    }

    /** Sets the number at an index within the capacity. */
    void set(int index, int number) {
      chunks[index >>> CHUNK_BITS][index & (CHUNK - 1)] = number;
    }

    /** Releases all memory, without allocating any. */
    void release() {
      chunks = NONE;
      allocated = 0;
    }

    /** Grows to a minimum capacity. */
    void grow(long length) {
      int required = chunks(length);
      if (required > chunks.length) {
        chunks = Arrays.copyOf(chunks, Math.max(required, allocated << 1));
      }
      while (allocated < required) {
        chunks[allocated++] = new int[CHUNK];
      }
    }

    /** Returns the first numbers as an array. */
    int[] toArray(int length) {
      int[] array = new int[length];
      for (int from = 0; from < length; from += CHUNK) {
        System.arraycopy(
            chunks[from >>> CHUNK_BITS], 0, array, from, Math.min(CHUNK, length - from));
      }
      return array;
    }
  }

  /** Column of longs. */
  static final class LongColumn {

    private static final long[][] NONE = {};

    private long[][] chunks = NONE;
    private int allocated;

    /** Creates a column with a minimum capacity. */
    LongColumn(long length) {
      grow(length);
    }

    long get(int index) {
      return chunks[index >>> CHUNK_BITS][index & (CHUNK - 1)];
    }

    /** Sets the number at an index within the capacity. */
    void set(int index, long number) {
      chunks[index >>> CHUNK_BITS][index & (CHUNK - 1)] = number;
    }

    /** Releases all memory, without allocating any. */
    void release() {
      chunks = NONE;
      allocated = 0;
    }

    /** Grows to a minimum capacity. */
    void grow(long length) {
      int required = chunks(length);
      if (required > chunks.length) {
        chunks = Arrays.copyOf(chunks, Math.max(required, allocated << 1));
      }
      while (allocated < required) {
        chunks[allocated++] = new long[CHUNK];
      }
    }
  }

  /**
   * Column of objects.
   *
   * <p>Small chunks keep G1's write barriers cheap: G1 allocates large arrays separately from young
   * objects and records every reference stored in them, which takes several times as long as a walk
   * spends on the object. Small arrays are young, and stores into them are not recorded.
   */
  static final class ObjectColumn {

    private static final long BASE = ObjectMemory.arrayBase(Object[].class);
    private static final int SCALE = ObjectMemory.arrayScale(Object[].class);

    private static final @Nullable Object[][] NONE = {};

    private @Nullable Object[][] chunks = NONE;
    private int allocated;

    /** Creates a column with a minimum capacity. */
    ObjectColumn(long length) {
      grow(length);
    }

    Object get(int index) {
      return requireNonNull(chunks[index >>> CHUNK_BITS][index & (CHUNK - 1)]);
    }

    /** Sets the object at an index within the capacity. */
    void set(int index, Object object) {
      chunks[index >>> CHUNK_BITS][index & (CHUNK - 1)] = object;
    }

    /** Returns the capacity. */
    int length() {
      return (int) Math.min(Integer.MAX_VALUE, (long) allocated << CHUNK_BITS);
    }

    /** Releases all memory, without allocating any. */
    void release() {
      chunks = NONE;
      allocated = 0;
    }

    /** Grows to a minimum capacity. */
    void grow(long length) {
      int required = chunks(length);
      if (required > chunks.length) {
        chunks = Arrays.copyOf(chunks, Math.max(required, allocated << 1));
      }
      while (allocated < required) {
        chunks[allocated++] = new Object[CHUNK];
      }
    }

    /** Clears all objects from an index on. */
    void clear(int from) {
      int chunk = from >>> CHUNK_BITS;
      if (chunk < allocated) {
        Arrays.fill(chunks[chunk], from & (CHUNK - 1), CHUNK, null);
      }
      for (int i = chunk + 1; i < allocated; i++) {
        Arrays.fill(chunks[i], null);
      }
    }

    /** Returns the chunk that holds the reference at an index. */
    Object holder(int index) {
      return chunks[index >>> CHUNK_BITS];
    }

    /** Returns the offset in its chunk of the reference at an index. */
    long offset(int index) {
      return BASE + (long) (index & (CHUNK - 1)) * SCALE;
    }
  }
}
