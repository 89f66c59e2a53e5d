package dev.tare.internal.heap.set;

import java.util.Arrays;

/** Large numbers in a row, in pieces: it grows without copying what it has. */
public final class LongColumn {

  private static final int PIECE_BITS = 12;
  private static final int PIECE = 1 << PIECE_BITS;

  private static final long[][] NONE = {};

  private long[][] pieces = NONE;
  private int made;

  /** Has room for so many at least. */
  public LongColumn(long length) {
    grow(length);
  }

  public long get(int index) {
    return pieces[index >>> PIECE_BITS][index & (PIECE - 1)];
  }

  /** Puts a number where there is room. */
  public void set(int index, long number) {
    pieces[index >>> PIECE_BITS][index & (PIECE - 1)] = number;
  }

  /** Lets go of all memory, without a need for any. */
  public void release() {
    pieces = NONE;
    made = 0;
  }

  /** Makes room for so many. */
  public void grow(long length) {
    int wanted = (int) ((length + PIECE - 1) >>> PIECE_BITS);
    if (wanted > pieces.length) {
      pieces = Arrays.copyOf(pieces, Math.max(wanted, made << 1));
    }
    while (made < wanted) {
      pieces[made++] = new long[PIECE];
    }
  }
}
