package dev.tare.internal.heap.walk;

import dev.tare.heap.RootPath;
import dev.tare.heap.RootPath.Step;
import dev.tare.heap.UnweighableException;
import dev.tare.internal.heap.memory.ClassShape;
import dev.tare.internal.heap.memory.ClassShapes;
import dev.tare.internal.heap.memory.ObjectMemory;
import dev.tare.internal.heap.walk.Columns.IntColumn;
import dev.tare.internal.heap.walk.Columns.LongColumn;
import dev.tare.internal.heap.walk.Columns.ObjectColumn;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.Collections;
import java.util.List;
import java.util.Optional;
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

  /** Largest number of objects: the maximum array length less one. */
  private static final int MAX_OBJECTS = Integer.MAX_VALUE - 9;

  /** Number of objects by which full columns grow. */
  private static final long GROWTH = 1 << 12;

  public final ClassShapes shapes;
  final ObjectColumn objects = new ObjectColumn(0);

  /** Number of each object's parent. */
  final IntColumn parents = new IntColumn(0);

  /**
   * Number of the parent's reference that leads to each object: an array index or the number of a
   * field.
   */
  final IntColumn slots = new IntColumn(0);

  /** Where the children of each object begin, followed by the end of the last children. */
  final IntColumn firstChildren = new IntColumn(1);

  /** Size of each object alone, and of its subtree when the tree is complete. */
  private final LongColumn sizes = new LongColumn(0);

  int count;
  private int capacity;

  /** Where the objects of each distance begin. */
  private int[] levels = {};

  private int @Nullable [] childOrder;
  private int @Nullable [] referenceCounts;
  private long @Nullable [] retained;

  /** Creates an empty tree, whose columns grow with it. */
  SpanningTree(ClassShapes shapes) {
    this.shapes = shapes;
  }

  /** Adds an object, with a mark in place of the number of its first child. */
  void add(Object object, int parent, int slot, int mark, long size) {
    if (count == capacity) {
      if (count == MAX_OBJECTS) {
        throw new UnweighableException(
            "the value has more than " + MAX_OBJECTS + " objects", "profile a part of it");
      }
      grow(count + GROWTH);
    }
    objects.set(count, object);
    parents.set(count, parent);
    slots.set(count, slot);
    firstChildren.set(count, mark);
    sizes.set(count++, size);
  }

  /** Grows the columns to a number of objects, if they are smaller. */
  void grow(long required) {
    capacity = (int) Math.min(MAX_OBJECTS, Math.max(capacity, required));
    objects.grow(capacity);
    parents.grow(capacity);
    slots.grow(capacity);
    firstChildren.grow(capacity + 1L);
    sizes.grow(capacity);
  }

  /**
   * Completes the tree: computes the size of every subtree.
   *
   * @param startsOfLevels where the objects of each distance begin
   */
  SpanningTree complete(int[] startsOfLevels) {
    levels = startsOfLevels;
    firstChildren.set(count, count);
    objects.clear(count);
    for (int i = count - 1; i > 0; i--) {
      int parent = parents.get(i);
      sizes.set(parent, sizes.get(parent) + sizes.get(i));
    }
    return this;
  }

  /** Releases all columns, so that enough memory is free to report an error. */
  void release() {
    capacity = 0;
    count = 0;
    objects.release();
    parents.release();
    slots.release();
    firstChildren.release();
    sizes.release();
  }

  public Object object(int index) {
    return objects.get(index);
  }

  /** Returns the number of an object's parent, or {@link #NONE} for the root. */
  public int parent(int index) {
    return parents.get(index);
  }

  /** Returns the number of the parent's reference to an object. */
  public int slot(int index) {
    return slots.get(index);
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
    return index == 0 ? "" : name(shapes.of(object(parents.get(index))), slots.get(index));
  }

  /**
   * Returns the shortest path from the root to an object, which need not be in the tree; empty if
   * no object of the tree refers to it. Reads the graph a second time.
   */
  public Optional<RootPath> pathTo(Object target) {
    List<Step> steps = new ArrayList<>();
    for (int i = 0; i < count && target != object(0) && steps.isEmpty(); i++) {
      ClassShape shape = shapes.of(object(i));
      shape.scan(
          object(i),
          (holder, offset, slot) -> {
            if (steps.isEmpty() && ObjectMemory.reference(holder, offset) == target) {
              steps.add(step(shape, slot, target));
            }
          });
      for (int at = i; at > 0 && !steps.isEmpty(); at = parents.get(at)) {
        steps.add(step(shapes.of(object(parents.get(at))), slots.get(at), object(at)));
      }
    }
    Collections.reverse(steps);
    String type = PathTree.typeName(object(0));
    return target == object(0) || !steps.isEmpty()
        ? Optional.of(new RootPath(RootPath.RootKind.EXTRA_ROOT, type, type, steps, null))
        : Optional.empty();
  }

  private static Step step(ClassShape holder, int slot, Object target) {
    String name = name(holder, slot);
    return new Step(holder.isReferenceArray ? name : "." + name, PathTree.typeName(target));
  }

  private static String name(ClassShape holder, int slot) {
    return holder.isReferenceArray ? "[" + slot + "]" : holder.names[slot];
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
