package dev.tare.internal.heap.walk;

import dev.tare.internal.heap.memory.ClassShape.ReferenceVisitor;
import dev.tare.internal.heap.memory.ObjectMemory;
import dev.tare.internal.heap.walk.ClassTallies.ClassTally;
import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.Deque;
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

  private final Deque<Object> objects = new ArrayDeque<>();

  /** The paths of the queued objects. */
  private final Deque<PathNode> nodes = new ArrayDeque<>();

  private ClassTally scanned = ClassTally.ofSingleReference();
  private PathNode scannedNode = furtherPaths;
  private final ReferenceVisitor followScanned = this::follow;

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
    while (!objects.isEmpty()) {
      Object object = objects.remove();
      scan(object, tallies.of(object), nodes.remove());
    }
    return paths;
  }

  private void scan(Object object, ClassTally tally, PathNode node) {
    scanned = tally;
    scannedNode = node;
    tally.shape.scan(object, followScanned);
  }

  private void follow(Object holder, long offset, int slot) {
    Object target = visited.next(holder, offset);
    if (target == null) {
      return;
    }
    ClassTally tally = scanned.tallyOf(slot, target, tallies);
    tally.count(target);
    if (!tally.entered) {
      return;
    }
    PathNode node = path(slot, target.getClass());
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
      objects.add(target);
      nodes.add(node);
    }
  }

  private PathNode path(int slot, Class<?> type) {
    PathNode node =
        paths.size() >= MAX_PATHS
            ? furtherPaths.child(0, "...", type)
            : scanned.isReferenceArray
                ? scannedNode.child(0, ELEMENT, type)
                : scannedNode.child(slot, scanned.shape.names[slot], type);
    if (node.objects == 0 && node.sharedObjects == 0) {
      paths.add(node);
    }
    return node;
  }
}
