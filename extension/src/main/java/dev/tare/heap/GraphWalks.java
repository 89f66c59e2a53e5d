package dev.tare.heap;

import dev.tare.internal.agent.JdkModules;
import dev.tare.internal.heap.memory.ClassShapes;
import dev.tare.internal.heap.walk.BreadthFirst;
import dev.tare.internal.heap.walk.ClassTallies;
import dev.tare.internal.heap.walk.DepthFirst;
import dev.tare.internal.heap.walk.Footprints;
import dev.tare.internal.heap.walk.HeapRoots;
import dev.tare.internal.heap.walk.PathNode;
import dev.tare.internal.heap.walk.SpanningTree;
import dev.tare.internal.heap.walk.SpanningWalk;
import dev.tare.internal.heap.walk.VisitedSet;
import dev.tare.internal.heap.walk.WalkRunner;
import dev.tare.unit.DataSize;
import java.util.HashSet;
import java.util.List;
import java.util.Objects;
import java.util.Optional;
import java.util.function.BiFunction;
import java.util.function.Function;
import java.util.function.Predicate;
import java.util.function.Supplier;

/**
 * The walks behind {@link ObjectGraph}; each is repeated if a garbage collection moved objects.
 *
 * @param shapes fields to follow and sizes, for objects of the value
 * @param strong fields that keep objects alive, for walks from the heap roots
 * @param entered accepts the classes that are counted and followed
 * @param footprints builds footprints of the classes to report
 */
