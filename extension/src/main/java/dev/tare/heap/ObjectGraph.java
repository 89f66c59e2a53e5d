package dev.tare.heap;

import static java.util.Objects.requireNonNull;

import dev.tare.internal.heap.memory.ClassShapes;
import dev.tare.internal.heap.memory.DeclaredFields;
import dev.tare.internal.heap.memory.HeapAccess;
import dev.tare.internal.heap.memory.ObjectSizes;
import dev.tare.internal.heap.memory.ReferencePolicy;
import dev.tare.internal.heap.set.ObjectLimit;
import dev.tare.internal.heap.set.VisitedSetChoice;
import dev.tare.internal.heap.walk.Footprints;
import java.lang.ref.PhantomReference;
import java.lang.ref.SoftReference;
import java.lang.ref.WeakReference;
import java.lang.reflect.Field;
import java.util.List;
import java.util.Set;
import java.util.function.Function;
import java.util.function.Predicate;
import org.apiguardian.api.API;

/**
 * Weighs objects and everything they reach, to the byte.
 *
 * <p>Sizes are what the JVM itself says of each class, headers, padding and {@code @Contended} gaps
 * included. Every field is followed, private, hidden and of any module, but not the referents of
 * weak, soft and phantom references, nor what is marked {@link NotFollowed}. Classes, class
 * loaders, modules, threads and enum constants belong to the program and not to a value: they are
 * neither counted nor followed unless they are the value itself; see {@link Footprint#excluded()}.
 *
 * <p>Options make another profiler and leave this one as it is. They hold for the value, in every
 * method; who else holds what, which {@link #retained} asks, depends on no option.
 *
 * <p>No method of a weighed object is called. The graph must not be changed meanwhile, or the
 * figure is of no moment in particular, which is not noticed here: weigh twice and compare where it
 * matters. A walk ends whatever others do. There is no limit to the length of a chain. An instance
 * may be used from several threads and remembers what the classes that it met look like, which
 * keeps those classes loaded as long as it lives.
 */
@API(status = API.Status.EXPERIMENTAL, since = "0.1")
public final class ObjectGraph {

  private static final Set<Class<?>> KINDS =
      Set.of(SoftReference.class, WeakReference.class, PhantomReference.class);

  private final GraphWalks weighing;
  private final ReferencePolicy following;
  private final ObjectLayout layout;

  private ObjectGraph(GraphWalks weighing, ReferencePolicy following, ObjectLayout layout) {
    this.weighing = weighing;
    this.following = following;
    this.layout = layout;
  }

  /**
   * A profiler that leaves out nothing but what is marked {@link NotFollowed}.
   *
   * @throws UnweighableException if this JVM lets no agent in; it names the line to add
   */
  public static ObjectGraph open() {
    HeapAccess.require();
    ObjectSizes sizing = ObjectSizes.running();
    Predicate<Class<?>> marked = new ReferencePolicy.AnnotatedTypes();
    return new ObjectGraph(
        new GraphWalks(
            new ClassShapes(ReferencePolicy.VALUE, sizing),
            new ClassShapes(ReferencePolicy.STRONG, sizing),
            WalkScope.VALUE.without(marked),
            ObjectLimit.NONE,
            Footprints.WHOLE),
        ReferencePolicy.VALUE,
        ObjectLayout.current());
  }

  /** This profiler, neither counting nor following objects of some more classes. */
  public ObjectGraph ignoring(Predicate<Class<?>> types) {
    requireNonNull(types, "types");
    return new ObjectGraph(weighing.without(types), following, layout);
  }

  /** This profiler, neither counting nor following objects of some more types or their subtypes. */
  public ObjectGraph ignoring(Class<?>... types) {
    Set<Class<?>> named = Set.of(types);
    return ignoring(type -> named.stream().anyMatch(name -> name.isAssignableFrom(type)));
  }

  /**
   * This profiler, whose footprints are of the objects of some classes only: how many there are,
   * their own bytes, and where they hang. Everything is followed as before. It makes no difference
   * to {@link #sizeOf}, {@link #sizeDelta} and {@link #profile}.
   *
   * @param types called again, only what all of them accept is counted
   */
  public ObjectGraph counting(Predicate<Class<?>> types) {
    requireNonNull(types, "types");
    return new ObjectGraph(weighing.counting(types), following, layout);
  }

