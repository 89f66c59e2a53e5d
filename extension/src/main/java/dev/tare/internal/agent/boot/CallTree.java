package dev.tare.internal.agent.boot;

import org.jspecify.annotations.Nullable;

/**
 * A calling context tree: its nodes are the calls and allocations of one thread along each path of
 * calls. A recursive call, direct or indirect, belongs to the node of the outermost call.
 *
 * <p>A node is found by its parent, its site and the class of the created objects, where that
 * belongs to the site. A site of a library has an odd number. Its recursion ends at the line of the
 * application that led there, since that line is shown with it.
 */
final class CallTree {

  /** The node of all code that is not woven. */
  static final int ROOT = 0;

  /** Maximum number of nodes; sites beyond it belong to their callers. */
  static final int MAX_CAPACITY = 1 << 20;

  // 2^32 divided by the golden ratio (Fibonacci hashing), which spreads consecutive keys
  private static final int HASH_MULTIPLIER = 0x9E3779B9;

  final int[] parents;
  final int[] sites;
  final @Nullable Class<?>[] types;
  final long[] counts;
  final long[] bytes;
  final long[] nanos;
  final long[] most;
  int size = 1;

  /** The node that the sums of a node belong to: itself, or that of the outermost call. */
  private final int[] outermost;

  /** The nodes by hash; 0 for none. */
  private final int[] table;

  /**
   * @param capacity the maximum number of nodes; a power of two
   */
  CallTree(int capacity) {
    parents = new int[capacity];
    sites = new int[capacity];
    types = new Class<?>[capacity];
    counts = new long[capacity];
    bytes = new long[capacity];
    nanos = new long[capacity];
    most = new long[capacity];
    outermost = new int[capacity];
    table = new int[2 * capacity];
  }

  /** Returns the node of a site below a node; that node itself if the tree is full. */
  int child(int parent, int site, @Nullable Class<?> type) {
    int index = index(parent, site);
    for (int node = table[index]; node != 0; node = table[index]) {
      if (parents[node] == parent && sites[node] == site && types[node] == type) {
        return outermost[node];
      }
      index = (index + 1) & (table.length - 1);
    }
    if (size == parents.length) {
      return parent;
    }
    table[index] = size;
    parents[size] = parent;
    sites[size] = site;
    types[size] = type;
    outermost[size] = outermost(size);
    return outermost[size++];
  }

  private int index(int parent, int site) {
    int hash = (parent * 31 + site) * HASH_MULTIPLIER;
    return (hash >>> 8) & (table.length - 1);
  }

  private int outermost(int node) {
    int ancestor = parents[node];
    while (ancestor != ROOT && sites[ancestor] != sites[node]) {
      boolean endsRecursion = isOfLibrary(sites[node]) && !isOfLibrary(sites[ancestor]);
      ancestor = endsRecursion ? ROOT : parents[ancestor];
    }
    return ancestor == ROOT ? node : ancestor;
  }

  private static boolean isOfLibrary(int site) {
    return (site & 1) != 0;
  }

  /** Returns whether more than three quarters of a capacity that can grow are used. */
  boolean isCrowded() {
    return size > parents.length / 4 * 3 && parents.length < MAX_CAPACITY;
  }

  /** Returns a copy with twice the capacity. */
  CallTree larger() {
    CallTree larger = new CallTree(2 * parents.length);
    for (int node = 1; node < size; node++) {
      int unused = larger.child(parents[node], sites[node], types[node]);
    }
    System.arraycopy(counts, 0, larger.counts, 0, size);
    System.arraycopy(bytes, 0, larger.bytes, 0, size);
    System.arraycopy(nanos, 0, larger.nanos, 0, size);
    System.arraycopy(most, 0, larger.most, 0, size);
    return larger;
  }
}
