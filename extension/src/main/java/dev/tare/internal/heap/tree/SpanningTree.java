package dev.tare.internal.heap.tree;

import dev.tare.internal.heap.memory.ClassShape;
import dev.tare.internal.heap.memory.ClassShapes;
import dev.tare.internal.heap.set.IntColumn;
import dev.tare.internal.heap.set.LongColumn;
import dev.tare.internal.heap.set.ObjectColumn;
import java.util.Arrays;
import org.jspecify.annotations.Nullable;

/**
 * A graph's objects in the order of their distance from the root, each under the object that led to
 * it first.
 *
 * <p>Columns with one entry an object, and no object of ours for each: 24 bytes with 4-byte
 * references and 28 with 8-byte ones, and 4 more once children are asked for. The children of an
 * object follow each other, since all of them are met before the next object is looked at; and so
 * do the objects of one distance.
 */
public final class SpanningTree {

  /** The parent of the root. */
  public static final int NONE = -1;

  public final ClassShapes shapes;
  final int count;
  final ObjectColumn objects;

  /** The object that an object hangs under. */
  public final IntColumn parents;

  /** Which of its parent's references an object hangs under: an element's or a field's number. */
  public final IntColumn places;

  private final IntColumn firstChildren;
  private final int[] levels;
  private final LongColumn sizes;
  private int @Nullable [] order;
  private int @Nullable [] referenceCounts;
  private long @Nullable [] retained;

  /**
   * Adds up the sizes of what hangs under each object.
   *
   * @param firstChildren where the children of an object begin, and after them all where the last
   *     ones end
   * @param levels where the objects of each distance begin
   * @param sizes of each object alone; taken over
   */
  public SpanningTree(
      ClassShapes shapes,
      int count,
      ObjectColumn objects,
      IntColumn parents,
      IntColumn places,
      IntColumn firstChildren,
      int[] levels,
      LongColumn sizes) {
    this.shapes = shapes;
    this.count = count;
    this.objects = objects;
    this.parents = parents;
    this.places = places;
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

  /** The bytes of an object and everything that hangs under it. */
  public long size(int index) {
    return sizes.get(index);
  }

  /** The bytes of an object alone. */
  public long ownSize(int index) {
    Object object = object(index);
    return shapes.of(object).sizeOf(object);
  }

  /** How many steps an object is from the root. */
  public int depth(int index) {
    int found = Arrays.binarySearch(levels, index);
    return found >= 0 ? found : -found - 2;
  }

  /** The name of the reference that an object hangs under; empty for the root. */
  public String name(int index) {
    if (index == 0) {
      return "";
    }
    ClassShape shape = shapes.of(object(parents.get(index)));
    return shape.isReferenceArray ? "[" + places.get(index) + "]" : shape.names[places.get(index)];
  }

  int firstChild(int index) {
    return firstChildren.get(index);
  }

  public int childCount(int index) {
    return firstChildren.get(index + 1) - firstChildren.get(index);
  }

  /** The number of an object that hangs under another one; {@link #NONE} if it does not. */
  public int childNumber(int parent, Object object) {
    for (int child = firstChildren.get(parent); child < firstChildren.get(parent + 1); child++) {
      if (objects.get(child) == object) {
        return child;
      }
    }
    return NONE;
  }

  /** The child of a rank, the largest first, and the one met earlier where sizes are equal. */
  public int child(int index, int rank) {
    return order()[firstChildren.get(index) + rank];
  }

  /** The rank of an object's own bytes among its children. */
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

  /** How many references of the graph lead to an object. */
  public int referenceCount(int index) {
    return referenceCounts()[index];
  }

  private synchronized int[] referenceCounts() {
    if (referenceCounts == null) {
      referenceCounts = TreeReferences.counts(this);
    }
    return referenceCounts;
  }

  /** The bytes of an object and of all objects that it dominates. */
  public synchronized long retainedSize(int index) {
    if (retained == null) {
      retained = Dominators.sizes(this, TreeReferences.Others.of(this, referenceCounts()));
    }
    return retained[index];
  }

  private synchronized int[] order() {
    if (order == null) {
      int[] sorted = new int[count];
      for (int i = 0; i < count; i++) {
        sort(sorted, firstChildren.get(i), firstChildren.get(i + 1));
      }
      order = sorted;
    }
    return order;
  }

  /**
   * Sorts numbers that carry size and rank: sizes are multiples of 8, so that what is left for the
   * size is enough for any heap.
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
