package dev.tare.internal.heap.tree;

import dev.tare.heap.UnweighableException;
import dev.tare.internal.heap.memory.ClassShape;
import dev.tare.internal.heap.memory.ObjectMemory;
import dev.tare.internal.heap.set.ObjectHash;
import dev.tare.internal.heap.set.VisitedSetChoice;
import java.lang.reflect.Array;
import java.util.Arrays;

/**
 * The references among the objects of a tree, those included that the tree does without.
 *
 * <p>They are not kept by the walk that makes the tree, since few ask for them and there can be
 * many more of them than objects; so they are read a second time here.
 */
final class TreeReferences {

  private interface Visitor {
    void visit(int from, int place, int to);
  }

  private final SpanningTree tree;
  private final ObjectIndex numbers;

  private TreeReferences(SpanningTree tree) {
    this.tree = tree;
    this.numbers = new ObjectIndex(tree);
  }

  /** How many references lead to each object. */
  static int[] counts(SpanningTree tree) {
    TreeReferences references = new TreeReferences(tree);
    int[] counts = new int[tree.count];
    return VisitedSetChoice.whileNothingMovesHashed(
        hash -> {
          Arrays.fill(counts, 0);
          references.visit(hash, (from, place, to) -> counts[to]++);
          return counts;
        });
  }

  /**
   * The references that the tree does without, less those to the root and to the object itself.
   *
   * @param starts where those of each object begin, and after them all where the last ones end
   * @param targets what they lead to, {@code starts[count]} of them
   */
  @SuppressWarnings("ArrayRecordComponent") // as large as the graph: nobody copies or compares it
  record Others(int[] starts, int[] targets) {

    static Others of(SpanningTree tree, int[] counts) {
      TreeReferences references = new TreeReferences(tree);
      long others = 1L - tree.count;
      for (int count : counts) {
        others += count;
      }
      OthersColumns columns = new OthersColumns(tree, Math.max(others, 0));
      return VisitedSetChoice.whileNothingMovesHashed(
          hash -> {
            columns.clear();
            references.visit(hash, columns);
            return columns.filled();
          });
    }
  }

  private static final class OthersColumns implements Visitor {
    private final SpanningTree tree;
    private final int[] starts;
    private int[] targets;
    private int last;
    private int size;

    OthersColumns(SpanningTree tree, long expected) {
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
    public void visit(int from, int place, int to) {
      begin(from);
      boolean inTree = tree.parents.get(to) == from && tree.places.get(to) == place;
      if (!inTree && to != from && to != 0) {
        if (size == targets.length) {
          targets = Arrays.copyOf(targets, Math.addExact(size, (size >> 1) + 16));
        }
        targets[size++] = to;
      }
    }

    private void begin(int from) {
      while (last < from) {
        starts[++last] = size;
      }
    }

    Others filled() {
      begin(tree.count);
      return new Others(starts, targets);
    }
  }

  private void visit(ObjectHash hash, Visitor visitor) {
    numbers.fill(hash);
    for (int i = 0; i < tree.count; i++) {
      Object object = tree.object(i);
      ClassShape shape = tree.shapes.of(object);
      if (shape.isReferenceArray) {
        int length = Array.getLength(object);
        for (int e = 0; e < length; e++) {
          visit(object, shape.base + (long) e * shape.scale, i, e, visitor);
        }
      } else {
        for (int f = 0; f < shape.offsets.length; f++) {
          visit(object, shape.offsets[f], i, f, visitor);
        }
      }
    }
  }

  private void visit(Object holder, long offset, int from, int place, Visitor visitor) {
    Object target = ObjectMemory.reference(holder, offset);
    if (target != null) {
      int to = numbers.of(holder, offset, target);
      if (to != SpanningTree.NONE) {
        visitor.visit(from, place, to);
      }
    }
  }
}
