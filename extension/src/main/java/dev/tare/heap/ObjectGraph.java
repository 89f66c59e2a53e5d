package dev.tare.heap;

import static java.util.Objects.requireNonNull;

import dev.tare.heap.Footprint.Excluded;
import dev.tare.heap.Footprint.Row;
import dev.tare.unit.Count;
import dev.tare.unit.DataSize;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import java.util.Set;
import java.util.function.Predicate;
import java.util.function.Supplier;
import java.util.function.ToLongFunction;
import org.apiguardian.api.API;

/**
 * Weighs objects and everything they reach, to the byte.
 *
 * <p>Sizes are what the JVM itself says of each class, headers, padding and {@code @Contended} gaps
 * included. Every field is followed, private, hidden and of any module, but not the referents of
 * weak, soft and phantom references. Classes, class loaders, modules, threads and enum constants
 * belong to the program and not to a value: they are neither counted nor followed unless they are
 * the value itself; see {@link Footprint#excluded()}.
 *
 * <p>No method of a weighed object is called. The graph must not be changed meanwhile, or the
 * figure is of no moment in particular. There is no limit to the length of a chain. An instance may
 * be used from several threads and remembers what the classes that it met look like, which keeps
 * those classes loaded as long as it lives.
 */
@API(status = API.Status.EXPERIMENTAL, since = "0.1")
public final class ObjectGraph {

  private final Shapes shapes;
  private final Predicate<Class<?>> ignored;

  private ObjectGraph(Shapes shapes, Predicate<Class<?>> ignored) {
    this.shapes = shapes;
    this.ignored = ignored;
  }

  /**
   * A profiler that ignores nothing.
   *
   * @throws UnweighableException if this JVM lets no agent in; it names the line to add
   */
  public static ObjectGraph open() {
    HeapAccess.require();
    return new ObjectGraph(new Shapes(), type -> false);
  }

  /** This profiler, neither counting nor following objects of some more classes. */
  public ObjectGraph ignoring(Predicate<Class<?>> types) {
    requireNonNull(types, "types");
    return new ObjectGraph(shapes, ignored.or(types));
  }

  /** This profiler, neither counting nor following objects of some more types or their subtypes. */
  public ObjectGraph ignoring(Class<?>... types) {
    Set<Class<?>> named = Set.of(types);
    return ignoring(type -> named.stream().anyMatch(name -> name.isAssignableFrom(type)));
  }

  /** The layout that the figures hold for. */
  public Layout layout() {
    return Layout.current();
  }

  /**
   * The bytes of one object alone, header and padding included.
   *
   * @throws UnweighableException if it is a {@code Class}, whose size changes as it is used
   */
  public long shallowSizeOf(Object object) {
    return Memory.sizeOf(weighable(object));
  }

  /**
   * The bytes of a value and everything it reaches.
   *
   * @throws UnweighableException if the value is a {@code Class}, or if the fields of a class
   *     cannot be listed because the type of one is missing
   */
  public long sizeOf(Object value) {
    return footprint(value).size().bytes();
  }

  /**
   * The bytes that an object adds to what another one already reaches: those of everything that it
   * reaches and the other does not.
   *
   * @param base what is there already
   * @param object what comes to it; 0 if the base reaches it
   * @throws UnweighableException as {@link #sizeOf} does
   */
  public long sizeDelta(Object base, Object object) {
    weighable(base);
    weighable(object);
    return VisitedSets.whileNothingMoves(
        sets -> {
          Visited visited = sets.get();
          new DepthFirst(visited, valueTallies()).walk(base);
          Tallies added = valueTallies();
          DepthFirst further = new DepthFirst(visited, added);
          if (object == base || added.enters(object.getClass())) {
            further.walk(object);
          } else {
            further.walkPassedBy(object);
          }
          return added.bytes();
        });
  }

  /**
   * A value and everything it reaches, by class.
   *
   * @throws UnweighableException as {@link #sizeOf} does
   */
  public Footprint footprint(Object value) {
    weighable(value);
    Tallies tallies = walked(value);
    List<Row> rows =
        tallies.all().stream()
            .filter(tally -> tally.entered)
            .map(tally -> row(tally.shape.type, "", tally.objects, tally.bytes))
            .toList();
    return Footprint.of(rows, excluded(tallies), offHeap(tallies)).byClass();
  }

