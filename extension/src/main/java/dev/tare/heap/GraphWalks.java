package dev.tare.heap;

import dev.tare.internal.heap.memory.ClassShapes;
import dev.tare.internal.heap.memory.ReferencePolicy;
import dev.tare.internal.heap.set.ObjectLimit;
import dev.tare.internal.heap.set.VisitedSet;
import dev.tare.internal.heap.set.WalkRunner;
import dev.tare.internal.heap.tree.SpanningTree;
import dev.tare.internal.heap.walk.BreadthFirst;
import dev.tare.internal.heap.walk.ClassTallies;
import dev.tare.internal.heap.walk.DepthFirst;
import dev.tare.internal.heap.walk.Footprints;
import dev.tare.internal.heap.walk.HeapRoots;
import dev.tare.internal.heap.walk.JdkObjects;
import dev.tare.internal.heap.walk.PathNode;
import dev.tare.internal.heap.walk.SpanningWalk;
import dev.tare.unit.DataSize;
import java.util.List;
import java.util.Optional;
import java.util.function.Function;
import java.util.function.Predicate;
import java.util.function.Supplier;

/**
 * The walks behind {@link ObjectGraph}; each is repeated if a garbage collection moved objects.
 *
 * @param shapes fields to follow and sizes, for objects of the value
 * @param strong fields that keep objects alive, for walks from the heap roots
 * @param entered accepts the classes that are counted and followed
 * @param limit the largest number of objects a walk may reach
 * @param footprints builds footprints of the classes to report
 */
