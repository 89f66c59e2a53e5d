package dev.tare.internal.heap.set;

import java.util.Arrays;

/** Growable array of longs, stored in chunks so that it grows without copying. */
public final class LongColumn {

  private static final int CHUNK_BITS = 12;
  private static final int CHUNK = 1 << CHUNK_BITS;

  private static final long[][] NONE = {};

  private long[][] chunks = NONE;
  private int allocated;

  /** Creates a column with a minimum capacity. */
  public LongColumn(long length) {
    grow(length);
  }

  public long get(int index) {
    return chunks[index >>> CHUNK_BITS][index & (CHUNK - 1)];
  }

  /** Sets the number at an index within the capacity. */
  public void set(int index, long number) {
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
      chunks[allocated++] = new long[CHUNK];
    }
  }
}