  /**
   * A value and everything it reaches, by class and path.
   *
   * @throws UnweighableException as {@link #sizeOf} does
   */
  public Footprint paths(Object value) {
    weighable(value);
    return VisitedSets.whileNothingMoves(
        sets -> {
          Tallies tallies = valueTallies();
          List<PathNode> paths = new BreadthFirst(sets.get(), null, tallies).walk(value);
          return byPath(paths, node -> node.objects, node -> node.bytes, tallies);
        });
  }

  /**
   * What would be freed with a value, and what would not.
   *
   * <p>Everything in the JVM is looked at for it: that takes 50 to 250 ms in a JVM of a million
   * objects. What only a local variable shares with the value, or a constant of a class such as a
   * string literal, counts as retained, since it cannot be seen.
   *
   * @param value the value; who else holds it does not matter
   * @param holders objects to look from besides all statics, class loaders and threads: the test
   *     instance, for example
   * @throws UnweighableException as {@link #sizeOf} does
   */
  public Retention retained(Object value, Object... holders) {
    weighable(value);
    return VisitedSets.whileNothingMoves(sets -> retained(value, List.of(holders), sets));
  }

  private Retention retained(Object value, List<?> holders, Supplier<Visited> sets) {
    Visited elsewhere = sets.get();
    Set<String> unread = Elsewhere.mark(shapes, value, holders, elsewhere);
    Tallies tallies = valueTallies();
    List<PathNode> paths = new BreadthFirst(sets.get(), elsewhere, tallies).walk(value);
    return new Retention(
        byPath(paths, node -> node.objects, node -> node.bytes, tallies),
        byPath(paths, node -> node.sharedObjects, node -> node.sharedBytes, tallies),
        List.copyOf(unread));
  }

  /**
   * Every object that a value reaches, under its shortest path.
   *
   * <p>Takes 24 bytes an object with 4-byte references and 28 with 8-byte ones, up to 16 more in a
   * chain of which each object is a step further, and a bit for every place in the heap; about half
   * as much again, and the table of objects that {@link #sizeOf} needs, under collectors that move
   * objects while the program runs.
   *
   * @return the node of the value; it keeps all objects of the graph from being collected
   * @throws UnweighableException as {@link #sizeOf} does, and for more than two thousand million
   *     objects
   */
  public ProfileNode profile(Object value) {
    weighable(value);
    // columns made to measure bring on fewer collections than columns that grow
    long expected = VisitedSets.areFast() ? walked(value).objects() : 1 << 10;
    SpanningWalk walk = new SpanningWalk(shapes, expected);
    return ProfileNode.root(
        VisitedSets.whileNothingMoves(sets -> walk.walk(value, sets.get(), valueTallies())));
  }

  private Tallies walked(Object value) {
    return VisitedSets.whileNothingMoves(
        sets -> {
          Tallies counted = valueTallies();
          new DepthFirst(sets.get(), counted).walk(value);
          return counted;
        });
  }

  private Tallies valueTallies() {
    return new Tallies(shapes, Scope.VALUE.without(ignored));
  }

  private static Object weighable(Object value) {
    requireNonNull(value, "value");
    if (value instanceof Class<?> type) {
      throw new UnweighableException(
          type.getTypeName() + ".class has no exact size, since a class grows as it is used",
          "weigh an object instead");
    }
    return value;
  }

  private static Footprint byPath(
      List<PathNode> paths,
      ToLongFunction<PathNode> objects,
      ToLongFunction<PathNode> bytes,
      Tallies tallies) {
    List<Row> rows = new ArrayList<>();
    for (PathNode path : paths) {
      long count = objects.applyAsLong(path);
      if (count > 0) {
        rows.add(row(path.type(), path.text(), count, bytes.applyAsLong(path)));
      }
    }
    return Footprint.of(rows, excluded(tallies), offHeap(tallies));
  }

  private static Row row(Class<?> type, String path, long objects, long bytes) {
    return new Row(name(type), path, new Count(objects), new DataSize(bytes));
  }

  /** A hidden class, such as a lambda's, has an address behind its name that says nothing. */
  static String name(Class<?> type) {
    String name = type.getTypeName();
    int address = name.indexOf('/');
    return address < 0 ? name : name.substring(0, address);
  }

  private static List<Excluded> excluded(Tallies tallies) {
    return tallies.all().stream()
        .filter(tally -> !tally.entered)
        .map(tally -> new Excluded(name(tally.shape.type), new Count(tally.objects)))
        .sorted(Comparator.comparing(Excluded::type))
        .toList();
  }

  private static DataSize offHeap(Tallies tallies) {
    return new DataSize(tallies.all().stream().mapToLong(tally -> tally.offHeap).sum());
  }
}
