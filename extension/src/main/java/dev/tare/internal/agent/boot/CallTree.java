package dev.tare.internal.agent.boot;

/**
 * Which methods call which, in a tree that never grows beyond its room. A method that calls itself,
 * be it through others, stays at the place of its outermost call.
 */
final class CallTree {

  /** The root, which is number 0, has no parent and no method. */
  private static final int ROOM = 1 << 13;

  private final int[] parents = new int[ROOM];
  private final int[] methods = new int[ROOM];
  private final int[] firstChildren = new int[ROOM];
  private final int[] siblings = new int[ROOM];
  private final long[] calls = new long[ROOM];
  private final long[] ownNanos = new long[ROOM];
  private int size = 1;
  private long crowded;

  /**
   * The place of a call.
   *
   * @param from the place of the caller
   * @param again whether the method is being called already
   */
  int entered(int from, int method, boolean again) {
    int place = again ? ancestor(from, method) : 0;
    if (place == 0) {
      place = child(from, method);
    }
    if (place == 0) {
      crowded++;
      return from;
    }
    calls[place]++;
    return place;
  }

  private int ancestor(int from, int method) {
    int place = from;
    while (place != 0 && methods[place] != method) {
      place = parents[place];
    }
    return place;
  }

  private int child(int parent, int method) {
    int place = firstChildren[parent];
    while (place != 0 && methods[place] != method) {
      place = siblings[place];
    }
    return place == 0 ? added(parent, method) : place;
  }

  private int added(int parent, int method) {
    if (size == ROOM) {
      return 0;
    }
    int place = size;
    size++;
    parents[place] = parent;
    methods[place] = method;
    siblings[place] = firstChildren[parent];
    firstChildren[parent] = place;
    return place;
  }

  void add(int place, long nanos) {
    ownNanos[place] += nanos;
  }

  /**
   * The number of places; by place the parents, methods, calls and times; and how many calls found
   * no room, and belong to their callers' places.
   */
  Object[] found() {
    return new Object[] {size, parents, methods, calls, ownNanos, crowded};
  }
}
