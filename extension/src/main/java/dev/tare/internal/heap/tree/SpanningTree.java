package dev.tare.internal.heap.tree;

import dev.tare.internal.heap.memory.ClassShape;
import dev.tare.internal.heap.memory.ClassShapes;
import dev.tare.internal.heap.set.IntColumn;
import dev.tare.internal.heap.set.LongColumn;
import dev.tare.internal.heap.set.ObjectColumn;
import java.util.Arrays;
import org.jspecify.annotations.Nullable;

/**
 * Spanning tree of an object graph: objects in the order of their distance from the root, each
 * under the object from which it was reached first.
 *
 * <p>Stored in columns with one entry per object, without a node object for each: 24 bytes per
 * object with 4-byte references and 28 with 8-byte ones, and 4 more once children are requested.
 * The children of an object are consecutive, and so are the objects of one distance.
 */
public final class SpanningTree {

  /** Number of an absent object, such as the parent of the root. */
  public static final int NONE = -1;

  public final ClassShapes shapes;
  final int count;
  final ObjectColumn objects;

  /** Number of each object's parent. */
  public final IntColumn parents;

  /**
   * Number of the parent's reference that leads to each object: an array index or the number of a
   * field.
   */
  public final IntColumn slots;

  private final IntColumn firstChildren;
  private final int[] levels;
  private final LongColumn sizes;
  private int @Nullable [] childOrder;
  private int @Nullable [] referenceCounts;
  private long @Nullable [] retained;

  /**
   * Creates a tree and computes the size of every subtree.
   *
   * @param firstChildren where the children of each object begin, followed by the end of the last
   *     children
   * @param levels where the objects of each distance begin
   * @param sizes the size of each object alone; the column is overwritten
   */
  public SpanningTree(
      ClassShapes shapes,
      int count,
      ObjectColumn objects,
      IntColumn parents,
      IntColumn slots,
      IntColumn firstChildren,
      int[] levels,
      LongColumn sizes) {
    this.shapes = shapes;
    this.count = count;
    this.objects = objects;
    this.parents = parents;
    this.slots = slots;
    this.firstChildren = firstChildren;
    this.levels = levels;
    this.sizes = sizes;
    for (int i = count - 1; i > 0; i--) {
      int parent = parents.get(i);
      sizes.set(parent, sizes.get(parent) + sizes.get(i));
    }
  }

  public Object object(int index) {
    return objects.get(index);
  }

  /** Returns the bytes of an object and all its descendants. */
  public long size(int index) {
    return sizes.get(index);
  }

  /** Returns the bytes of an object alone. */
  public long ownSize(int index) {
    Object object = object(index);
    return shapes.of(object).sizeOf(object);
  }

  /** Returns the distance of an object from the root. */
  public int depth(int index) {
    int found = Arrays.binarySearch(levels, index);
    return found >= 0 ? found : -found - 2;
  }

  /** Returns the name of the reference from the parent to an object; empty for the root. */
  public String name(int index) {
    if (index == 0) {
      return "";
    }
    ClassShape shape = shapes.of(object(parents.get(index)));
    return shape.isReferenceArray ? "[" + slots.get(index) + "]" : shape.names[slots.get(index)];
  }

  int firstChild(int index) {
    return firstChildren.get(index);
  }

  public int childCount(int index) {
    return firstChildren.get(index + 1) - firstChildren.get(index);
  }

  /**
   * Returns the number of an object among a parent's children, or {@link #NONE} if it is none of
   * them.
   */
  public int childNumber(int parent, Object object) {
    for (int child = firstChildren.get(parent); child < firstChildren.get(parent + 1); child++) {
      if (objects.get(child) == object) {
        return child;
      }
    }
    return NONE;
  }

  /**
   * Returns the child of a rank: the largest first, and the one reached earlier if sizes are equal.
   */
  public int child(int index, int rank) {
    return childOrder()[firstChildren.get(index) + rank];
  }

  /** Returns the rank of an object's own bytes among the sizes of its children. */
  public int shellRank(int index) {
    long own = ownSize(index);
    int low = 0;
    int high = childCount(index);
    while (low < high) {
      int middle = (low + high) >>> 1;
      if (sizes.get(child(index, middle)) >= own) {
        low = middle + 1;
      } else {
        high = middle;
      }
    }
    return low;
  }

  /** Returns the number of references of the graph to an object. */
  public int referenceCount(int index) {
    return referenceCounts()[index];
  }

  private synchronized int[] referenceCounts() {
    if (referenceCounts == null) {
      referenceCounts = CrossReferences.of(this).counts();
    }
    return referenceCounts;
  }

  /** Returns the bytes of an object and of all objects that it dominates. */
  public synchronized long retainedSize(int index) {
    if (retained == null) {
      retained = Dominators.retainedSizes(this, CrossReferences.of(this));
    }
    return retained[index];
  }

  private synchronized int[] childOrder() {
    if (childOrder == null) {
      int[] sorted = new int[count];
      for (int i = 0; i < count; i++) {
        sort(sorted, firstChildren.get(i), firstChildren.get(i + 1));
      }
      childOrder = sorted;
    }
    return childOrder;
  }

  /**
   * Sorts children by size, with keys that pack size and rank into a long: sizes are multiples of
   * 8, so the remaining bits are enough for any heap.
   */
  private void sort(int[] sorted, int from, int to) {
    if (to - from < 2) {
      if (from < to) {
        sorted[from] = from;
      }
      return;
    }
    int last = to - from - 1;
    int bits = Integer.SIZE - Integer.numberOfLeadingZeros(last);
    long[] keys = new long[to - from];
    for (int i = 0; i <= last; i++) {
      keys[i] = (sizes.get(from + i) >>> 3 << bits) | (last - i);
    }
    Arrays.sort(keys);
    for (int i = 0; i <= last; i++) {
      int rank = last - (int) (keys[last - i] & ((1L << bits) - 1));
      sorted[from + i] = from + rank;
    }
  }
}