  /**
   * This profiler, neither counting nor following objects whose classes are of some more packages,
   * or of packages below them. An array is of no package: it is counted, its elements are not.
   *
   * @param packages names such as {@code org.slf4j}
   */
  public ObjectGraph withoutPackages(String... packages) {
    List<String> names = List.of(packages);
    return ignoring(
        type ->
            !type.isArray()
                && names.stream()
                    .anyMatch(name -> (type.getPackageName() + ".").startsWith(name + ".")));
  }

  /**
   * This profiler, not following some more fields. What such a field leads to counts only if
   * another path leads there; see {@link Footprint#unfollowed()}.
   *
   * @param type the class that declares them
   * @param names the fields' names
   * @throws IllegalArgumentException if the class declares no such field, or it is static or holds
   *     no reference
   */
  public ObjectGraph withoutFields(Class<?> type, String... names) {
    List<String> wanted = List.of(names);
    wanted.forEach(name -> DeclaredFields.requireReference(type, name));
    return withoutFields(
        field -> field.getDeclaringClass() == type && wanted.contains(field.getName()));
  }

  /**
   * This profiler, not following some more fields.
   *
   * @param fields asked once for every field of every class that is met, those of superclasses
   *     included; not asked for static fields and those that hold no reference
   */
  public ObjectGraph withoutFields(Predicate<Field> fields) {
    requireNonNull(fields, "fields");
    return following(following.without(fields));
  }

  /**
   * This profiler, following the referents of some more kinds of references, as if they were held
   * as any other object is.
   *
   * @param kinds {@code SoftReference}, {@code WeakReference} or {@code PhantomReference}
   * @throws IllegalArgumentException for any other class
   * @throws UnweighableException if the collector moves objects while the program runs (ZGC,
   *     Shenandoah): it may be about to free a referent, and no reference may be taken from under
   *     it
   */
  public ObjectGraph withReferentsOf(Class<?>... kinds) {
    for (Class<?> kind : kinds) {
      if (!KINDS.contains(kind)) {
        throw new IllegalArgumentException(
            kind.getName() + ": name SoftReference, WeakReference or PhantomReference");
      }
    }
    if (!VisitedSetChoice.standsStill()) {
      throw new UnweighableException(
          "referents cannot be followed under " + Layout.current().collector(),
          "run with -XX:+UseG1GC, or do not follow them");
    }
    return following(following.withReferentsOf(List.of(kinds)));
  }

  /**
   * This profiler, ending a walk that meets more objects with a {@link TooManyObjectsException}.
   * Classes, threads and other objects that are met and not counted count as met; so do those that
   * the base of a {@link #sizeDelta} reaches. What {@link #retained} looks at elsewhere does not.
   *
   * @param objects the most that may be met
   * @throws IllegalArgumentException if it is less than 1
   */
  public ObjectGraph withObjectLimit(long objects) {
    return new ObjectGraph(weighing.with(new ObjectLimit(objects)), following, layout);
  }

  /**
   * This profiler, with the sizes that objects would have under another layout: the same in every
   * JVM of one JDK release. What is met, and what {@link Footprint#offHeap()} says, stays as it is.
   *
   * <p>Sizes are then computed, as HotSpot places fields from JDK 15 on; JDK 17 and 25 agree.
   * Arrays under 16-byte headers begin where those of this JVM's release do. The model is held
   * against this JVM's own layout for every class first, and does not cover stack frames of virtual
   * threads.
   *
   * @throws UnweighableException if this JVM lets no agent in; walks throw it for a class that the
   *     model does not cover
   */
  public ObjectGraph withLayout(ObjectLayout other) {
    return new ObjectGraph(
        weighing.with(new ClassShapes(following, ObjectSizes.under(other))), following, other);
  }

  private ObjectGraph following(ReferencePolicy more) {
    return new ObjectGraph(
        weighing.with(new ClassShapes(more, ObjectSizes.under(layout))), more, layout);
  }

  /**
   * The layout of this JVM, which the figures hold for unless {@link #withLayout} says otherwise.
   */
  public Layout layout() {
    return Layout.current();
  }

