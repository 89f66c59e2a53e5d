package dev.tare.internal.heap.set;

import java.util.Arrays;

/** Growable array of ints, stored in chunks so that it grows without copying. */
public final class IntColumn {

  private static final int CHUNK_BITS = 12;
  private static final int CHUNK = 1 << CHUNK_BITS;

  private static final int[][] NONE = {};

  private int[][] chunks = NONE;
  private int allocated;

  /** Creates a column with a minimum capacity. */
  public IntColumn(long length) {
    grow(length);
  }

  public int get(int index) {
    return chunks[index >>> CHUNK_BITS][index & (CHUNK - 1)];
  }

  /** Sets the number at an index within the capacity. */
  public void set(int index, int number) {
    chunks[index >>> CHUNK_BITS][index & (CHUNK - 1)] = number;
  }

  /** Releases all memory, without allocating any. */
  public void release() {
    chunks = NONE;
    allocated = 0;
  }

  /** Grows to a minimum capacity. */
  public void grow(long length) {
    int required = (int) ((length + CHUNK - 1) >>> CHUNK_BITS);
    if (required > chunks.length) {
      chunks = Arrays.copyOf(chunks, Math.max(required, allocated << 1));
    }
    while (allocated < required) {
      chunks[allocated++] = new int[CHUNK];
    }
  }

  /** Returns the first numbers as an array. */
  public int[] toArray(int length) {
    int[] array = new int[length];
    for (int from = 0; from < length; from += CHUNK) {
      System.arraycopy(chunks[from >>> CHUNK_BITS], 0, array, from, Math.min(CHUNK, length - from));
    }
    return array;
  }
}
