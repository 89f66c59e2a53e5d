package dev.tare.heap;

import static java.util.Objects.requireNonNull;

import dev.tare.internal.heap.memory.ClassShapes;
import dev.tare.internal.heap.memory.DeclaredFields;
import dev.tare.internal.heap.memory.HeapAccess;
import dev.tare.internal.heap.memory.ObjectSizes;
import dev.tare.internal.heap.memory.ReferencePolicy;
import dev.tare.internal.heap.walk.Footprints;
import dev.tare.internal.heap.walk.HeapRoots;
import dev.tare.internal.heap.walk.PathSearch;
import dev.tare.internal.heap.walk.WalkRunner;
import dev.tare.unit.DataSize;
import java.lang.ref.PhantomReference;
import java.lang.ref.SoftReference;
import java.lang.ref.WeakReference;
import java.lang.reflect.Field;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.function.Predicate;
import org.apiguardian.api.API;

/**
 * Object profiler that computes the exact size of object graphs, and what a value retains.
 *
 * <p>Sizes are those that the JVM itself reports, with headers, padding and {@code @Contended}
 * gaps. All fields are followed, including private and hidden ones of any module. Not followed are:
 *
 * <ul>
 *   <li>referents of weak, soft and phantom references;
 *   <li>fields and types marked {@link NotFollowed};
 *   <li>classes, class loaders, modules, threads and enum constants, which belong to the program
 *       and not to a value: they are neither counted nor followed unless they are the value itself;
 *       see {@link Footprint#excluded()}.
 * </ul>
 *
 * <p>Instances are immutable: each option returns a new profiler. Options apply to the value in
 * every method, and have no effect on the walk from the heap roots that {@link #retained} makes.
 *
 * <p>No method of a walked object is called. Do not modify the graph during a walk: concurrent
 * changes are not detected and make the result inconsistent, although every walk terminates. Chains
 * of any length are supported. An instance can be used from several threads. It caches the field
 * layout of the classes it has walked, which keeps those classes loaded as long as the instance
 * lives.
 */
@API(status = API.Status.EXPERIMENTAL, since = "0.1")
public final class ObjectGraph {

  private static final Set<Class<?>> REFERENCE_KINDS =
      Set.of(SoftReference.class, WeakReference.class, PhantomReference.class);

  private final GraphWalks walks;

  private ObjectGraph(GraphWalks walks) {
    this.walks = walks;
  }

  /**
   * Returns a profiler without options, which leaves out only what is marked {@link NotFollowed}.
   *
   * @throws UnweighableException if this JVM does not allow an agent to be loaded; the message has
   *     the option to add
   */
  public static ObjectGraph open() {
    HeapAccess.require();
    ObjectSizes sizes = ObjectSizes.running();
    Predicate<Class<?>> marked = new ReferencePolicy.AnnotatedTypes();
    return new ObjectGraph(
        new GraphWalks(
            new ClassShapes(ReferencePolicy.VALUE, sizes),
            new ClassShapes(ReferencePolicy.STRONG, sizes),
            type -> !isOfProgram(type) && !marked.test(type),
            Footprints.WHOLE));
  }

  /**
   * Returns a copy that also ignores some classes: their objects are neither counted nor followed.
   */
  public ObjectGraph ignoring(Predicate<Class<?>> types) {
    requireNonNull(types, "types");
    return new ObjectGraph(walks.without(types));
  }

  /**
   * Returns a copy that also ignores some types and their subtypes: their objects are neither
   * counted nor followed.
   */
  public ObjectGraph ignoring(Class<?>... types) {
    List<Class<?>> ignored = List.of(types);
    return ignoring(type -> ignored.stream().anyMatch(ancestor -> ancestor.isAssignableFrom(type)));
  }

  /**
   * Returns a copy whose footprints include only objects of some classes: their number, their own
   * bytes and their paths. Other objects are still followed. {@link #sizeOf}, {@link #sizeDelta}
   * and {@link #profile} are not affected.
   *
   * @param types accepts the classes to include; after several calls, all must accept
   */
  public ObjectGraph counting(Predicate<Class<?>> types) {
    requireNonNull(types, "types");
    return new ObjectGraph(walks.counting(types));
  }

  /**
   * Returns a copy that does not follow some fields. Their targets count only if another path leads
   * there; see {@link Footprint#unfollowed()}.
   *
   * @param type the class that declares the fields
   * @param names the fields' names
   * @throws IllegalArgumentException if the class does not declare such a field, or if the field is
   *     static or primitive
   */
  public ObjectGraph withoutFields(Class<?> type, String... names) {
    List<String> excluded = List.of(names);
    excluded.forEach(name -> DeclaredFields.requireReference(type, name));
    return withoutFields(
        field -> field.getDeclaringClass() == type && excluded.contains(field.getName()));
  }

