package dev.tare.internal.agent.boot;

import org.jspecify.annotations.Nullable;

/**
 * State of each recorded thread, in slots: the last value of its counter, and the stack of its
 * calls.
 *
 * <p>All state is in arrays, so that hooks create no objects. Slots are at least a cache line
 * apart. Only the thread that owns a slot reads and writes it.
 */
final class ThreadSlots {

  /** Maximum number of threads at a time; a power of two. */
  private static final int SLOTS = 1 << 11;

  /** Maximum distance of a thread's slot from the index that its hash gives. */
  private static final int MAX_DISTANCE = 1 << 6;

  private static final int INITIAL_DEPTH = 1 << 6;
  private static final int MAX_DEPTH = 1 << 13;

  /** Elements of {@code state} per slot, of which the following indices are used. */
  private static final int STRIDE = 16;

  private static final int LAST_VALUE = 0;
  private static final int DEPTH = 1;
  private static final int INSIDE = 2;
  private static final int READING = 3;

  private final Thread[] threads = new Thread[SLOTS];
  private final int[][] calls = new int[SLOTS][];
  private final long[] state = new long[SLOTS * STRIDE];

  /** Returns the slot of the thread; negative if it has none. */
  int find(Thread thread) {
    int hash = System.identityHashCode(thread);
    for (int i = 0; i < MAX_DISTANCE; i++) {
      int slot = (hash + i) & (SLOTS - 1);
      Thread owner = threads[slot];
      if (owner == thread) {
        return slot;
      }
      if (owner == null) {
        return -1;
      }
    }
    return -1;
  }

  /** Assigns a free slot, or that of an ended thread, and returns it; negative if there is none. */
  synchronized int assign(Thread thread) {
    int hash = System.identityHashCode(thread);
    for (int i = 0; i < MAX_DISTANCE; i++) {
      int slot = (hash + i) & (SLOTS - 1);
      @Nullable Thread owner = threads[slot];
      if (owner == null || !owner.isAlive()) {
        threads[slot] = thread;
        calls[slot] = new int[INITIAL_DEPTH];
        clear(slot);
        return slot;
      }
    }
    return -1;
  }

  /** Resets the slot to a thread outside of woven code. */
  void clear(int slot) {
    calls[slot][0] = 0;
    state[slot * STRIDE + DEPTH] = 0;
    state[slot * STRIDE + INSIDE] = 0;
  }

  /** Stores the counter's value and returns its growth since the value stored before. */
  long advance(int slot, long now) {
    long growth = now - state[slot * STRIDE + LAST_VALUE];
    state[slot * STRIDE + LAST_VALUE] = now;
    return growth;
  }

  /** Returns whether the thread is in woven code. */
  boolean isInside(int slot) {
    return state[slot * STRIDE + INSIDE] != 0;
  }

  void setInside(int slot, boolean inside) {
    state[slot * STRIDE + INSIDE] = inside ? 1 : 0;
  }

  /** Returns whether the thread is reading its counter. */
  boolean isReading(int slot) {
    return state[slot * STRIDE + READING] != 0;
  }

  void setReading(int slot, boolean reading) {
    state[slot * STRIDE + READING] = reading ? 1 : 0;
  }

  /** Returns the site of the call that the current method is making; 0 for none. */
  int call(int slot) {
    return calls[slot][index(slot)];
  }

  void setCall(int slot, int site) {
    calls[slot][index(slot)] = site;
  }

  /**
   * Records that a method begins, within the call of its caller; returns whether the stack array
   * was enlarged.
   */
  boolean push(int slot) {
    int site = call(slot);
    long depth = ++state[slot * STRIDE + DEPTH];
    boolean enlarged = depth >= calls[slot].length && depth < MAX_DEPTH;
    if (enlarged) {
      int[] copy = new int[calls[slot].length * 2];
      System.arraycopy(calls[slot], 0, copy, 0, calls[slot].length);
      calls[slot] = copy;
    }
    setCall(slot, site);
    return enlarged;
  }

  /** Records that a method ends; after the outermost one the thread is outside of woven code. */
  void pop(int slot) {
    int depth = slot * STRIDE + DEPTH;
    if (state[depth] == 0) {
      // the method had begun before the recording
      calls[slot][0] = 0;
    } else {
      state[depth]--;
    }
    if (state[depth] == 0 && calls[slot][0] == 0) {
      setInside(slot, false);
    }
  }

  // deeper frames share the last element
  private int index(int slot) {
    return (int) Math.min(state[slot * STRIDE + DEPTH], calls[slot].length - 1);
  }
}
