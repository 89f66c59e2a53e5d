package dev.tare.internal.heap.walk;

import dev.tare.heap.UnweighableException;
import dev.tare.internal.heap.memory.ClassShape;
import dev.tare.internal.heap.memory.ClassShapes;
import dev.tare.internal.heap.memory.ObjectMemory;
import dev.tare.internal.heap.set.IntColumn;
import dev.tare.internal.heap.set.LongColumn;
import dev.tare.internal.heap.set.ObjectColumn;
import dev.tare.internal.heap.set.VisitedSet;
import dev.tare.internal.heap.tree.SpanningTree;
import java.lang.reflect.Array;

/**
 * A walk in the order of distance, for a {@link SpanningTree}. What was met is its own queue.
 *
 * <p>Its columns stay when it is walked again, and can be made before: allocation brings on the
 * collections that spoil a walk.
 */
public final class SpanningWalk {

  /** The most that an array can hold, less one. */
  private static final int MOST = Integer.MAX_VALUE - 9;

  /** How many objects more the columns have room for once they are full. */
  private static final long MORE = 1 << 12;

  private static final int FOLLOWED = -1;
  private static final int LEAF = -2;

  private final ClassShapes shapes;
  private final ObjectColumn objects;
  private final IntColumn parents;
  private final IntColumn places;
  private final IntColumn firstChildren;
  private final LongColumn sizes;
  private final IntColumn levels = new IntColumn(1);
  private int length;
  private int count;

  /**
   * @param expected how many objects; the columns grow where there are more
   */
  public SpanningWalk(ClassShapes shapes, long expected) {
    this.shapes = shapes;
    length = (int) Math.min(expected, MOST);
    objects = new ObjectColumn(length);
    parents = new IntColumn(length);
    places = new IntColumn(length);
    firstChildren = new IntColumn(length + 1L);
    sizes = new LongColumn(length);
  }

  /**
   * The tree below a root; what an earlier walk left is overwritten.
   *
   * @throws OutOfMemoryError if the columns, which are gone then, left no room for the walk
   */
  public SpanningTree walk(Object root, VisitedSet visited, ClassTallies tallies) {
    try {
      return attempt(root, visited, tallies);
    } catch (OutOfMemoryError e) {
      throw withoutColumns(e);
    }
  }

  private SpanningTree attempt(Object root, VisitedSet visited, ClassTallies tallies) {
    count = 0;
    visited.add(new Object[] {root}, ObjectMemory.arrayBase(Object[].class), root);
    ClassTally first = tallies.ofRoot(root);
    add(root, SpanningTree.NONE, 0, first);
    int depth = 0;
    int nextLevel = 0;
    for (int head = 0; head < count; head++) {
      if (head == nextLevel) {
        levels.grow(depth + 1L);
        levels.set(depth++, head);
        nextLevel = count;
      }
      boolean follow = firstChildren.get(head) == FOLLOWED;
      firstChildren.set(head, count);
      if (follow) {
        Object object = objects.get(head);
        scan(object, head, head == 0 ? first : tallies.of(object), visited, tallies);
      }
    }
    firstChildren.set(count, count);
    objects.clear(count);
    return new SpanningTree(
        shapes, count, objects, parents, places, firstChildren, levels.toArray(depth), sizes);
  }

  /** The bytes met so far. */
  public long bytes() {
    long sum = 0;
    for (int i = 0; i < count; i++) {
      sum += sizes.get(i);
    }
    return sum;
  }

  private void scan(
      Object object, int index, ClassTally tally, VisitedSet visited, ClassTallies tallies) {
    ClassShape shape = tally.shape;
    if (shape.isReferenceArray) {
      int length = Array.getLength(object);
      for (int i = 0; i < length; i++) {
        Object target = visited.next(object, shape.base + (long) i * shape.scale);
        if (target != null) {
          meet(target, tally.next(0, target, tallies), index, i);
        }
      }
    } else {
      for (int i = 0; i < shape.offsets.length; i++) {
        Object target = visited.next(object, shape.offsets[i]);
        if (target != null) {
          meet(target, tally.next(i, target, tallies), index, i);
        }
      }
    }
  }

  private void meet(Object object, ClassTally tally, int parent, int place) {
    if (tally.entered) {
      add(object, parent, place, tally);
    }
  }

  private void add(Object object, int parent, int place, ClassTally tally) {
    if (count == length) {
      grow();
    }
    objects.set(count, object);
    parents.set(count, parent);
    places.set(count, place);
    // until its turn comes: an object without references is not looked at again
    firstChildren.set(count, tally.followed ? FOLLOWED : LEAF);
    sizes.set(count++, tally.shape.sizeOf(object));
  }

  private void grow() {
    if (count == MOST) {
      throw new UnweighableException(
          "the value has more than " + MOST + " objects", "profile a part of it");
    }
    growTo(count + MORE);
  }

  /**
   * Makes room for so many objects, if there is not.
   *
   * @throws OutOfMemoryError if there is not enough memory, and no column any more
   */
  public SpanningWalk makeRoom(long many) {
    try {
      growTo(many);
      return this;
    } catch (OutOfMemoryError e) {
      throw withoutColumns(e);
    }
  }

  private void growTo(long many) {
    length = (int) Math.min(MOST, Math.max(length, many));
    objects.grow(length);
    parents.grow(length);
    places.grow(length);
    firstChildren.grow(length + 1L);
    sizes.grow(length);
  }

  /** Leaves room for saying that there is none. */
  private OutOfMemoryError withoutColumns(OutOfMemoryError e) {
    length = 0;
    count = 0;
    objects.release();
    parents.release();
    places.release();
    firstChildren.release();
    sizes.release();
    levels.release();
    return e;
  }
}
