package dev.tare.internal.heap.set;

import java.util.Arrays;

/** Numbers in a row, in pieces: it grows without copying what it has. */
public final class IntColumn {

  private static final int PIECE_BITS = 12;
  private static final int PIECE = 1 << PIECE_BITS;

  private static final int[][] NONE = {};

  private int[][] pieces = NONE;
  private int made;

  /** Has room for so many at least. */
  public IntColumn(long length) {
    grow(length);
  }

  public int get(int index) {
    return pieces[index >>> PIECE_BITS][index & (PIECE - 1)];
  }

  /** Puts a number where there is room. */
  public void set(int index, int number) {
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
      pieces[made++] = new int[PIECE];
    }
  }

  /** The first of them. */
  public int[] toArray(int length) {
    int[] joined = new int[length];
    for (int from = 0; from < length; from += PIECE) {
      System.arraycopy(
          pieces[from >>> PIECE_BITS], 0, joined, from, Math.min(PIECE, length - from));
    }
    return joined;
  }
}