  /**
   * Returns a copy that does not follow some fields.
   *
   * @param fields accepts the fields not to follow; called once for every reference field of every
   *     class reached, superclasses included, and not for static fields
   */
  public ObjectGraph withoutFields(Predicate<Field> fields) {
    requireNonNull(fields, "fields");
    return withPolicy(walks.shapes().policy().without(fields));
  }

  /**
   * Returns a copy that also follows the referents of some kinds of references as if they were
   * strong.
   *
   * @param kinds {@code SoftReference}, {@code WeakReference} or {@code PhantomReference}
   * @throws IllegalArgumentException for any other class
   * @throws UnweighableException if the collector moves objects while the program runs (ZGC,
   *     Shenandoah): it may be about to free a referent, so the reference must not be read
   */
  public ObjectGraph withReferentsOf(Class<?>... kinds) {
    for (Class<?> kind : kinds) {
      if (!REFERENCE_KINDS.contains(kind)) {
        throw new IllegalArgumentException(
            kind.getName() + ": use SoftReference, WeakReference or PhantomReference");
      }
    }
    if (!WalkRunner.movesOnlyInPauses()) {
      throw new UnweighableException(
          "referents cannot be followed under " + Layout.current().collector(),
          "run with -XX:+UseG1GC, or do not follow them");
    }
    return withPolicy(walks.shapes().policy().withReferentsOf(List.of(kinds)));
  }

  /**
   * Returns a copy that computes sizes for another object layout, so that they are the same in
   * every JVM of one JDK release. The objects reached and {@link Footprint#offHeap()} stay the
   * same.
   *
   * <p>Sizes are computed by HotSpot's rules for placing fields since JDK 15; JDK 17 and 25 agree.
   * Arrays under 16-byte headers begin where those of this JVM's release do. For every class, the
   * model is first checked against the layout of this JVM. It does not cover threads, class
   * loaders, call sites, stack frames of virtual threads, and classes with {@code @Contended}
   * fields, such as {@code ForkJoinPool}.
   *
   * @throws IllegalStateException after {@link #weighingOffHeap}: a layout is one of objects in the
   *     heap
   * @throws UnweighableException if this JVM does not allow an agent to be loaded; walks throw it
   *     for a class that the model does not cover
   */
  public ObjectGraph withLayout(ObjectLayout other) {
    if (walks.shapes().sizes() instanceof ObjectSizes.OffHeapSizes) {
      throw new IllegalStateException(
          "weighingOffHeap() counts memory outside the heap, which has no layout: leave out"
              + " withLayout");
    }
    return withSizes(ObjectSizes.under(other));
  }

  /**
   * Returns a copy that measures memory outside the heap: the size of a direct buffer is its
   * capacity, that of an arena the memory of its segments, and that of any other object 0.
   * Footprints include only the objects that can own such memory.
   *
   * <p>Slices, duplicates and views own nothing: they refer to the buffer that does, so its memory
   * counts once. Mapped files count like other buffers. A layout does not matter, and {@link
   * #withLayout} is refused.
   */
  public ObjectGraph weighingOffHeap() {
    return withSizes(ObjectSizes.offHeap()).counting(ObjectSizes::canOwnOffHeap);
  }

  private ObjectGraph withSizes(ObjectSizes sizes) {
    ClassShapes shapes = new ClassShapes(walks.shapes().policy(), sizes);
    return new ObjectGraph(walks.withShapes(shapes));
  }

  private ObjectGraph withPolicy(ReferencePolicy newPolicy) {
    ClassShapes shapes = new ClassShapes(newPolicy, walks.shapes().sizes());
    return new ObjectGraph(walks.withShapes(shapes));
  }

  /** Returns the layout of this JVM, to which sizes apply unless {@link #withLayout} was called. */
  public Layout layout() {
    return Layout.current();
  }

  /** Returns the layout to which sizes apply; that of this JVM for memory outside the heap. */
  public ObjectLayout objectLayout() {
    ObjectLayout layout = walks.shapes().sizes().layout();
    return layout == null ? ObjectLayout.current() : layout;
  }

  /**
   * Returns the bytes of one object alone, header and padding included.
   *
   * @throws UnweighableException if it is a {@code Class}, whose size changes as it is used, or if
   *     its size under another layout cannot be computed
   */
  public long shallowSizeOf(Object object) {
    return walks.shallowSize(weighable(object));
  }

  /**
   * Returns what the bytes of one object alone are, as a phrase for a message: {@code char[9]} for
   * an array, {@code 12 B header, 1 reference, 1 int, 4 B padding} for another object.
   *
   * @throws UnweighableException as {@link #shallowSizeOf} does
   */
  public String contentOf(Object object) {
    return walks.shapes().contentOf(weighable(object));
  }