record GraphWalks(
    ClassShapes shapes, ClassShapes strong, Predicate<Class<?>> entered, Footprints footprints) {

  /** Returns walks with other fields and sizes, except those from the heap roots. */
  GraphWalks withShapes(ClassShapes newShapes) {
    return new GraphWalks(newShapes, strong, entered, footprints);
  }

  GraphWalks without(Predicate<Class<?>> types) {
    return new GraphWalks(shapes, strong, entered.and(types.negate()), footprints);
  }

  GraphWalks counting(Predicate<Class<?>> types) {
    return new GraphWalks(shapes, strong, entered, footprints.counting(types));
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
          new DepthFirst(sets.get(), tallies).walk(value);
          return tallies;
        });
  }

  /** Returns the bytes that the object adds to what the base already reaches. */
  long sizeDelta(Object base, Object object) {
    return WalkRunner.run(
        sets -> {
          VisitedSet visited = sets.get();
          new DepthFirst(visited, tallies()).walk(base);
          ClassTallies delta = tallies();
          DepthFirst walk = new DepthFirst(visited, delta);
          if (object == base || delta.enters(object.getClass())) {
            walk.walk(object);
          } else {
            walk.walkSkipped(object);
          }
          return delta.bytes();
        });
  }

  Footprint byPath(Object value) {
    return WalkRunner.run(
        sets -> {
          ClassTallies tallies = tallies();
          return footprints.byPath(
              new BreadthFirst(sets.get(), null, tallies).walk(value), tallies);
        });
  }

  /** Root with a reference to a value, so that the value is treated like any other object. */
  private record ArtificialRoot(Object value) {

    /** Beginning of the path of a row; a merged path begins with "..." instead. */
    static final String FROM_ROOT = "^value\\.?";
  }

  /** Returns everything that a value reaches and another one does not, by class and path. */
  Footprint addedPaths(Object base, Object value) {
    return partition(value, base, new Object[0]).retained();
  }

  /**
   * Returns everything that both values reach, by class and path from the first one, without
   * objects of JDK classes that static fields of the JDK reach, such as cached boxes and time
   * zones: they belong to the JVM.
   */
  Footprint sharedPaths(Object value, Object other) {
    Footprint shared = partition(value, other, new Object[0]).shared();
    if (shared.rows().isEmpty()) {
      return shared;
    }
    Object[] ofTheJdk =
        HeapRoots.list(List.of()).staticsOfTheJdk().stream()
            .map(HeapRoots::valueOf)
            .filter(Objects::nonNull)
            .toArray();
    return partition(value, other, ofTheJdk).shared();
  }

  /**
   * Returns the objects that a value reaches, by class and path: those that another value reaches
   * too as shared, the rest as retained.
   *
   * @param excluded objects that are left out, with the objects of the JDK that they reach; not
   *     what a program has registered with the JDK
   */
  private RetainedFootprint partition(Object value, Object other, Object[] excluded) {
    return WalkRunner.run(
        sets -> {
          VisitedSet reachedByOther = sets.get();
          new DepthFirst(reachedByOther, tallies()).walk(new ArtificialRoot(other));
          VisitedSet visited = sets.get();
          ClassTallies lenient = ClassTallies.lenient(shapes, entered, new HashSet<>());
          new DepthFirst(new JdkOnlySet(visited), lenient).walk(excluded);
          ClassTallies tallies = tallies();
          List<PathNode> paths =
              new BreadthFirst(visited, reachedByOther, tallies).walk(new ArtificialRoot(value));
          return new RetainedFootprint(
              withoutRoot(footprints.byPath(paths, tallies)),
              withoutRoot(footprints.sharedByPath(paths, tallies)),
              List.of());
        });
  }

  /** Set that accepts only objects of JDK classes. */
  private record JdkOnlySet(VisitedSet visited) implements VisitedSet {

    @Override
    public boolean add(Object holder, long offset, Object object) {
      return JdkModules.isOfTheJdk(object.getClass()) && visited.add(holder, offset, object);
    }

    @Override
    public boolean contains(Object holder, long offset, Object object) {
      return visited.contains(holder, offset, object);
    }

    @Override
    public void requireValid() {
      visited.requireValid();
    }
  }

  /** Returns a footprint without the artificial root, with paths that begin at the value. */
  private static Footprint withoutRoot(Footprint footprint) {
    return Footprint.of(
        footprint.rows().stream()
            .filter(row -> !row.path().isEmpty())
            .map(
                row ->
                    new Footprint.ClassRow(
                        row.type(),
                        row.path().replaceFirst(ArtificialRoot.FROM_ROOT, ""),
                        row.objects(),
                        row.size()))
            .toList(),
        footprint.excluded(),
        footprint.unfollowed(),
        footprint.offHeap());
  }

  /** Returns the retained and the shared part of a value. */
  RetainedFootprint retained(Object value, Object[] extraRoots) {
    return besideRoots(
        value,
        extraRoots,
        (shared, visited) -> {
          ClassTallies tallies = tallies();
          List<PathNode> paths = new BreadthFirst(visited, shared, tallies).walk(value);
          return new RetainedFootprint(
              footprints.byPath(paths, tallies),
              footprints.sharedByPath(paths, tallies),
              List.copyOf(shared.unread()));
        });
  }

  /** Returns the bytes that a value retains. */
  DataSize retainedSize(Object value, Object[] extraRoots) {
    return besideRoots(
        value,
        extraRoots,
        (shared, visited) -> {
          ClassTallies tallies = tallies();
          new DepthFirst(shared.without(visited), tallies).walkSkipped(value);
          return footprints.byClass(tallies).size();
        });
  }

  /** Returns one shared object of each path from a value, those of the largest paths first. */
  List<Object> sharedObjects(Object value, Object[] extraRoots) {
    return besideRoots(
        value,
        extraRoots,
        (shared, visited) ->
            footprints.sharedObjects(new BreadthFirst(visited, shared, tallies()).walk(value)));
  }

  /** Returns the spanning tree of the objects that a value retains. */
  SpanningTree retainedTree(Object value, Object[] extraRoots) {
    SpanningWalk walk = new SpanningWalk(shapes, 1 << 10); // repeats use its columns again
    return besideRoots(
        value,
        extraRoots,
        (shared, visited) -> walk.walk(value, shared.without(visited), tallies()));
  }

  /** Walks the whole heap from all roots, and then a value with an empty set. */
  private <T> T besideRoots(
      Object value, Object[] extraRoots, BiFunction<SharedObjects, VisitedSet, T> walk) {
    HeapRoots roots = HeapRoots.list(List.of(extraRoots)).followedBy(strong.policy());
    return WalkRunner.run(
        sets -> walk.apply(SharedObjects.of(value, roots, strong, sets.get()), sets.get()));
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
    Function<Supplier<VisitedSet>, SpanningTree> attempt =
        sets -> walk.walk(value, sets.get(), tallies());
    if (WalkRunner.movesOnlyInPauses()) {
      Optional<SpanningTree> first = WalkRunner.runOnce(attempt);
      if (first.isPresent()) {
        return first.get();
      }
      long objects = count(value).objects();
      WalkRunner.withinMemory(() -> walk.ensureCapacity(objects));
    }
    return WalkRunner.run(attempt);
  }

  private ClassTallies tallies() {
    return new ClassTallies(shapes, entered);
  }
}
