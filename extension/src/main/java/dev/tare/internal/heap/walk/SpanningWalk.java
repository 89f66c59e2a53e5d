package dev.tare.internal.heap.walk;

import dev.tare.internal.heap.memory.ClassShape.ReferenceVisitor;
import dev.tare.internal.heap.memory.ClassShapes;
import dev.tare.internal.heap.memory.ObjectMemory;
import dev.tare.internal.heap.walk.ClassTallies.ClassTally;
import dev.tare.internal.heap.walk.Columns.IntColumn;

/**
 * Breadth-first walk that builds a {@link SpanningTree}. The column of visited objects is also the
 * queue.
 *
 * <p>The columns are reused when the walk is repeated, and can be allocated in advance: allocation
 * triggers the collections that invalidate a walk.
 */
public final class SpanningWalk {

  /** Mark in {@code firstChildren} of a queued object with references to follow. */
  private static final int FOLLOWED = -1;

  /** Mark in {@code firstChildren} of a queued object without references to follow. */
  private static final int LEAF = -2;

  private final SpanningTree tree;
  private final IntColumn levels = new IntColumn(1);

  /** Tally and number of the object whose references are followed. */
  private ClassTally scanned = ClassTally.ofSingleReference();

  private int scannedNumber;

  /**
   * Creates a walk.
   *
   * @param expected the expected number of objects; the columns grow if there are more
   */
  public SpanningWalk(ClassShapes shapes, long expected) {
    tree = new SpanningTree(shapes);
    tree.grow(expected);
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
    tree.count = 0;
    visited.add(new Object[] {root}, ObjectMemory.arrayBase(Object[].class), root);
    ClassTally first = tallies.ofRoot(root);
    add(root, SpanningTree.NONE, 0, first);
    int depth = 0;
    int nextLevel = 0;
    for (int head = 0; head < tree.count; head++) {
      if (head == nextLevel) {
        levels.grow(depth + 1L);
        levels.set(depth++, head);
        nextLevel = tree.count;
      }
      boolean isFollowed = tree.firstChildren.get(head) == FOLLOWED;
      tree.firstChildren.set(head, tree.count);
      if (isFollowed) {
        Object object = tree.objects.get(head);
        scannedNumber = head;
        scanned = head == 0 ? first : tallies.of(object);
        scanned.shape.scan(object, followScanned);
      }
    }
    return tree.complete(levels.toArray(depth));
  }

  private void add(Object object, int parent, int slot, ClassTally tally) {
    // replaced by the number of the first child when the object leaves the queue
    int mark = tally.followed ? FOLLOWED : LEAF;
    tree.add(object, parent, slot, mark, tally.shape.sizeOf(object));
  }

  /**
   * Grows the columns to a number of objects, if they are smaller.
   *
   * @throws OutOfMemoryError if memory runs out; the columns are released first
   */
  public SpanningWalk ensureCapacity(long required) {
    try {
      tree.grow(required);
      return this;
    } catch (OutOfMemoryError e) {
      throw afterRelease(e);
    }
  }

  private OutOfMemoryError afterRelease(OutOfMemoryError e) {
    tree.release();
    levels.release();
    return e;
  }
}
