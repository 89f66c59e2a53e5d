package dev.tare.internal.heap.walk;

import dev.tare.internal.heap.memory.ClassShape;
import dev.tare.internal.heap.memory.ClassShapes;
import dev.tare.internal.heap.memory.ObjectMemory;
import dev.tare.internal.heap.set.AddressSet;
import dev.tare.internal.heap.set.ObjectColumn;
import dev.tare.internal.heap.set.VisitedSet;
import dev.tare.internal.heap.set.WalkRunner;
import java.lang.reflect.Array;
import java.util.ArrayList;
import java.util.List;
import java.util.Set;
import java.util.TreeSet;
import java.util.function.Function;
import java.util.function.Supplier;

/** Walk from all heap roots that lists the objects of some classes. */
public final class InstanceWalk {

  /** Number of objects scanned between two checks whether the visited set is still valid. */
  private static final int CHECK_INTERVAL = 1 << 13;

  private static final int SCALE = ObjectMemory.arrayScale(Object[].class);

  private final SearchRoots roots;
  private final ClassTallies tallies;
  private final VisitedSet visited;
  private final VisitedSet listed;
  private final Set<Class<?>> types;
  private final ClassTally root = ClassTally.ofSingleReference();
  private final List<Object> found = new ArrayList<>();
  private final ObjectColumn stack = new ObjectColumn(CHECK_INTERVAL);
  private int capacity = CHECK_INTERVAL;
  private int size;

  private InstanceWalk(
      SearchRoots roots,
      ClassTallies tallies,
      VisitedSet visited,
      VisitedSet listed,
      Set<Class<?>> types) {
    this.roots = roots;
    this.tallies = tallies;
    this.visited = visited;
    this.listed = listed;
    this.types = types;
  }

  /**
   * Returns all objects of some classes that the roots reach.
   *
   * @param shapes the references to follow
   * @param extraRoots roots in addition
   * @param known objects to leave out
   */
  public static List<Object> find(
      ClassShapes shapes, HeapRoots roots, List<?> extraRoots, Set<Class<?>> types, List<?> known) {
    Object[] omitted = known.toArray();
    SearchRoots searchRoots = SearchRoots.of(roots, extraRoots);
    Function<Supplier<VisitedSet>, List<Object>> walk =
        sets ->
            new InstanceWalk(
                    searchRoots,
                    ClassTallies.lenient(shapes, type -> true, new TreeSet<>()),
                    sets.get(),
                    addAll(omitted, sets.get()),
                    types)
                .run();
    return WalkRunner.run(walk);
  }

  private static VisitedSet addAll(Object[] objects, VisitedSet set) {
    for (int i = 0; i < objects.length; i++) {
      set.add(objects, AddressSet.FIRST_ELEMENT_OFFSET + (long) i * SCALE, objects[i]);
    }
    return set;
  }

  private List<Object> run() {
    for (int i = 0; i < roots.references().size(); i++) {
      RootReference reference = roots.references().get(i);
      follow(reference.holder(), reference.offset(), root, 0);
      drain();
    }
    return found;
  }

  private void drain() {
    for (int scanned = 1; size > 0; scanned++) {
      if ((scanned & (CHECK_INTERVAL - 1)) == 0) {
        visited.requireValid();
      }
      Object object = stack.get(--size);
      scan(object, tallies.of(object));
    }
  }

  private void scan(Object object, ClassTally tally) {
    if (tally.isReferenceArray) {
      ClassShape shape = tally.shape;
      int length = Array.getLength(object);
      for (int i = 0; i < length; i++) {
        follow(object, shape.base + (long) i * shape.scale, tally, 0);
      }
      return;
    }
    long[] offsets = tally.offsets;
    for (int i = 0; i < offsets.length; i++) {
      follow(object, offsets[i], tally, i);
    }
  }

  private void follow(Object holder, long offset, ClassTally from, int reference) {
    Object target = visited.next(holder, offset);
    if (target == null) {
      return;
    }
    ClassTally tally = from.tallyOf(reference, target, tallies);
    if (types.contains(tally.type) && listed.add(holder, offset, target)) {
      found.add(target);
    }
    if (tally.followed) {
      push(target);
    }
  }

  private void push(Object object) {
    if (size == capacity) {
      capacity <<= 1;
      stack.grow(capacity);
    }
    stack.set(size++, object);
  }
}