  /**
   * Returns the bytes of a value and everything it reaches.
   *
   * <p>Memory needed during the walk:
   *
   * <ul>
   *   <li>one bit for every position in the heap where an object of the graph can begin: about half
   *       a byte per object, and at most a 64th of the heap;
   *   <li>up to 12 bytes per pending object in chains of arrays or lists;
   *   <li>instead of the bits, 24 to 56 bytes per object with Shenandoah and unknown collectors,
   *       and with the others if collections invalidate the walk three times or, under ZGC, pauses
   *       do so 16 times.
   * </ul>
   *
   * @throws UnweighableException if the value is a {@code Class}, if the fields of a class cannot
   *     be listed because the type of one is missing, or if the heap does not have enough free
   *     memory
   */
  public long sizeOf(Object value) {
    return walks.count(weighable(value)).bytes();
  }

  /**
   * Returns the bytes that an object adds to what another one already reaches: the size of
   * everything that it reaches and the other does not.
   *
   * @param base the object that exists already
   * @param object the object to add; the result is 0 if the base reaches it
   * @throws UnweighableException as {@link #sizeOf} does
   */
  public long sizeDelta(Object base, Object object) {
    return walks.sizeDelta(weighable(base), weighable(object));
  }

  /**
   * Returns the footprint of a value and everything it reaches, by class.
   *
   * @throws UnweighableException as {@link #sizeOf} does
   */
  public Footprint footprint(Object value) {
    return walks.byClass(weighable(value));
  }

  /**
   * Returns the footprint of a value and everything it reaches, by class and path.
   *
   * @throws UnweighableException as {@link #sizeOf} does
   */
  public Footprint paths(Object value) {
    return walks.byPath(weighable(value));
  }

  /**
   * Returns everything that an object reaches and another one does not, by class and path from the
   * object. Objects that every program has, such as cached boxes, are included, as in {@link
   * #footprint}.
   *
   * @param base the object that exists already
   * @param object the object to add
   * @throws UnweighableException as {@link #sizeOf} does
   */
  public Footprint addedPaths(Object base, Object object) {
    return walks.addedPaths(weighable(base), weighable(object));
  }

  /**
   * Returns everything that two objects both reach, by class and path from the first one.
   *
   * <p>Objects of JDK classes that static fields of the JDK reach are left out, as enum constants
   * are: small boxed numbers, time zones, the object that marks the absent second element of {@code
   * List.of(x)}. String literals are included. If there are common objects, this also walks what
   * static fields of the JDK reach.
   *
   * @throws UnweighableException as {@link #sizeOf} does
   */
  public Footprint sharedPaths(Object object, Object other) {
    return walks.sharedPaths(weighable(object), weighable(other));
  }

  /**
   * Returns what would be freed with a value and what would not.
   *
   * <p>This walks the whole heap, which takes 50 to 250 ms in a JVM with a million objects. Local
   * variables and constants of classes, such as string literals, are not visible as roots: objects
   * that only they share with the value count as retained. A lambda or method reference that
   * captures nothing counts as shared, since its call site holds it. If code calls {@code
   * LambdaMetafactory} directly, the object counts as shared even if its call site is gone.
   *
   * @param value the value; other references to it do not matter
   * @param extraRoots roots in addition to all static fields, class loaders and threads: the test
   *     instance, for example
   * @throws UnweighableException as {@link #sizeOf} does
   */
  public RetainedFootprint retained(Object value, Object... extraRoots) {
    return walks.retained(weighable(value), extraRoots);
  }

  /**
   * Returns the bytes that would be freed with a value, as {@link #retained} does, but faster and
   * for a layout that need not cover shared objects.
   *
   * @param value the value; other references to it do not matter
   * @param extraRoots roots in addition to all static fields, class loaders and threads
   * @throws UnweighableException as {@link #sizeOf} does
   */
  public DataSize retainedSize(Object value, Object... extraRoots) {
    return walks.retainedSize(weighable(value), extraRoots);
  }

