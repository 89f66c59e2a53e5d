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

/** The savings found in a traversal, by kind, class and path, as the traversal goes. */
public final class WasteTally {

  private static final Comparator<Finding> LARGEST_FIRST =
      Comparator.<Finding>comparingLong(finding -> finding.saving().bytes())
          .reversed()
          .thenComparing(Finding::path)
          .thenComparing(Finding::type)
          .thenComparing(Finding::waste);

  /** More paths than anybody reads, as in {@link BreadthFirst}. */
  private static final int MOST_PATHS = 20_000;

  /** Where a saving was found; a path knows its class. */
  private record Place(Waste waste, PathNode path) {}

  private static final class Sum {
    long objects;
    long bytes;
  }

  private final Map<Place, Sum> sums = new LinkedHashMap<>();
  private final Deque<PathNode> open = new ArrayDeque<>();
  private final PathNode beyond = new PathNode(Object.class);
  private int paths;

  /** Goes down to an object, which is met for the first time. */
  public void enter(SpanningTree tree, int number) {
    Class<?> type = tree.object(number).getClass();
    PathNode parent = open.peek();
    PathNode path = parent == null ? new PathNode(type) : below(parent, tree, number, type);
    path.objects++;
    open.push(path);
  }

  private PathNode below(PathNode parent, SpanningTree tree, int number, Class<?> type) {
    if (paths >= MOST_PATHS) {
      return beyond.child(0, "...", type);
    }
    boolean element = tree.object(tree.parents.get(number)).getClass().isArray();
    PathNode path =
        element
            ? parent.child(0, BreadthFirst.ELEMENT, type)
            : parent.child(tree.places.get(number), tree.name(number), type);
    if (path.objects == 0) {
      paths++;
    }
    return path;
  }

  /** Goes up again. */
  public void leave() {
    open.pop();
  }

  /** Notes what could be saved of the object that is open; nothing is no saving. */
  public void add(Waste waste, long bytes) {
    PathNode path = open.peek();
    if (bytes > 0 && path != null) {
      Sum sum = sums.computeIfAbsent(new Place(waste, path), key -> new Sum());
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

  private static Finding finding(Place place, Sum sum) {
    return new Finding(
        place.waste,
        ClassShape.className(place.path.type()),
        place.path.text(),
        new Count(sum.objects),
        new Count(place.path.objects),
        new DataSize(sum.bytes));
  }
}
