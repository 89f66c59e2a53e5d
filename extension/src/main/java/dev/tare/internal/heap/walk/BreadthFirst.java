package dev.tare.internal.heap.walk;

import dev.tare.internal.heap.memory.ClassShape;
import dev.tare.internal.heap.memory.ObjectMemory;
import dev.tare.internal.heap.set.VisitedSet;
import java.lang.reflect.Array;
import java.util.ArrayList;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * A walk in the order of distance, for totals by class and path: every object hangs under the first
 * of its shortest paths.
 *
 * <p>It costs several times what a {@link DepthFirst} costs, and the memory of its front.
 */
public final class BreadthFirst {

  /** More paths than anybody reads; the objects beyond them are counted by class alone. */
  private static final int MOST_PATHS = 20_000;

  public static final String ELEMENT = "[*]";

  private final VisitedSet visited;
  private final @Nullable VisitedSet elsewhere;
  private final ClassTallies tallies;
  private final List<PathNode> paths = new ArrayList<>();
  private final PathNode beyond = new PathNode(Object.class);

  private @Nullable Object[] objects = new Object[1 << 10];
  private @Nullable PathNode[] nodes = new PathNode[1 << 10];
  private int head;
  private int waiting;

  /**
   * @param elsewhere the objects that others reach too, counted apart; null counts all as one
   */
  public BreadthFirst(VisitedSet visited, @Nullable VisitedSet elsewhere, ClassTallies tallies) {
    this.visited = visited;
    this.elsewhere = elsewhere;
    this.tallies = tallies;
  }

  /** The paths of everything that a root reaches; the root itself is never shared. */
  public List<PathNode> walk(Object root) {
    Object[] cell = {root};
    visited.add(cell, ObjectMemory.arrayBase(Object[].class), root);
    ClassTally tally = tallies.ofRoot(root);
    PathNode start = new PathNode(root.getClass());
    paths.add(start);
    tally.count(root);
    start.objects++;
    start.bytes += tally.shape.sizeOf(root);
    scan(root, tally, start);
    while (waiting > 0) {
      Object object = objects[head];
      PathNode node = nodes[head];
      objects[head] = null;
      head = (head + 1) & (objects.length - 1);
      waiting--;
      if (object == null || node == null) {
        throw new IllegalStateException("an empty slot in the queue");
      }
      scan(object, tallies.of(object), node);
    }
    return paths;
  }

  /** The bytes met so far that others do not reach. */
  public long bytes() {
    return paths.stream().mapToLong(path -> path.bytes).sum();
  }

  private void scan(Object object, ClassTally tally, PathNode node) {
    ClassShape shape = tally.shape;
    if (shape.isReferenceArray) {
      int length = Array.getLength(object);
      for (int i = 0; i < length; i++) {
        follow(object, shape.base + (long) i * shape.scale, tally, 0, ELEMENT, node);
      }
    } else {
      for (int i = 0; i < shape.offsets.length; i++) {
        follow(object, shape.offsets[i], tally, i, shape.names[i], node);
      }
    }
  }

  private void follow(
      Object holder, long offset, ClassTally from, int place, String name, PathNode parent) {
    Object target = visited.next(holder, offset);
    if (target == null) {
      return;
    }
    ClassTally tally = from.next(place, target, tallies);
    tally.count(target);
    if (!tally.entered) {
      return;
    }
    PathNode node = path(parent, place, name, target.getClass());
    long size = tally.shape.sizeOf(target);
    if (elsewhere != null && elsewhere.contains(holder, offset, target)) {
      node.sharedObjects++;
      node.sharedBytes += size;
      tally.sharedOffHeap += tally.shape.offHeap(target);
    } else {
      node.objects++;
      node.bytes += size;
    }
    if (tally.shape.hasReferences) {
      enqueue(target, node);
    }
  }

  private PathNode path(PathNode parent, int place, String name, Class<?> type) {
    PathNode node =
        paths.size() < MOST_PATHS ? parent.child(place, name, type) : beyond.child(0, "...", type);
    if (node.objects == 0 && node.sharedObjects == 0) {
      paths.add(node);
    }
    return node;
  }

  private void enqueue(Object object, PathNode node) {
    if (waiting == objects.length) {
      objects = unrolled(objects, new Object[waiting << 1]);
      nodes = unrolled(nodes, new PathNode[waiting << 1]);
      head = 0;
    }
    int tail = (head + waiting++) & (objects.length - 1);
    objects[tail] = object;
    nodes[tail] = node;
  }

  private <T> @Nullable T[] unrolled(@Nullable T[] ring, @Nullable T[] larger) {
    int first = ring.length - head;
    System.arraycopy(ring, head, larger, 0, first);
    System.arraycopy(ring, 0, larger, first, head);
    return larger;
  }
}
