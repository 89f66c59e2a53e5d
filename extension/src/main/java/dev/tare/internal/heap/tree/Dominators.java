package dev.tare.internal.heap.tree;

import dev.tare.internal.heap.tree.TreeReferences.Others;
import java.util.Arrays;

/**
 * What each object alone keeps reachable: the sizes of the subtrees of the dominator tree.
 *
 * <p>An object dominates another if all paths from the root to the other go through it. Computed
 * with path compression, in time proportional to the references times the logarithm of the objects
 * at worst, and with tables instead of recursion.
 */
/*
 * T. Lengauer, R. E. Tarjan: A fast algorithm for finding dominators in a flowgraph. ACM TOPLAS
 * 1(1), 1979, pages 121 to 141; the version with simple linking. Objects are numbered here in the
 * order of a walk in depth, in which a dominator comes before what it dominates.
 */
final class Dominators {

  private static final int NONE = -1;

  private final SpanningTree tree;
  private final Others others;
  private final int count;

  /** From a number in depth to the number in the tree, and back. */
  private final int[] vertices;

  private final int[] numbers;

  private final int[] parents;
  private final int[] semidominators;
  private final int[] labels;
  private final int[] ancestors;
  private final int[] dominators;

  private Dominators(SpanningTree tree, Others others) {
    this.tree = tree;
    this.others = others;
    count = tree.count;
    vertices = new int[count];
    numbers = new int[count];
    parents = new int[count];
    semidominators = new int[count];
    labels = new int[count];
    ancestors = new int[count];
    dominators = new int[count];
  }

  /** For each object of a tree, its bytes and those of everything that it dominates. */
  static long[] sizes(SpanningTree tree, Others others) {
    Dominators dominators = new Dominators(tree, others);
    dominators.number();
    dominators.dominate();
    return dominators.sizes();
  }

  /** Numbers the objects in depth; the ancestors serve as the positions to go on from. */
  private void number() {
    Arrays.fill(numbers, NONE);
    int[] positions = ancestors;
    numbers[0] = 0;
    int next = 1;
    int current = 0;
    while (true) {
      int successor = successor(vertices[current], positions[current]++);
      if (successor == NONE) {
        if (current == 0) {
          return;
        }
        current = parents[current];
      } else if (numbers[successor] == NONE) {
        numbers[successor] = next;
        vertices[next] = successor;
        parents[next] = current;
        positions[next] = 0;
        current = next++;
      }
    }
  }

  /** What an object refers to: its children in the tree, then the others. */
  private int successor(int vertex, int position) {
    int children = tree.childCount(vertex);
    if (position < children) {
      return tree.firstChild(vertex) + position;
    }
    int at = others.starts()[vertex] + position - children;
    return at < others.starts()[vertex + 1] ? others.targets()[at] : NONE;
  }

  private void dominate() {
    Others predecessors = predecessors();
    int[] heads = new int[count];
    int[] nexts = new int[count];
    Arrays.fill(heads, NONE);
    Arrays.fill(ancestors, NONE);
    Arrays.setAll(labels, i -> i);
    Arrays.setAll(semidominators, i -> i);
    for (int w = count - 1; w > 0; w--) {
      semidominators[w] = semidominator(w, predecessors);
      nexts[w] = heads[semidominators[w]];
      heads[semidominators[w]] = w;
      int parent = parents[w];
      ancestors[w] = parent;
      for (int v = heads[parent]; v != NONE; v = nexts[v]) {
        int best = evaluate(v);
        dominators[v] = semidominators[best] < semidominators[v] ? best : parent;
      }
      heads[parent] = NONE;
    }
    for (int w = 1; w < count; w++) {
      if (dominators[w] != semidominators[w]) {
        dominators[w] = dominators[dominators[w]];
      }
    }
  }

  private int semidominator(int w, Others predecessors) {
    int vertex = vertices[w];
    int least = semidominators[evaluate(numbers[tree.parents.get(vertex)])];
    for (int i = predecessors.starts()[vertex]; i < predecessors.starts()[vertex + 1]; i++) {
      least = Math.min(least, semidominators[evaluate(numbers[predecessors.targets()[i]])]);
    }
    return least;
  }

  /** The number of least semidominator on the way up from a number, below the root of its tree. */
  private int evaluate(int v) {
    if (ancestors[v] != NONE) {
      compress(v);
    }
    return labels[v];
  }

  /** Shortens the way up. It is turned round on the way and turned back, so it needs no stack. */
  private void compress(int v) {
    int above = NONE;
    int current = v;
    while (ancestors[ancestors[current]] != NONE) {
      int up = ancestors[current];
      ancestors[current] = above;
      above = current;
      current = up;
    }
    int root = ancestors[current];
    while (above != NONE) {
      int down = above;
      above = ancestors[down];
      if (semidominators[labels[current]] < semidominators[labels[down]]) {
        labels[down] = labels[current];
      }
      ancestors[down] = root;
      current = down;
    }
  }

  private long[] sizes() {
    long[] byNumber = new long[count];
    for (int w = count - 1; w >= 0; w--) {
      byNumber[w] += tree.ownSize(vertices[w]);
      if (w > 0) {
        byNumber[dominators[w]] += byNumber[w];
      }
    }
    long[] sizes = new long[count];
    for (int w = 0; w < count; w++) {
      sizes[vertices[w]] = byNumber[w];
    }
    return sizes;
  }

  /** The same references the other way round. */
  private Others predecessors() {
    int[] starts = new int[count + 2];
    int[] targets = others.targets();
    int size = others.starts()[count];
    for (int i = 0; i < size; i++) {
      starts[targets[i] + 2]++;
    }
    for (int i = 2; i < starts.length; i++) {
      starts[i] += starts[i - 1];
    }
    int[] sources = new int[size];
    for (int from = 0; from < count; from++) {
      for (int i = others.starts()[from]; i < others.starts()[from + 1]; i++) {
        sources[starts[targets[i] + 1]++] = from;
      }
    }
    return new Others(starts, sources);
  }
}