  /**
   * Returns what else holds objects of a value: the shortest chain from each root to an object that
   * {@link #retained} counts as shared, those to the largest part of the value first.
   *
   * <p>Only chains that lead through a reference of the application or begin at an extra root are
   * returned. Constants are no holders: caches of the JDK, enum constants, static fields that refer
   * to a string or box, and call sites of lambdas.
   *
   * <p>This walks the whole heap twice.
   *
   * @throws UnweighableException as {@link #sizeOf} does
   */
  public List<RootPath> otherHolders(Object value, Object... extraRoots) {
    List<Object> shared = walks.sharedObjects(weighable(value), extraRoots);
    if (shared.isEmpty()) {
      return List.of();
    }
    Map<String, RootPath> byRoot = new LinkedHashMap<>();
    pathSearch(List.of(value), extraRoots).search(shared, PathSearch.Stage.STRONG).stream()
        .flatMap(Optional::stream)
        .filter(PathSearch.TargetPath::isOfTheApplication)
        .map(PathSearch.TargetPath::path)
        .forEach(path -> byRoot.putIfAbsent(path.kind() + path.root(), path));
    return List.copyOf(byRoot.values());
  }

  /**
   * Returns a profile of every object that a value reaches, each under its shortest path.
   *
   * <p>It takes 24 bytes per object with 4-byte references and 28 with 8-byte ones, up to 8 more in
   * chains where each object is one step further, and the memory that {@link #sizeOf} needs.
   *
   * @return the node of the value; it keeps all objects of the graph alive
   * @throws UnweighableException as {@link #sizeOf} does, and for more than two billion objects
   */
  public ProfileNode profile(Object value) {
    return ProfileNode.root(walks.tree(weighable(value)));
  }

  /**
   * Returns a profile of the objects that would be freed with a value, each under its shortest
   * path: everything it reaches except what other roots reach too, as in {@link #retained}.
   *
   * <p>It takes the memory of {@link #profile} and the time of {@link #retained}.
   *
   * @param value the value; other references to it do not matter
   * @param extraRoots roots in addition to all static fields, class loaders and threads
   * @throws UnweighableException as {@link #profile} does
   */
  public ProfileNode retainedProfile(Object value, Object... extraRoots) {
    return ProfileNode.root(walks.retainedTree(weighable(value), extraRoots));
  }

  /**
   * Returns the shortest chain of strong references from a root to an object.
   *
   * <p>Roots are static fields, threads with their thread locals, class loaders, classes, and the
   * extra roots. Weak, soft and phantom references are not followed, except the kinds named in
   * {@link #withReferentsOf}; other options have no effect. Chains through objects of JUnit come
   * after all others.
   *
   * <p>This walks the whole heap up to two times, 50 to 250 ms each in a JVM with a million
   * objects. The second walk leaves out the last reference of the application on the path; see
   * {@link RootPath#onlyReference()}.
   *
   * @param object any object, including a class or a class loader
   * @param extraRoots additional roots, which come first among paths of equal length
   * @return empty if no root reaches the object. In that case, only references that a walk cannot
   *     see hold it: local variables, constants of classes such as string literals, JNI references,
   *     and references that are not strong
   * @throws UnweighableException if the heap does not have enough free memory
   */
  public Optional<RootPath> pathTo(Object object, Object... extraRoots) {
    requireNonNull(object, "object");
    PathSearch search = pathSearch(List.of(), extraRoots);
    return search
        .search(List.of(object), PathSearch.Stage.LOADERS)
        .get(0)
        .map(reached -> search.proved(reached, object));
  }

  /**
   * Returns the shortest chain of references from a value to an object, of the references that
   * {@link #sizeOf} follows. It also finds an object that is reached but not counted, such as a
   * thread or an enum constant.
   *
   * <p>It takes the time and the memory of {@link #profile}.
   *
   * @param object any object, including a class or a class loader
   * @return empty if the value does not reach the object; a path without steps if the object is the
   *     value itself. The root is the value's class
   * @throws UnweighableException as {@link #profile} does
   */
  public Optional<RootPath> pathFrom(Object value, Object object) {
    return walks.tree(weighable(value)).pathTo(requireNonNull(object, "object"));
  }

  private PathSearch pathSearch(List<Object> heldBack, Object... extraRoots) {
    ClassShapes shapes =
        new ClassShapes(
            ReferencePolicy.keeping(walks.shapes().policy().referents()), ObjectSizes.running());
    return new PathSearch(shapes, HeapRoots.list(List.of(extraRoots)), heldBack);
  }

  /**
   * Returns how the objects of each class changed from one footprint to another, the largest growth
   * first; without the classes that did not change.
   */
  public static List<Footprint.Change> difference(Footprint before, Footprint after) {
    return Footprint.Change.between(before, after);
  }

  /**
   * Returns whether objects of a class belong to the surrounding program, which every object can
   * reach, and not to a value.
   */
  private static boolean isOfProgram(Class<?> type) {
    return type == Class.class
        || Enum.class.isAssignableFrom(type)
        || ClassLoader.class.isAssignableFrom(type)
        || Thread.class.isAssignableFrom(type)
        || type == Module.class
        // it caches class layouts during a walk and would observe its own growth
        || type == ObjectGraph.class;
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
}
