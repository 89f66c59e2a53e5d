package dev.tare.internal.heap.walk;

import dev.tare.internal.heap.memory.ClassShape;
import dev.tare.internal.heap.memory.ObjectMemory;
import dev.tare.internal.heap.set.VisitedSet;
import java.lang.reflect.Array;
import java.util.ArrayList;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * Breadth-first walk that counts objects by class and path; every object is assigned to the first
 * of its shortest paths.
 *
 * <p>It takes several times as long as a {@link DepthFirst} walk, and memory for its queue.
 */
public final class BreadthFirst {

  /** Largest number of paths kept apart; objects of further paths are counted by class alone. */
  private static final int MAX_PATHS = 20_000;

  /** Step of a path to any element of an array. */
  public static final String ELEMENT = "[*]";

  private final VisitedSet visited;
  private final @Nullable VisitedSet rootReachable;
  private final ClassTallies tallies;
  private final List<PathNode> paths = new ArrayList<>();
  private final PathNode furtherPaths = new PathNode(Object.class);

  private @Nullable Object[] objects = new Object[1 << 10];
  private @Nullable PathNode[] nodes = new PathNode[1 << 10];
  private int head;
  private int queued;

  /**
   * Creates a walk.
   *
   * @param rootReachable objects that other roots reach too, counted as shared; null counts all
   *     objects as retained
   */
  public BreadthFirst(
      VisitedSet visited, @Nullable VisitedSet rootReachable, ClassTallies tallies) {
    this.visited = visited;
    this.rootReachable = rootReachable;
    this.tallies = tallies;
  }

  /** Returns the paths of everything that a root reaches; the root itself is never shared. */
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
    while (queued > 0) {
      Object object = objects[head];
      PathNode node = nodes[head];
      objects[head] = null;
      head = (head + 1) & (objects.length - 1);
      queued--;
      if (object == null || node == null) {
        throw new IllegalStateException("an empty slot in the queue");
      }
      scan(object, tallies.of(object), node);
    }
    return paths;
  }

  /** Returns the bytes of the objects visited so far, without shared ones. */
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
      Object holder, long offset, ClassTally from, int slot, String name, PathNode parent) {
    Object target = visited.next(holder, offset);
    if (target == null) {
      return;
    }
    ClassTally tally = from.tallyOf(slot, target, tallies);
    tally.count(target);
    if (!tally.entered) {
      return;
    }
    PathNode node = path(parent, slot, name, target.getClass());
    long size = tally.shape.sizeOf(target);
    if (rootReachable != null && rootReachable.contains(holder, offset, target)) {
      node.sharedObjects++;
      node.sharedBytes += size;
      node.firstShared = node.firstShared == null ? target : node.firstShared;
      tally.sharedOffHeap += tally.shape.offHeap(target);
    } else {
      node.objects++;
      node.bytes += size;
    }
    if (tally.shape.hasReferences) {
      enqueue(target, node);
    }
  }

  private PathNode path(PathNode parent, int slot, String name, Class<?> type) {
    PathNode node =
        paths.size() < MAX_PATHS
            ? parent.child(slot, name, type)
            : furtherPaths.child(0, "...", type);
    if (node.objects == 0 && node.sharedObjects == 0) {
      paths.add(node);
    }
    return node;
  }

  private void enqueue(Object object, PathNode node) {
    if (queued == objects.length) {
      objects = copyRing(objects, new Object[queued << 1]);
      nodes = copyRing(nodes, new PathNode[queued << 1]);
      head = 0;
    }
    int tail = (head + queued++) & (objects.length - 1);
    objects[tail] = object;
    nodes[tail] = node;
  }

  private <T> @Nullable T[] copyRing(@Nullable T[] ring, @Nullable T[] larger) {
    int first = ring.length - head;
    System.arraycopy(ring, head, larger, 0, first);
    System.arraycopy(ring, 0, larger, first, head);
    return larger;
  }
}
