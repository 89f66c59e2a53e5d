package dev.tare.internal.heap.hprof;

import java.util.Arrays;
import java.util.List;
import org.jspecify.annotations.Nullable;

/** Breadth-first walk through the objects of a heap dump, starting from its roots. */
final class DumpWalk {

  private static final int UNVISITED = -1;

  /** Parent of an object that the walk leaves out. */
  private static final int EXCLUDED = -2;

  /** Parent of an object to which root 0 refers; root {@code n} is {@code FIRST_ROOT - n}. */
  private static final int FIRST_ROOT = -3;

  private final DumpGraph graph;
  private final List<DumpRoot> roots;
  private final boolean throughTest;

  /** Parent of each object on its shortest path: an object, a root or one of the constants. */
  private final int[] parents;

  private final int[] queue;
  private int head;
  private int tail;

  /**
   * Creates a walk.
   *
   * @param throughTest whether paths may lead through JUnit's objects
   */
  DumpWalk(DumpGraph graph, List<DumpRoot> roots, boolean throughTest) {
    this.graph = graph;
    this.roots = roots;
    this.throughTest = throughTest;
    this.parents = new int[graph.size()];
    this.queue = new int[graph.size()];
    Arrays.fill(parents, UNVISITED);
  }

  /**
   * Reference that a walk leaves out: a root, or a reference between objects.
   *
   * @param position the position of the reference in the graph; -1 for a root
   * @param root the root, every occurrence of which is left out; null for a reference between
   *     objects
   */
  record OmittedReference(int position, @Nullable DumpRoot root) {
    static final OmittedReference NONE = new OmittedReference(-1, null);
  }

  /** Excludes an object, so that no path leads through it. */
  void exclude(long id) {
    int number = graph.number(id);
    if (number != LongIntMap.ABSENT) {
      parents[number] = EXCLUDED;
    }
  }

  /** Walks from a range of the roots to everything that they reach. */
  void walk(int firstRoot, int endRoot, boolean followSoft, OmittedReference omitted) {
    for (int i = firstRoot; i < endRoot; i++) {
      if (!roots.get(i).equals(omitted.root)) {
        add(graph.number(roots.get(i).objectId()), FIRST_ROOT - i);
      }
    }
    while (head < tail) {
      int holder = queue[head++];
      if (!throughTest && graph.isOfJUnit(holder)) {
        continue;
      }
      int end = graph.referencesEnd(holder, followSoft);
      for (int position = graph.referencesStart(holder); position < end; position++) {
        if (position != omitted.position) {
          add(graph.target(position), holder);
        }
      }
    }
  }

  private void add(int number, int parent) {
    if (number != LongIntMap.ABSENT && parents[number] == UNVISITED) {
      parents[number] = parent;
      queue[tail++] = number;
    }
  }

  boolean isReached(long id) {
    int number = graph.number(id);
    return number != LongIntMap.ABSENT
        && parents[number] != UNVISITED
        && parents[number] != EXCLUDED;
  }

  /** Returns the parent of a reached object; -1 if the parent is a root. */
  int parent(int number) {
    return parents[number] <= FIRST_ROOT ? -1 : parents[number];
  }

  /** Returns the index of the root that refers to an object without a parent. */
  int root(int number) {
    return FIRST_ROOT - parents[number];
  }
}
