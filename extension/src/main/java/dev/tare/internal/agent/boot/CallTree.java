package dev.tare.internal.agent.boot;

/**
 * A calling context tree of fixed capacity. A recursive call, direct or indirect, belongs to the
 * node of the outermost call.
 */
final class CallTree {

  /** Maximum number of nodes. The root is number 0 and has no parent and no method. */
  private static final int CAPACITY = 1 << 13;

  private final int[] parents = new int[CAPACITY];
  private final int[] methods = new int[CAPACITY];
  private final int[] firstChildren = new int[CAPACITY];
  private final int[] siblings = new int[CAPACITY];
  private final long[] calls = new long[CAPACITY];
  private final long[] ownNanos = new long[CAPACITY];
  private int size = 1;
  private long unplacedCalls;

  /**
   * Records a call and returns its node.
   *
   * @param caller the node of the caller
   * @param recursive whether the method is on the stack already
   */
  int entered(int caller, int method, boolean recursive) {
    int node = recursive ? ancestor(caller, method) : 0;
    if (node == 0) {
      node = child(caller, method);
    }
    if (node == 0) {
      unplacedCalls++;
      return caller;
    }
    calls[node]++;
    return node;
  }

  private int ancestor(int caller, int method) {
    int node = caller;
    while (node != 0 && methods[node] != method) {
      node = parents[node];
    }
    return node;
  }

  private int child(int parent, int method) {
    int node = firstChildren[parent];
    while (node != 0 && methods[node] != method) {
      node = siblings[node];
    }
    return node == 0 ? addNode(parent, method) : node;
  }

  private int addNode(int parent, int method) {
    if (size == CAPACITY) {
      return 0;
    }
    int node = size;
    size++;
    parents[node] = parent;
    methods[node] = method;
    siblings[node] = firstChildren[parent];
    firstChildren[parent] = node;
    return node;
  }

  void add(int node, long nanos) {
    ownNanos[node] += nanos;
  }

  /**
   * Returns the number of nodes; arrays of parents, methods, calls and own nanoseconds, indexed by
   * node; and the number of calls without a node, which count as part of their callers.
   */
  Object[] totals() {
    return new Object[] {size, parents, methods, calls, ownNanos, unplacedCalls};
  }
}
