package dev.tare.internal.heap.tree;

import dev.tare.heap.UnweighableException;
import dev.tare.internal.heap.set.ObjectHash;
import java.util.Arrays;

/** Hash table from an object to its number in a tree, with six to twelve bytes per object. */
public final class ObjectIndex {

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
