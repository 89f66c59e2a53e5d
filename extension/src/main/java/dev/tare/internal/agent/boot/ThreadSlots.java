package dev.tare.internal.agent.boot;

import org.jspecify.annotations.Nullable;

/**
 * A lane for each thread: where its counter stood last, and which calls it is in.
 *
 * <p>All is in arrays, so that a hook makes no object; lanes lie apart from each other in memory. A
 * lane is read and written by its own thread alone, once that has taken it.
 */
final class ThreadSlots {

  /** How many threads there can be at a time; a power of two. */
  private static final int LANES = 1 << 11;

  /** How far from its own place a thread's lane can be. */
  private static final int REACH = 1 << 6;

  private static final int SHALLOW = 1 << 6;
  private static final int DEEPEST = 1 << 13;

  private static final int STRIDE = 16;
  private static final int LAST = 0;
  private static final int DEPTH = 1;
  private static final int INSIDE = 2;
  private static final int READING = 3;

  private final Thread[] threads = new Thread[LANES];
  private final int[][] calls = new int[LANES][];
  private final long[] state = new long[LANES * STRIDE];

  /** That of the thread; negative if it has none. */
  int of(Thread thread) {
    int hash = System.identityHashCode(thread);
    for (int i = 0; i < REACH; i++) {
      int lane = (hash + i) & (LANES - 1);
      Thread known = threads[lane];
      if (known == thread) {
        return lane;
      }
      if (known == null) {
        return -1;
      }
    }
    return -1;
  }

  /** Gives the thread a lane that nobody has any more; negative if there is none. */
  synchronized int take(Thread thread) {
    int hash = System.identityHashCode(thread);
    for (int i = 0; i < REACH; i++) {
      int lane = (hash + i) & (LANES - 1);
      @Nullable Thread known = threads[lane];
      if (known == null || !known.isAlive()) {
        threads[lane] = thread;
        calls[lane] = new int[SHALLOW];
        clear(lane);
        return lane;
      }
    }
    return -1;
  }

  /** Takes its thread to be outside of woven code. */
  void clear(int lane) {
    calls[lane][0] = 0;
    state[lane * STRIDE + DEPTH] = 0;
    state[lane * STRIDE + INSIDE] = 0;
  }

  /** What its thread's counter has grown by since it was moved last; that is set to now. */
  long move(int lane, long now) {
    long grown = now - state[lane * STRIDE + LAST];
    state[lane * STRIDE + LAST] = now;
    return grown;
  }

  /** Whether its thread is in woven code. */
  boolean isInside(int lane) {
    return state[lane * STRIDE + INSIDE] != 0;
  }

  void setInside(int lane, boolean inside) {
    state[lane * STRIDE + INSIDE] = inside ? 1 : 0;
  }

  /** Whether its thread reads its counter just now. */
  boolean isReading(int lane) {
    return state[lane * STRIDE + READING] != 0;
  }

  void setReading(int lane, boolean reading) {
    state[lane * STRIDE + READING] = reading ? 1 : 0;
  }

  /** The site of the call that the current method is in; 0 for none. */
  int call(int lane) {
    return calls[lane][index(lane)];
  }

  void setCall(int lane, int site) {
    calls[lane][index(lane)] = site;
  }

  /** A method begins, in the call that its caller is in; answers whether more room was made. */
  boolean descend(int lane) {
    int site = call(lane);
    long depth = ++state[lane * STRIDE + DEPTH];
    boolean deepened = depth >= calls[lane].length && depth < DEEPEST;
    if (deepened) {
      int[] deeper = new int[calls[lane].length * 2];
      System.arraycopy(calls[lane], 0, deeper, 0, calls[lane].length);
      calls[lane] = deeper;
    }
    setCall(lane, site);
    return deepened;
  }

  /** A method ends; with the outermost one its thread is outside of woven code. */
  void ascend(int lane) {
    int depth = lane * STRIDE + DEPTH;
    if (state[depth] == 0) {
      // it had begun before the recording
      calls[lane][0] = 0;
    } else {
      state[depth]--;
    }
    if (state[depth] == 0 && calls[lane][0] == 0) {
      setInside(lane, false);
    }
  }

  // what is deeper shares a place
  private int index(int lane) {
    return (int) Math.min(state[lane * STRIDE + DEPTH], calls[lane].length - 1);
  }
}
