package dev.tare.internal.heap.tree;

import dev.tare.heap.UnweighableException;
import dev.tare.internal.heap.memory.ClassShape.ReferenceVisitor;
import dev.tare.internal.heap.memory.ObjectMemory;
import dev.tare.internal.heap.set.ObjectHash;
import dev.tare.internal.heap.set.WalkRunner;
import java.util.Arrays;

/**
 * References among the objects of a tree, both those of the tree and the cross references.
 *
 * <p>The walk that builds the tree does not store them, since they are rarely needed and can
 * outnumber the objects; this class reads the graph a second time.
 */
final class TreeReferences {

  private interface EdgeVisitor {
    void visit(int from, int slot, int to);
  }

  private final SpanningTree tree;
  private final ObjectIndex numbers;

  /** Number of the object whose references are visited. */
  private int scanned;

  private TreeReferences(SpanningTree tree) {
    this.tree = tree;
    this.numbers = new ObjectIndex(tree);
  }

  /** Returns the number of references to each object. */
  static int[] counts(SpanningTree tree) {
    TreeReferences references = new TreeReferences(tree);
    int[] counts = new int[tree.count];
    return WalkRunner.runHashed(
        hash -> {
          Arrays.fill(counts, 0);
          references.visit(hash, (from, slot, to) -> counts[to]++);
          return counts;
        });
  }

  /**
   * References that are not edges of the tree, without those to the root and from an object to
   * itself.
   *
   * @param starts where the references of each object begin, followed by the end of the last
   * @param targets the numbers of their targets, {@code starts[count]} of them
   */
  @SuppressWarnings("ArrayRecordComponent") // as large as the graph: never copied or compared
  record CrossReferences(int[] starts, int[] targets) {

    static CrossReferences of(SpanningTree tree, int[] counts) {
      TreeReferences references = new TreeReferences(tree);
      long crossReferences = 1L - tree.count;
      for (int count : counts) {
        crossReferences += count;
      }
      CrossReferenceColumns columns = new CrossReferenceColumns(tree, Math.max(crossReferences, 0));
      return WalkRunner.runHashed(
          hash -> {
            columns.clear();
            references.visit(hash, columns);
            return columns.build();
          });
    }
  }

  private static final class CrossReferenceColumns implements EdgeVisitor {
    private final SpanningTree tree;
    private final int[] starts;
    private int[] targets;
    private int last;
    private int size;

    CrossReferenceColumns(SpanningTree tree, long expected) {
      if (expected > Integer.MAX_VALUE - 8) {
        throw new UnweighableException(
            "the value has more than " + Integer.MAX_VALUE + " references", "profile a part of it");
      }
      this.tree = tree;
      this.starts = new int[tree.count + 1];
      this.targets = new int[(int) expected];
    }

    void clear() {
      last = 0;
      size = 0;
    }

    @Override
    public void visit(int from, int slot, int to) {
      startObject(from);
      boolean inTree = tree.parents.get(to) == from && tree.slots.get(to) == slot;
      if (!inTree && to != from && to != 0) {
        if (size == targets.length) {
          targets = Arrays.copyOf(targets, Math.addExact(size, (size >> 1) + 16));
        }
        targets[size++] = to;
      }
    }

    private void startObject(int from) {
      while (last < from) {
        starts[++last] = size;
      }
    }

    CrossReferences build() {
      startObject(tree.count);
      return new CrossReferences(starts, targets);
    }
  }

  private void visit(ObjectHash hash, EdgeVisitor visitor) {
    numbers.fill(hash);
    ReferenceVisitor references =
        (holder, offset, slot) -> {
          Object target = ObjectMemory.reference(holder, offset);
          int to = target == null ? SpanningTree.NONE : numbers.of(holder, offset, target);
          if (to != SpanningTree.NONE) {
            visitor.visit(scanned, slot, to);
          }
        };
    for (scanned = 0; scanned < tree.count; scanned++) {
      Object object = tree.object(scanned);
      tree.shapes.of(object).scan(object, references);
    }
  }
}
