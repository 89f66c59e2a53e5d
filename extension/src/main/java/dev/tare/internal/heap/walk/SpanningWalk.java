package dev.tare.internal.heap.walk;

import dev.tare.heap.RootPath;
import dev.tare.internal.heap.memory.ClassShape.ReferenceVisitor;
import dev.tare.internal.heap.memory.ClassShapes;
import dev.tare.internal.heap.memory.ObjectMemory;
import dev.tare.internal.heap.walk.ClassTallies.ClassTally;
import dev.tare.internal.heap.walk.Columns.IntColumn;
import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import java.util.Optional;
import org.jspecify.annotations.Nullable;

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

  /**
   * Returns the shortest path from a root to an object; empty if no reference from the root leads
   * there. Objects that the tallies do not enter are found too.
   */
  public Optional<RootPath> path(
      Object root, Object target, VisitedSet visited, ClassTallies tallies) {
    TargetSet reached = new TargetSet(visited, target);
    walk(root, reached, tallies);
    Object holder = reached.holder;
    if (holder == null) {
      return Optional.empty();
    }
    List<RootPath.Step> steps = new ArrayList<>();
    if (target != root) {
      String last = tree.shapes.of(holder).name(reached.offset);
      steps.add(new RootPath.Step(last, PathTree.typeName(target)));
      for (int i = tree.number(holder); i > 0; i = tree.parent(i)) {
        String name = tree.name(i);
        String reference = name.startsWith("[") ? name : "." + name;
        steps.add(new RootPath.Step(reference, PathTree.typeName(tree.object(i))));
      }
      Collections.reverse(steps);
    }
    String type = PathTree.typeName(root);
    return Optional.of(new RootPath(RootPath.RootKind.EXTRA_ROOT, type, type, steps, null));
  }

  /** Set that notes the first reference to an object. */
  private static final class TargetSet implements VisitedSet {

    private final VisitedSet visited;
    private final Object target;
    private @Nullable Object holder;
    private long offset;

    TargetSet(VisitedSet visited, Object target) {
      this.visited = visited;
      this.target = target;
    }

    @Override
    public boolean add(Object from, long at, Object object) {
      if (object == target && holder == null) {
        holder = from;
        offset = at;
      }
      return visited.add(from, at, object);
    }

    @Override
    public boolean contains(Object from, long at, Object object) {
      return visited.contains(from, at, object);
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