  /** The layout that the figures hold for. */
  public ObjectLayout objectLayout() {
    return layout;
  }

  /**
   * The bytes of one object alone, header and padding included.
   *
   * @throws UnweighableException if it is a {@code Class}, whose size changes as it is used, or if
   *     its size under another layout cannot be computed
   */
  public long shallowSizeOf(Object object) {
    return weighing.shallow(weighable(object));
  }

  /**
   * The bytes of a value and everything it reaches.
   *
   * <p>Takes a bit for every place in the heap where an object of the graph could begin, about half
   * a byte an object and never more than a 64th of the heap, and in chains of arrays or lists up to
   * 12 bytes for each that waits. Under collectors that move objects in ways of their own
   * (Shenandoah, and those that nobody has heard of), and where collections spoil the walk three
   * times or, under ZGC, pauses do so 16 times, it takes 24 to 56 bytes an object instead.
   *
   * @throws UnweighableException if the value is a {@code Class}, if the fields of a class cannot
   *     be listed because the type of one is missing, or if the heap has too little room for that
   */
  public long sizeOf(Object value) {
    return weighing.counted(weighable(value)).bytes();
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
    return weighing.added(weighable(base), weighable(object));
  }

  /**
   * A value and everything it reaches, by class.
   *
   * @throws UnweighableException as {@link #sizeOf} does
   */
  public Footprint footprint(Object value) {
    return weighing.byClass(weighable(value));
  }

  /**
   * A value and everything it reaches, by class and path.
   *
   * @throws UnweighableException as {@link #sizeOf} does
   */
  public Footprint paths(Object value) {
    return weighing.byPath(weighable(value));
  }

  /**
   * What would be freed with a value, and what would not.
   *
   * <p>Everything in the JVM is looked at for it: that takes 50 to 250 ms in a JVM of a million
   * objects. What only a local variable shares with the value, or a constant of a class such as a
   * string literal, counts as retained, since it cannot be seen.
   *
   * @param value the value; who else holds it does not matter
   * @param extraRoots objects to look from besides all statics, class loaders and threads: the test
   *     instance, for example
   * @throws UnweighableException as {@link #sizeOf} does
   */
  public RetainedFootprint retained(Object value, Object... extraRoots) {
    return marked(value, HeapSnapshot::retention, extraRoots);
  }

  /**
   * Every object that a value reaches, under its shortest path.
   *
   * <p>Takes 24 bytes an object with 4-byte references and 28 with 8-byte ones, up to 8 more in a
   * chain of which each object is a step further, and what {@link #sizeOf} needs.
   *
   * @return the node of the value; it keeps all objects of the graph from being collected
   * @throws UnweighableException as {@link #sizeOf} does, and for more than two thousand million
   *     objects
   */
  public ProfileNode profile(Object value) {
    return ProfileNode.root(weighing.tree(weighable(value)));
  }

  /**
   * Every object that would be freed with a value, under its shortest path: what it reaches less
   * what is also reached from elsewhere, as in {@link #retained}.
   *
   * <p>Takes the memory of {@link #profile} and the time of {@link #retained}.
   *
   * @param value the value; who else holds it does not matter
   * @param extraRoots objects to look from besides all statics, class loaders and threads
   * @throws UnweighableException as {@link #profile} does
   */
  public ProfileNode retainedProfile(Object value, Object... extraRoots) {
    return marked(value, HeapSnapshot::retainedProfile, extraRoots);
  }

  /**
   * What several questions about what a value retains find out from one look at everything in the
   * JVM, which {@link #retained} and {@link #retainedProfile} take each for itself.
   *
   * @param value the value; who else holds it does not matter
   * @param questions called again if a collection has moved objects meanwhile; it must do nothing
   *     but ask, and be brief
   * @param extraRoots objects to look from besides all statics, class loaders and threads
   * @throws UnweighableException as {@link #profile} does
   */
  public <T> T marked(Object value, Function<HeapSnapshot, T> questions, Object... extraRoots) {
    requireNonNull(questions, "questions");
    return weighing.marked(following, weighable(value), List.of(extraRoots), questions);
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
