package dev.tare.internal.heap.walk;

import dev.tare.heap.UnweighableException;
import dev.tare.internal.heap.memory.ClassShape.ReferenceVisitor;
import dev.tare.internal.heap.memory.ObjectMemory;
import dev.tare.internal.heap.walk.WalkRunner.ObjectHash;
import java.util.Arrays;

/**
 * References among the objects of a tree that are not edges of the tree.
 *
 * <p>The walk that builds the tree does not store them, since they are rarely needed and can
 * outnumber the objects; this class reads the graph a second time.
 *
 * @param starts where the references of each object begin, followed by the end of the last
 * @param targets the numbers of their targets, {@code starts[count]} of them
 */
@SuppressWarnings("ArrayRecordComponent") // as large as the graph: never copied or compared
record CrossReferences(int[] starts, int[] targets) {

  private static final int MAX_REFERENCES = Integer.MAX_VALUE - 8;

  static CrossReferences of(SpanningTree tree) {
    return WalkRunner.runHashed(new Scan(tree)::run);
  }

  /** Returns the number of all references to each object, that of the tree included. */
  int[] counts() {
    int[] counts = new int[starts.length - 1];
    Arrays.fill(counts, 1, counts.length, 1); // the root has no parent
    for (int i = 0; i < starts[counts.length]; i++) {
      counts[targets[i]]++;
    }
    return counts;
  }

  /** Scan of all objects of a tree, whose columns are reused when it is repeated. */
  private static final class Scan {

    private final SpanningTree tree;
    private final ObjectIndex numbers;
    private final int[] starts;
    private int[] targets = new int[16];
    private int size;

    /** Number of the object whose references are visited. */
    private int scanned;

    Scan(SpanningTree tree) {
      this.tree = tree;
      this.numbers = new ObjectIndex(tree);
      this.starts = new int[tree.count + 1];
    }

    CrossReferences run(ObjectHash hash) {
      numbers.fill(hash);
      size = 0;
      ReferenceVisitor visitor = this::visit; // one for all objects
      for (scanned = 0; scanned < tree.count; scanned++) {
        starts[scanned] = size;
        Object object = tree.object(scanned);
        tree.shapes.of(object).scan(object, visitor);
      }
      starts[tree.count] = size;
      return new CrossReferences(starts, targets);
    }

    private void visit(Object holder, long offset, int slot) {
      Object target = ObjectMemory.reference(holder, offset);
      int to = target == null ? SpanningTree.NONE : numbers.of(holder, offset, target);
      boolean inTree =
          to != SpanningTree.NONE && tree.parents.get(to) == scanned && tree.slots.get(to) == slot;
      if (to != SpanningTree.NONE && !inTree) {
        if (size == targets.length) {
          targets = Arrays.copyOf(targets, larger());
        }
        targets[size++] = to;
      }
    }

    private int larger() {
      if (size == MAX_REFERENCES) {
        throw new UnweighableException(
            "the value has more than " + size + " references", "profile a part of it");
      }
      return (int) Math.min(MAX_REFERENCES, 2L * size);
    }
  }

  /** Hash table from an object to its number in a tree, with six to twelve bytes per object. */
  static final class ObjectIndex {

    /** The largest power of two that is a legal array length. */
    private static final int MAX_TABLE = 1 << 30;

    private final SpanningTree tree;
    private final int[] table;
    private ObjectHash hash = ObjectHash.IDENTITY;

    public ObjectIndex(SpanningTree tree) {
      if (tree.count > MAX_TABLE / 3 * 2) {
        throw new UnweighableException(
            "the value has more than " + MAX_TABLE / 3 * 2 + " objects", "profile a part of it");
      }
      this.tree = tree;
      this.table = new int[Math.max(4, Integer.highestOneBit(tree.count + (tree.count >> 1)) << 1)];
    }

    /** Clears the table and adds all objects of the tree. */
    public void fill(ObjectHash hashes) {
      hash = hashes;
      Arrays.fill(table, 0);
      for (int i = 0; i < tree.count; i++) {
        Object holder = tree.objects.holder(i);
        int at = hash.of(holder, tree.objects.offset(i), tree.object(i)) & (table.length - 1);
        while (table[at] != 0) {
          at = (at + 1) & (table.length - 1);
        }
        table[at] = i + 1;
      }
    }

    /** Returns the number of an object, or {@link SpanningTree#NONE} if it is not in the tree. */
    public int of(Object holder, long offset, Object object) {
      int at = hash.of(holder, offset, object) & (table.length - 1);
      while (table[at] != 0) {
        int number = table[at] - 1;
        if (tree.object(number) == object) {
          return number;
        }
        at = (at + 1) & (table.length - 1);
      }
      return SpanningTree.NONE;
    }
  }
}