record GraphWalks(
    ClassShapes shapes,
    ClassShapes strong,
    Predicate<Class<?>> entered,
    ObjectLimit limit,
    Footprints footprints) {

  /** Returns walks with other fields and sizes, except those from the heap roots. */
  GraphWalks withShapes(ClassShapes newShapes) {
    return withShapes(newShapes, strong);
  }

  /** Returns walks with other fields and sizes, including those from the heap roots. */
  GraphWalks withShapes(ClassShapes newShapes, ClassShapes newStrong) {
    return new GraphWalks(newShapes, newStrong, entered, limit, footprints);
  }

  GraphWalks withLimit(ObjectLimit newLimit) {
    return new GraphWalks(shapes, strong, entered, newLimit, footprints);
  }

  GraphWalks without(Predicate<Class<?>> types) {
    return new GraphWalks(
        shapes, strong, entered.and(type -> !types.test(type)), limit, footprints);
  }

  GraphWalks counting(Predicate<Class<?>> types) {
    return new GraphWalks(shapes, strong, entered, limit, footprints.counting(types));
  }

  long shallowSize(Object object) {
    return shapes.sizes().of(object).of(object);
  }

  Footprint byClass(Object value) {
    return footprints.byClass(count(value));
  }

  /** Returns a tally of everything that a value reaches. */
  ClassTallies count(Object value) {
    return WalkRunner.run(
        sets -> {
          ClassTallies tallies = tallies();
          DepthFirst walk = new DepthFirst(limit.restrict(sets.get()), tallies);
          return limit.run(
              () -> {
                walk.walk(value);
                return tallies;
              },
              tallies::bytes);
        });
  }

  /** Returns the bytes that the object adds to what the base already reaches. */
  long sizeDelta(Object base, Object object) {
    return WalkRunner.run(
        sets -> {
          VisitedSet visited = limit.restrict(sets.get());
          ClassTallies delta = tallies();
          return limit.run(() -> sizeDelta(base, object, visited, delta), delta::bytes);
        });
  }

  private long sizeDelta(Object base, Object object, VisitedSet visited, ClassTallies delta) {
    new DepthFirst(visited, tallies()).walk(base);
    DepthFirst walk = new DepthFirst(visited, delta);
    if (object == base || delta.enters(object.getClass())) {
      walk.walk(object);
    } else {
      walk.walkSkipped(object);
    }
    return delta.bytes();
  }

  Footprint byPath(Object value) {
    return WalkRunner.run(
        sets -> {
          ClassTallies tallies = tallies();
          BreadthFirst walk = new BreadthFirst(limit.restrict(sets.get()), null, tallies);
          return footprints.byPath(paths(walk, value), tallies);
        });
  }

  /** Root with a reference to a value, so that the value is treated like any other object. */
  private record ArtificialRoot(Object value) {

    static final String FIELD = "value";
  }

  /**
   * Returns the objects that a value reaches, by class and path: those that another value reaches
   * too as shared, the rest as retained.
   *
   * @param excludedRoots objects that are left out, with the objects of the JDK that they reach
   */
  RetainedFootprint partition(Object value, Object other, Object[] excludedRoots) {
    return WalkRunner.run(
        sets -> {
          VisitedSet reachedByOther = sets.get();
          VisitedSet visited = sets.get();
          ClassTallies tallies = tallies();
          BreadthFirst walk = new BreadthFirst(limit.restrict(visited), reachedByOther, tallies);
          return limit.run(
              () -> {
                new DepthFirst(limit.restrict(reachedByOther), tallies())
                    .walk(new ArtificialRoot(other));
                JdkObjects.addTo(visited, excludedRoots, shapes, entered);
                List<PathNode> paths = walk.walk(new ArtificialRoot(value));
                return new RetainedFootprint(
                    withoutRoot(footprints.byPath(paths, tallies)),
                    withoutRoot(footprints.sharedByPath(paths, tallies)),
                    List.of());
              },
              walk::bytes);
        });
  }

  /** Returns a footprint without the artificial root, with paths that begin at the value. */
  private static Footprint withoutRoot(Footprint footprint) {
    return Footprint.of(
        footprint.rows().stream()
            .filter(row -> !row.path().isEmpty())
            .map(
                row ->
                    new Footprint.ClassRow(
                        row.type(), pathFromValue(row.path()), row.objects(), row.size()))
            .toList(),
        footprint.excluded(),
        footprint.unfollowed(),
        footprint.offHeap());
  }

  /** Returns a path without the root's field; a merged path begins with "..." instead. */
  private static String pathFromValue(String path) {
    String rest =
        path.startsWith(ArtificialRoot.FIELD)
            ? path.substring(ArtificialRoot.FIELD.length())
            : path;
    return rest.startsWith(".") && !rest.startsWith("...") ? rest.substring(1) : rest;
  }

  /**
   * Applies a function to a heap snapshot, and repeats it if a garbage collection moved objects.
   */
  <T> T withSnapshot(
      ReferencePolicy policy, Object value, List<?> roots, Function<HeapSnapshot, T> query) {
    HeapRoots heapRoots = HeapRoots.list(roots);
    return WalkRunner.run(
        sets -> {
          HeapSnapshot snapshot = new HeapSnapshot(this, policy, value, heapRoots, sets);
          T result = query.apply(snapshot);
          snapshot.close();
          return result;
        });
  }

  /**
   * Returns the retained and the shared part of a value.
   *
   * @param shared objects that others hold too
   */
  RetainedFootprint retainedFootprint(
      Object value, VisitedSet shared, VisitedSet visited, List<String> unread) {
    ClassTallies tallies = tallies();
    List<PathNode> paths = paths(new BreadthFirst(limit.restrict(visited), shared, tallies), value);
    return new RetainedFootprint(
        footprints.byPath(paths, tallies), footprints.sharedByPath(paths, tallies), unread);
  }

  /**
   * Returns one shared object of each path from a value, those of the largest paths first.
   *
   * @param shared objects that others hold too
   */
  List<Object> sharedObjects(Object value, VisitedSet shared, VisitedSet visited) {
    return footprints.sharedObjects(
        paths(new BreadthFirst(limit.restrict(visited), shared, tallies()), value));
  }

  /** Returns the bytes of a value and of everything that it reaches and a set does not contain. */
  DataSize size(Object value, VisitedSet visited) {
    ClassTallies tallies = tallies();
    DepthFirst walk = new DepthFirst(limit.restrict(visited), tallies);
    return limit.run(
        () -> {
          walk.walkSkipped(value);
          return footprints.byClass(tallies).size();
        },
        tallies::bytes);
  }

  private List<PathNode> paths(BreadthFirst walk, Object value) {
    return limit.run(() -> walk.walk(value), walk::bytes);
  }

  /**
   * Returns the spanning tree of everything that a value reaches.
   *
   * <p>Growing the tree's columns allocates, and allocation can trigger a collection that
   * invalidates the walk. If that happens, a separate walk counts the objects, and the columns are
   * allocated before the next attempt.
   */
  SpanningTree tree(Object value) {
    SpanningWalk walk = WalkRunner.withinMemory(() -> new SpanningWalk(shapes, 1 << 10));
    if (WalkRunner.movesOnlyInPauses()) {
      Optional<SpanningTree> first = WalkRunner.runOnce(sets -> tree(value, walk, sets));
      if (first.isPresent()) {
        return first.get();
      }
      long objects = count(value).objects();
      WalkRunner.withinMemory(() -> walk.ensureCapacity(objects));
    }
    return WalkRunner.run(sets -> tree(value, walk, sets));
  }

  private SpanningTree tree(Object value, SpanningWalk walk, Supplier<VisitedSet> sets) {
    VisitedSet visited = limit.restrict(sets.get());
    return limit.run(() -> walk.walk(value, visited, tallies()), walk::bytes);
  }

  /** Returns the spanning tree of everything that a value reaches and a set does not contain. */
  SpanningTree tree(Object value, VisitedSet visited) {
    SpanningWalk walk = new SpanningWalk(shapes, 1 << 10);
    return limit.run(() -> walk.walk(value, limit.restrict(visited), tallies()), walk::bytes);
  }

  ClassTallies tallies() {
    return new ClassTallies(shapes, entered);
  }
}
