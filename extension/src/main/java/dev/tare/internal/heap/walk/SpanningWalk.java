package dev.tare.internal.heap.walk;

import dev.tare.heap.UnweighableException;
import dev.tare.internal.heap.memory.ClassShape.ReferenceVisitor;
import dev.tare.internal.heap.memory.ClassShapes;
import dev.tare.internal.heap.memory.ObjectMemory;
import dev.tare.internal.heap.set.IntColumn;
import dev.tare.internal.heap.set.LongColumn;
import dev.tare.internal.heap.set.ObjectColumn;
import dev.tare.internal.heap.set.VisitedSet;
import dev.tare.internal.heap.tree.SpanningTree;

/**
 * Breadth-first walk that builds a {@link SpanningTree}. The column of visited objects is also the
 * queue.
 *
 * <p>The columns are reused when the walk is repeated, and can be allocated in advance: allocation
 * triggers the collections that invalidate a walk.
 */
public final class SpanningWalk {

  /** Largest number of objects: the maximum array length less one. */
  private static final int MAX_OBJECTS = Integer.MAX_VALUE - 9;

  /** Number of objects by which full columns grow. */
  private static final long GROWTH = 1 << 12;

  /** Mark in {@code firstChildren} of a queued object with references to follow. */
  private static final int FOLLOWED = -1;

  /** Mark in {@code firstChildren} of a queued object without references to follow. */
  private static final int LEAF = -2;

  private final ClassShapes shapes;
  private final ObjectColumn objects;
  private final IntColumn parents;
  private final IntColumn slots;
  private final IntColumn firstChildren;
  private final LongColumn sizes;
  private final IntColumn levels = new IntColumn(1);
  private int capacity;
  private int count;

  /** Tally and number of the object whose references are followed. */
  private ClassTally scanned = ClassTally.ofSingleReference();

  private int scannedNumber;

  /**
   * Creates a walk.
   *
   * @param expected the expected number of objects; the columns grow if there are more
   */
  public SpanningWalk(ClassShapes shapes, long expected) {
    this.shapes = shapes;
    capacity = (int) Math.min(expected, MAX_OBJECTS);
    objects = new ObjectColumn(capacity);
    parents = new IntColumn(capacity);
    slots = new IntColumn(capacity);
    firstChildren = new IntColumn(capacity + 1L);
    sizes = new LongColumn(capacity);
  }

  /**
   * Returns the tree below a root, overwriting that of an earlier walk.
   *
   * @throws OutOfMemoryError if memory runs out; the columns are released first
   */
  public SpanningTree walk(Object root, VisitedSet visited, ClassTallies tallies) {
    try {
      return attempt(root, visited, tallies);
    } catch (OutOfMemoryError e) {
      throw afterRelease(e);
    }
  }

  private SpanningTree attempt(Object root, VisitedSet visited, ClassTallies tallies) {
    ReferenceVisitor followScanned =
        (holder, offset, slot) -> {
          Object target = visited.next(holder, offset);
          if (target != null) {
            ClassTally tally = scanned.tallyOf(slot, target, tallies);
            if (tally.entered) {
              add(target, scannedNumber, slot, tally);
            }
          }
        };
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
      boolean isFollowed = firstChildren.get(head) == FOLLOWED;
      firstChildren.set(head, count);
      if (isFollowed) {
        Object object = objects.get(head);
        scannedNumber = head;
        scanned = head == 0 ? first : tallies.of(object);
        scanned.shape.scan(object, followScanned);
      }
    }
    firstChildren.set(count, count);
    objects.clear(count);
    return new SpanningTree(
        shapes, count, objects, parents, slots, firstChildren, levels.toArray(depth), sizes);
  }

  private void add(Object object, int parent, int slot, ClassTally tally) {
    if (count == capacity) {
      grow();
    }
    objects.set(count, object);
    parents.set(count, parent);
    slots.set(count, slot);
    // replaced by the number of the first child when the object leaves the queue
    firstChildren.set(count, tally.followed ? FOLLOWED : LEAF);
    sizes.set(count++, tally.shape.sizeOf(object));
  }

  private void grow() {
    if (count == MAX_OBJECTS) {
      throw new UnweighableException(
          "the value has more than " + MAX_OBJECTS + " objects", "profile a part of it");
    }
    growTo(count + GROWTH);
  }

  /**
   * Grows the columns to a number of objects, if they are smaller.
   *
   * @throws OutOfMemoryError if memory runs out; the columns are released first
   */
  public SpanningWalk ensureCapacity(long required) {
    try {
      growTo(required);
      return this;
    } catch (OutOfMemoryError e) {
      throw afterRelease(e);
    }
  }

  private void growTo(long required) {
    capacity = (int) Math.min(MAX_OBJECTS, Math.max(capacity, required));
    objects.grow(capacity);
    parents.grow(capacity);
    slots.grow(capacity);
    firstChildren.grow(capacity + 1L);
    sizes.grow(capacity);
  }

  /** Releases all columns, so that enough memory is free to report the error. */
  private OutOfMemoryError afterRelease(OutOfMemoryError e) {
    capacity = 0;
    count = 0;
    objects.release();
    parents.release();
    slots.release();
    firstChildren.release();
    sizes.release();
    levels.release();
    return e;
  }
}
