package dev.tare.heap;

import dev.tare.internal.heap.memory.ClassShapes;
import dev.tare.internal.heap.memory.ReferencePolicy;
import dev.tare.internal.heap.set.ObjectLimit;
import dev.tare.internal.heap.set.VisitedSet;
import dev.tare.internal.heap.set.VisitedSetChoice;
import dev.tare.internal.heap.tree.SpanningTree;
import dev.tare.internal.heap.walk.BreadthFirst;
import dev.tare.internal.heap.walk.ClassTallies;
import dev.tare.internal.heap.walk.DepthFirst;
import dev.tare.internal.heap.walk.Footprints;
import dev.tare.internal.heap.walk.HeapRoots;
import dev.tare.internal.heap.walk.PathNode;
import dev.tare.internal.heap.walk.SpanningWalk;
import java.util.List;
import java.util.Optional;
import java.util.function.Function;
import java.util.function.Predicate;
import java.util.function.Supplier;

/**
 * The walks behind {@link ObjectGraph}, each repeated where a collection spoilt it.
 *
 * @param shapes of what is followed in a value, with the sizes that are asked for
 * @param strong of what keeps objects alive, for looking from elsewhere
 * @param entered which classes are counted and followed
 * @param limit how many objects of a value may be met
 * @param footprints which of them are told of
 */
record GraphWalks(
    ClassShapes shapes,
    ClassShapes strong,
    Predicate<Class<?>> entered,
    ObjectLimit limit,
    Footprints footprints) {

  GraphWalks with(ClassShapes others) {
    return new GraphWalks(others, strong, entered, limit, footprints);
  }

  GraphWalks with(ObjectLimit other) {
    return new GraphWalks(shapes, strong, entered, other, footprints);
  }

  GraphWalks without(Predicate<Class<?>> types) {
    return new GraphWalks(
        shapes, strong, entered.and(type -> !types.test(type)), limit, footprints);
  }

  GraphWalks counting(Predicate<Class<?>> types) {
    return new GraphWalks(shapes, strong, entered, limit, footprints.counting(types));
  }

  long shallow(Object object) {
    return shapes.sizing().of(object).of(object);
  }

  Footprint byClass(Object value) {
    return footprints.byClass(counted(value));
  }

  /** What was met of everything that a value reaches. */
  ClassTallies counted(Object value) {
    return VisitedSetChoice.whileNothingMoves(new SizeWalk(this, value));
  }

  /** What the object adds to the base. */
  long added(Object base, Object object) {
    return VisitedSetChoice.whileNothingMoves(
        sets -> {
          VisitedSet visited = limit.over(sets.get());
          ClassTallies added = tallies();
          return limit.watch(() -> added(base, object, visited, added), added::bytes);
        });
  }

  private long added(Object base, Object object, VisitedSet visited, ClassTallies added) {
    new DepthFirst(visited, tallies()).walk(base);
    DepthFirst further = new DepthFirst(visited, added);
    if (object == base || added.enters(object.getClass())) {
      further.walk(object);
    } else {
      further.walkPassedBy(object);
    }
    return added.bytes();
  }

  Footprint byPath(Object value) {
    return VisitedSetChoice.whileNothingMoves(
        sets -> {
          ClassTallies tallies = tallies();
          BreadthFirst walk = new BreadthFirst(limit.over(sets.get()), null, tallies);
          return footprints.byPath(paths(walk, value), tallies);
        });
  }

  /** What questions about a value find out from one look at everything. */
  <T> T marked(
      ReferencePolicy following, Object value, List<?> roots, Function<HeapSnapshot, T> questions) {
    HeapRoots elsewhere = HeapRoots.list(roots);
    return VisitedSetChoice.whileNothingMoves(
        sets -> {
          HeapSnapshot marking = new HeapSnapshot(this, following, value, elsewhere, sets);
          T answer = questions.apply(marking);
          marking.end();
          return answer;
        });
  }

  /** Fills a set with what a value reaches, up to the limit. */
  VisitedSet reached(Object value, VisitedSet visited) {
    try {
      limit.watch(
          () -> {
            new DepthFirst(limit.over(visited), tallies()).walk(value);
            return visited;
          },
          () -> 0);
    } catch (TooManyObjectsException e) {
      // the walk that counts will say so, and how many bytes it has met
    }
    return visited;
  }

  /**
   * What of a value is not marked, and what is.
   *
   * @param marks what is held elsewhere
   */
  RetainedFootprint retention(Object value, VisitedSet marks, VisitedSet visited) {
    ClassTallies tallies = tallies();
    List<PathNode> paths = paths(new BreadthFirst(limit.over(visited), marks, tallies), value);
    return new RetainedFootprint(
        footprints.byPath(paths, tallies),
        footprints.sharedByPath(paths, tallies),
        List.of(),
        List.of());
  }

  private List<PathNode> paths(BreadthFirst walk, Object value) {
    return limit.watch(() -> walk.walk(value), walk::bytes);
  }

  /**
   * The tree of what a value reaches. Making its columns as it grows can bring on the collection
   * that spoils a walk; only then are they made to measure, which takes a walk more.
   */
  SpanningTree tree(Object value) {
    SpanningWalk walk = VisitedSetChoice.withinMemory(() -> new SpanningWalk(shapes, 1 << 10));
    if (VisitedSetChoice.standsStill()) {
      Optional<SpanningTree> first =
          VisitedSetChoice.ifNothingMoves(sets -> tree(value, walk, sets));
      if (first.isPresent()) {
        return first.get();
      }
      long objects = counted(value).objects();
      VisitedSetChoice.withinMemory(() -> walk.makeRoom(objects));
    }
    return VisitedSetChoice.whileNothingMoves(sets -> tree(value, walk, sets));
  }

  private SpanningTree tree(Object value, SpanningWalk walk, Supplier<VisitedSet> sets) {
    VisitedSet visited = limit.over(sets.get());
    return limit.watch(() -> walk.walk(value, visited, tallies()), walk::bytes);
  }

  /** The tree of what a set does not hold yet. */
  SpanningTree tree(Object value, VisitedSet visited) {
    SpanningWalk walk = new SpanningWalk(shapes, 1 << 10);
    return limit.watch(() -> walk.walk(value, limit.over(visited), tallies()), walk::bytes);
  }

  ClassTallies tallies() {
    return new ClassTallies(shapes, entered);
  }
}
