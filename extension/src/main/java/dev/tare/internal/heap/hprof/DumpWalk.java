package dev.tare.internal.heap.hprof;

import java.util.Arrays;
import java.util.List;
import org.jspecify.annotations.Nullable;

/** Breadth-first walk through the objects of a heap dump, from its roots to the targets. */
final class DumpWalk {

  private static final int UNVISITED = -1;

  /** Parent of an object through which no path leads. */
  private static final int CLOSED = -2;

  /** Parent of an object that the first root refers to; those of further roots follow below. */
  private static final int FIRST_ROOT = -3;

  private final DumpGraph graph;
  private final List<DumpRoot> roots;
  private final boolean throughTest;
  private final int[] parents;
  private final int[] queue;
  private int head;
  private int count;

  /**
   * Creates a walk.
   *
   * @param throughTest whether paths lead through JUnit's objects
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
   * A reference that a walk leaves out; one of the two is given.
   *
   * @param position the position of the reference; -1 for a root
   * @param root the root, in whichever of its places; null for a reference between objects
   */
  record OmittedReference(int position, @Nullable DumpRoot root) {
    static final OmittedReference NOTHING = new OmittedReference(-1, null);
  }

  /** Leaves an object and all paths through it out. */
  void close(long id) {
    int number = graph.number(id);
    if (number != LongTable.ABSENT) {
      parents[number] = CLOSED;
    }
  }

  /** Follows all references from some of the roots. */
  void from(int firstRoot, int endRoot, boolean softly, OmittedReference omitted) {
    for (int i = firstRoot; i < endRoot; i++) {
      if (!roots.get(i).equals(omitted.root)) {
        add(graph.number(roots.get(i).objectId()), FIRST_ROOT - i);
      }
    }
    while (head < count) {
      int holder = queue[head++];
      if (!throughTest && graph.isOfJUnit(holder)) {
        continue;
      }
      int end = graph.end(holder, softly);
      for (int position = graph.start(holder); position < end; position++) {
        if (position != omitted.position) {
          add(graph.target(position), holder);
        }
      }
    }
  }

  private void add(int number, int parent) {
    if (number != LongTable.ABSENT && parents[number] == UNVISITED) {
      parents[number] = parent;
      queue[count++] = number;
    }
  }

  boolean reached(long id) {
    int number = graph.number(id);
    return number != LongTable.ABSENT && parents[number] != UNVISITED && parents[number] != CLOSED;
  }

  /** Returns the object that leads to an object; negative if a root does. */
  int parent(int number) {
    return parents[number] <= FIRST_ROOT ? -1 : parents[number];
  }

  /** Returns the number of the root that leads to an object whose parent is negative. */
  int root(int number) {
    return FIRST_ROOT - parents[number];
  }
}
