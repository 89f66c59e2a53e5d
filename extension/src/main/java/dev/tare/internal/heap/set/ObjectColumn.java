package dev.tare.internal.heap.set;

import static java.util.Objects.requireNonNull;

import dev.tare.internal.heap.memory.ObjectMemory;
import java.util.Arrays;
import org.jspecify.annotations.Nullable;

/**
 * Growable array of objects, stored in chunks.
 *
 * <p>Small chunks keep G1's write barriers cheap: G1 allocates large arrays separately from young
 * objects and records every reference stored in them, which takes several times as long as a walk
 * spends on the object. Small arrays are young, and stores into them are not recorded.
 */
public final class ObjectColumn {

  private static final int CHUNK_BITS = 12;
  private static final int CHUNK = 1 << CHUNK_BITS;
  private static final long BASE = ObjectMemory.arrayBase(Object[].class);
  private static final int SCALE = ObjectMemory.arrayScale(Object[].class);

  private static final @Nullable Object[][] NONE = {};

  private @Nullable Object[][] chunks = NONE;
  private int allocated;

  /** Creates a column with a minimum capacity. */
  public ObjectColumn(int length) {
    grow(length);
  }

  public Object get(int index) {
    return requireNonNull(chunks[index >>> CHUNK_BITS][index & (CHUNK - 1)]);
  }

  /** Sets the object at an index within the capacity. */
  public void set(int index, Object object) {
    chunks[index >>> CHUNK_BITS][index & (CHUNK - 1)] = object;
  }

  /** Returns the capacity. */
  int length() {
    return (int) Math.min(Integer.MAX_VALUE, (long) allocated << CHUNK_BITS);
  }

  /** Releases all memory, without allocating any. */
  public void release() {
    chunks = NONE;
    allocated = 0;
  }

  /** Grows to a minimum capacity. */
  public void grow(int length) {
    int required = (int) (((long) length + CHUNK - 1) >>> CHUNK_BITS);
    if (required > chunks.length) {
      chunks = Arrays.copyOf(chunks, Math.max(required, allocated << 1));
    }
    while (allocated < required) {
      chunks[allocated++] = new Object[CHUNK];
    }
  }

  /** Clears all objects from an index on. */
  public void clear(int from) {
    int chunk = from >>> CHUNK_BITS;
    if (chunk < allocated) {
      Arrays.fill(chunks[chunk], from & (CHUNK - 1), CHUNK, null);
    }
    for (int i = chunk + 1; i < allocated; i++) {
      Arrays.fill(chunks[i], null);
    }
  }

  /** Returns the chunk that holds the reference at an index. */
  public Object holder(int index) {
    return chunks[index >>> CHUNK_BITS];
  }

  /** Returns the offset in its chunk of the reference at an index. */
  public long offset(int index) {
    return BASE + (long) (index & (CHUNK - 1)) * SCALE;
  }
}
