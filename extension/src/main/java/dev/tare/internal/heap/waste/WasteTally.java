package dev.tare.internal.heap.waste;

import dev.tare.heap.Finding;
import dev.tare.heap.Waste;
import dev.tare.internal.heap.memory.ClassShape;
import dev.tare.internal.heap.tree.SpanningTree;
import dev.tare.internal.heap.walk.BreadthFirst;
import dev.tare.internal.heap.walk.PathNode;
import dev.tare.unit.Count;
import dev.tare.unit.DataSize;
import java.util.ArrayDeque;
import java.util.Comparator;
import java.util.Deque;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;

/** Savings found in a traversal, by kind, class and path. */
public final class WasteTally {

  private static final Comparator<Finding> LARGEST_FIRST =
      Comparator.<Finding>comparingLong(finding -> finding.saving().bytes())
          .reversed()
          .thenComparing(Finding::path)
          .thenComparing(Finding::type)
          .thenComparing(Finding::waste);

  /** Largest number of paths kept apart, as in {@link BreadthFirst}. */
  private static final int MAX_PATHS = 20_000;

  /** Kind and path of a saving; the path includes the class. */
  private record WasteKey(Waste waste, PathNode path) {}

  private static final class WasteSum {
    long objects;
    long bytes;
  }

  private final Map<WasteKey, WasteSum> sums = new LinkedHashMap<>();
  private final Deque<PathNode> openPaths = new ArrayDeque<>();
  private final PathNode furtherPaths = new PathNode(Object.class);
  private int paths;

  /** Enters an object, which is visited for the first time. */
  public void enter(SpanningTree tree, int number) {
    Class<?> type = tree.object(number).getClass();
    PathNode parent = openPaths.peek();
    PathNode path = parent == null ? new PathNode(type) : childPath(parent, tree, number, type);
    path.objects++;
    openPaths.push(path);
  }

  private PathNode childPath(PathNode parent, SpanningTree tree, int number, Class<?> type) {
    if (paths >= MAX_PATHS) {
      return furtherPaths.child(0, "...", type);
    }
    boolean isElement = tree.object(tree.parents.get(number)).getClass().isArray();
    PathNode path =
        isElement
            ? parent.child(0, BreadthFirst.ELEMENT, type)
            : parent.child(tree.slots.get(number), tree.name(number), type);
    if (path.objects == 0) {
      paths++;
    }
    return path;
  }

  /** Leaves the current object. */
  public void leave() {
    openPaths.pop();
  }

  /** Adds a saving of the current object; 0 adds nothing. */
  public void add(Waste waste, long bytes) {
    PathNode path = openPaths.peek();
    if (bytes > 0 && path != null) {
      WasteSum sum = sums.computeIfAbsent(new WasteKey(waste, path), unused -> new WasteSum());
      sum.objects++;
      sum.bytes += bytes;
    }
  }

  public List<Finding> findings() {
    return sums.entrySet().stream()
        .map(entry -> finding(entry.getKey(), entry.getValue()))
        .sorted(LARGEST_FIRST)
        .toList();
  }

  public DataSize total() {
    return new DataSize(sums.values().stream().mapToLong(sum -> sum.bytes).sum());
  }

  private static Finding finding(WasteKey key, WasteSum sum) {
    return new Finding(
        key.waste,
        ClassShape.className(key.path.type()),
        key.path.text(),
        new Count(sum.objects),
        new Count(key.path.objects),
        new DataSize(sum.bytes));
  }
}
