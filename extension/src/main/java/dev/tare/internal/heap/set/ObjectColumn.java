package dev.tare.internal.heap.set;

import static java.util.Objects.requireNonNull;

import dev.tare.internal.heap.memory.ObjectMemory;
import java.util.Arrays;
import org.jspecify.annotations.Nullable;

/**
 * Objects in a row, in pieces.
 *
 * <p>G1 puts a large array into a place of its own and keeps book of every reference to an object
 * elsewhere that is stored in it, which costs several times what a walk does with the object. Small
 * arrays are young, of which it keeps none.
 */
public final class ObjectColumn {

  private static final int PIECE_BITS = 12;
  private static final int PIECE = 1 << PIECE_BITS;
  private static final long BASE = ObjectMemory.arrayBase(Object[].class);
  private static final int SCALE = ObjectMemory.arrayScale(Object[].class);

  private static final @Nullable Object[][] NONE = {};

  private @Nullable Object[][] pieces = NONE;
  private int made;

  /** Has room for so many objects at least. */
  public ObjectColumn(int length) {
    grow(length);
  }

  public Object get(int index) {
    return requireNonNull(pieces[index >>> PIECE_BITS][index & (PIECE - 1)]);
  }

  /** Puts an object where there is room. */
  public void set(int index, Object object) {
    pieces[index >>> PIECE_BITS][index & (PIECE - 1)] = object;
  }

  /** How many objects there is room for. */
  int length() {
    return (int) Math.min(Integer.MAX_VALUE, (long) made << PIECE_BITS);
  }

  /** Lets go of all memory, without a need for any. */
  public void release() {
    pieces = NONE;
    made = 0;
  }

  /** Makes room for so many. */
  public void grow(int length) {
    int wanted = (int) (((long) length + PIECE - 1) >>> PIECE_BITS);
    if (wanted > pieces.length) {
      pieces = Arrays.copyOf(pieces, Math.max(wanted, made << 1));
    }
    while (made < wanted) {
      pieces[made++] = new Object[PIECE];
    }
  }

  /** Forgets all objects from one on. */
  public void clear(int from) {
    int piece = from >>> PIECE_BITS;
    if (piece < made) {
      Arrays.fill(pieces[piece], from & (PIECE - 1), PIECE, null);
    }
    for (int i = piece + 1; i < made; i++) {
      Arrays.fill(pieces[i], null);
    }
  }

  /** The array that an object stands in. */
  public Object holder(int index) {
    return pieces[index >>> PIECE_BITS];
  }

  /** Where in that array. */
  public long offset(int index) {
    return BASE + (long) (index & (PIECE - 1)) * SCALE;
  }
}
