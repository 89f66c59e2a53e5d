package dev.tare.internal.heap.walk;

import java.util.Arrays;

/**
 * Retained size of every object: the sizes of the subtrees of the dominator tree.
 *
 * <p>An object dominates another if all paths from the root to the other go through it. The time is
 * at worst proportional to the number of references times the logarithm of the number of objects.
 * Tables replace recursion, so graphs of any depth are supported.
 */
/*
 * T. Lengauer, R. E. Tarjan: A fast algorithm for finding dominators in a flowgraph. ACM TOPLAS
 * 1(1), 1979, pages 121 to 141; the version with simple linking. Objects are numbered in
 * depth-first order, in which a dominator comes before the objects it dominates.
 */
final class Dominators {

  private static final int NONE = -1;

  private final SpanningTree tree;
  private final CrossReferences crossReferences;
  private final int count;

  /** Tree number of each depth-first number. */
  private final int[] vertices;

  private final int[] numbers;

  private final int[] parents;
  private final int[] semidominators;
  private final int[] labels;
  private final int[] ancestors;
  private final int[] dominators;

  private Dominators(SpanningTree tree, CrossReferences crossReferences) {
    this.tree = tree;
    this.crossReferences = crossReferences;
    count = tree.count;
    vertices = new int[count];
    numbers = new int[count];
    parents = new int[count];
    semidominators = new int[count];
    labels = new int[count];
    ancestors = new int[count];
    dominators = new int[count];
  }

  /** Returns, for each object of a tree, the bytes of the object and of everything it dominates. */
  static long[] retainedSizes(SpanningTree tree, CrossReferences crossReferences) {
    Dominators dominators = new Dominators(tree, crossReferences);
    dominators.numberDepthFirst();
    dominators.computeDominators();
    return dominators.retainedSizes();
  }

  /**
   * Numbers the objects in depth-first order. The array of ancestors serves as the stack of
   * positions.
   */
  private void numberDepthFirst() {
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

  /**
   * Returns a target of an object's references: first its children in the tree, then those of the
   * other references.
   */
  private int successor(int vertex, int position) {
    int children = tree.childCount(vertex);
    if (position < children) {
      return tree.firstChild(vertex) + position;
    }
    int at = crossReferences.starts()[vertex] + position - children;
    return at < crossReferences.starts()[vertex + 1] ? crossReferences.targets()[at] : NONE;
  }

  private void computeDominators() {
    CrossReferences predecessors = predecessors();
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

  private int semidominator(int w, CrossReferences predecessors) {
    int vertex = vertices[w];
    int least = semidominators[evaluate(numbers[tree.parents.get(vertex)])];
    for (int i = predecessors.starts()[vertex]; i < predecessors.starts()[vertex + 1]; i++) {
      least = Math.min(least, semidominators[evaluate(numbers[predecessors.targets()[i]])]);
    }
    return least;
  }

  /**
   * Returns the number with the smallest semidominator on the path from a number up to its tree's
   * root, the root excluded.
   */
  private int evaluate(int v) {
    if (ancestors[v] != NONE) {
      compress(v);
    }
    return labels[v];
  }

  /**
   * Compresses the path to the root. The path is reversed on the way up and restored on the way
   * down, so no stack is needed.
   */
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

  private long[] retainedSizes() {
    long[] byNumber = new long[count];
    for (int w = count - 1; w >= 0; w--) {
      byNumber[w] += tree.ownSize(vertices[w]);
      if (w > 0) {
        byNumber[dominators[w]] += byNumber[w];
      }
    }
    long[] retainedSizes = new long[count];
    for (int w = 0; w < count; w++) {
      retainedSizes[vertices[w]] = byNumber[w];
    }
    return retainedSizes;
  }

  /** Returns the references with sources and targets exchanged. */
  private CrossReferences predecessors() {
    int[] starts = new int[count + 2];
    int[] targets = crossReferences.targets();
    int size = crossReferences.starts()[count];
    for (int i = 0; i < size; i++) {
      starts[targets[i] + 2]++;
    }
    for (int i = 2; i < starts.length; i++) {
      starts[i] += starts[i - 1];
    }
    int[] sources = new int[size];
    for (int from = 0; from < count; from++) {
      for (int i = crossReferences.starts()[from]; i < crossReferences.starts()[from + 1]; i++) {
        sources[starts[targets[i] + 1]++] = from;
      }
    }
    return new CrossReferences(starts, sources);
  }
}
